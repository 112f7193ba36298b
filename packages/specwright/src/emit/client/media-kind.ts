/** How a body of a media type is carried by the generated client; the runtime decides answers in the same way. */
export type MediaKind = "json" | "form" | "multipart" | "text" | "binary";

/** The kind of a media type, with or without parameters. `+json` and `+xml` are those of RFC 6839. */
export function mediaKind(mediaType: string): MediaKind {
  const essence = (mediaType.split(";")[0] ?? "").trim().toLowerCase();
  if (/[/+]json$/.test(essence)) {
    return "json";
  }
  if (essence === "application/x-www-form-urlencoded") {
    return "form";
  }
  if (essence.startsWith("multipart/")) {
    return "multipart";
  }
  return /^text\/|[/+](?:xml|yaml|javascript)$/.test(essence) ? "text" : "binary";
}
