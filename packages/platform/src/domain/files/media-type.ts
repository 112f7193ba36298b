/**
 * A media type in the form in which two are compared: `Text/Plain;charset=utf-8` is `text/plain; charset=utf-8` (RFC 9110,
 * section 8.3.1).
 */
export function toMediaType(text: string): string {
  const [essence = "", ...parameters] = text.split(";").map((part) => part.trim());
  return [essence.toLowerCase(), ...parameters.filter((part) => part !== "")].join("; ");
}
