import type { ToolkitRecord } from "./catalog-types.ts";

/**
 * The logo of a toolkit that has none of its own, an SVG image: the first letter of its name on a colour that follows
 * from its slug. It is served at `/logos/{slug}.svg`.
 */
export function toolkitLogo({ slug, name }: Pick<ToolkitRecord, "slug" | "name">): string {
  let number = 0;
  for (const character of slug) {
    number = (number * 31 + (character.codePointAt(0) ?? 0)) % 360;
  }
  const letter = [...name.trim()][0] ?? "?";
  // The letter is the only text that comes from a document, and may be one that SVG reads as markup.
  const text = `&#${letter.codePointAt(0)};`;
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64" role="img">' +
    `<rect width="64" height="64" rx="14" fill="hsl(${number} 45% 38%)"/>` +
    '<text x="32" y="43" font-family="sans-serif" font-size="32" font-weight="600" fill="#fff" ' +
    `text-anchor="middle">${text}</text></svg>\n`
  );
}
