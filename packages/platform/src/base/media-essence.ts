/** A media type without its parameters, in lower case, as media types are compared (RFC 9110, section 8.3.1). */
export function readMediaEssence(mediaType: string): string {
  return (mediaType.split(";")[0] ?? "").trim().toLowerCase();
}
