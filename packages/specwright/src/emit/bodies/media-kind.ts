import { groupBy } from "../../group-by.ts";

/** How a body of a media type is carried by the generated client; the runtime decides answers in the same way. */
export type MediaKind = "json" | "form" | "multipart" | "text" | "binary";

/** The kind of a media type, with or without parameters. `+json` and `+xml` are those of RFC 6839. */
export function mediaKind(mediaType: string): MediaKind {
  const essence = getMediaEssence(mediaType);
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

/**
 * The media types among which the router chooses an answer: without parameters, unless only these distinguish two of them
 * apart. The same as `choosableTypes` of the runtime.
 */
export function choosableTypes(documented: readonly string[]): readonly string[] {
  const unique = [...new Set(documented.map(withLowerEssence))];
  const byEssence = groupBy(unique, getMediaEssence);
  return unique.map((type) =>
    byEssence.get(getMediaEssence(type))?.length === 1 ? getMediaEssence(type) : type,
  );
}

function withLowerEssence(type: string): string {
  const semicolon = type.indexOf(";");
  return semicolon === -1 ? getMediaEssence(type) : getMediaEssence(type) + type.slice(semicolon);
}

/** A media type without its parameters, in lower case: as the runtime compares them (RFC 9110, section 8.3.1). */
export function getMediaEssence(mediaType: string): string {
  return (mediaType.split(";")[0] ?? "").trim().toLowerCase();
}
