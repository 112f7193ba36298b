import { getMediaEssence } from "../../emit/bodies/media-kind.ts";

/**
 * The documented media type of a response, as the document writes it: the same media type, otherwise a range that
 * includes it.
 */
export function findDocumentedType(names: readonly string[], type: string): string | undefined {
  const essence = getMediaEssence(type);
  const hasName = (name: string): boolean =>
    name.trim().toLowerCase() === type.trim().toLowerCase();
  return (
    names.find(hasName) ??
    names.find((name) => getMediaEssence(name) === essence) ??
    names.find((name) => isIn(getMediaEssence(name), essence))
  );
}

/** `*\/*`, `text/*` and `application/*+json`. */
function isIn(range: string, essence: string): boolean {
  const [before = "", after] = range.split("*");
  return (
    range === "*/*" ||
    (after !== undefined && essence.startsWith(before) && essence.endsWith(after))
  );
}
