import type { MediaType } from "../../../document/model/model.ts";
import { groupBy } from "../../../group-by.ts";

/** How the generated client sends and reads bodies of a media type. The runtime classifies responses in the same way. */
export type MediaKind = "json" | "form" | "multipart" | "text" | "binary";

/** The media type that clients send and ask for by default: JSON if there is any, otherwise the first one. */
export function chooseMediaType(content: readonly MediaType[]): MediaType | undefined {
  return content.find(({ mediaType }) => classifyMediaType(mediaType) === "json") ?? content[0];
}

/** The kind of a media type, with or without parameters. RFC 6839 defines the suffixes `+json` and `+xml`. */
export function classifyMediaType(mediaType: string): MediaKind {
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
 * The media types among which the router chooses for a response. Parameters are removed, unless two types differ only
 * in their parameters. The same as `listChoosableTypes` of the runtime.
 */
export function listMatchableTypes(documented: readonly string[]): readonly string[] {
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

/**
 * A media type without its parameters, in lower case. The runtime compares media types in this form (RFC 9110, section
 * 8.3.1).
 */
export function getMediaEssence(mediaType: string): string {
  return (mediaType.split(";")[0] ?? "").trim().toLowerCase();
}
