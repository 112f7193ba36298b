/**
 * Normalizes a media type for comparison: `Text/Plain;charset=utf-8` becomes `text/plain; charset=utf-8` (RFC 9110,
 * section 8.3.1).
 */
export function toMediaType(text: string): string {
  const [essence = "", ...parameters] = text.split(";").map((part) => part.trim());
  return [essence.toLowerCase(), ...parameters.filter((part) => part !== "")].join("; ");
}
