import { createHash } from "node:crypto";

/**
 * The picture of a toolkit without its own: its first letter on a colour that is computed from its slug. The SVG has
 * no script, style or reference.
 */
export function createLogo(slug: string, name: string): string {
  const hue = createHash("sha256").update(slug).digest().readUInt16BE(0) % 360;
  const letter = /[A-Za-z0-9]/.exec(name)?.[0].toUpperCase() ?? "?";
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64"><rect width="64" height="64" rx="12" fill="hsl(${hue} 55% 40%)"/><text x="32" y="43" font-family="sans-serif" font-size="32" font-weight="600" text-anchor="middle" fill="#fff">${letter}</text></svg>
`;
}
