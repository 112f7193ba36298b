/** The media type of a `Content-Type`, in lower case, without its parameters (RFC 9110, section 8.3.1). */
export function getEssence(contentType: string): string {
  const semicolon = contentType.indexOf(";");
  return (semicolon === -1 ? contentType : contentType.slice(0, semicolon)).trim().toLowerCase();
}

/** The value of a parameter of a `Content-Type`. `name` is in lower case, such as `charset`. */
export function readMediaTypeParameter(contentType: string, name: string): string | undefined {
  for (const part of contentType.split(";").slice(1)) {
    const equals = part.indexOf("=");
    if (part.slice(0, equals).trim().toLowerCase() === name) {
      const value = part.slice(equals + 1).trim();
      return value.startsWith('"') ? value.slice(1, -1) : value;
    }
  }
  return undefined;
}

/** The parameters of a media type. Names are in lower case, and so is the value of `charset`. */
function parseMediaTypeParameters(contentType: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (const part of contentType.split(";").slice(1)) {
    const name = part.split("=", 1)[0]?.trim().toLowerCase() ?? "";
    const value = readMediaTypeParameter(`;${part}`, name);
    if (value !== undefined) {
      parameters.set(name, name === "charset" ? value.toLowerCase() : value);
    }
  }
  return parameters;
}

/**
 * How well a media type matches the parameters of a requested one, such as `application/json;version=2`. Returns -1
 * when one is missing or different. Otherwise the result grows with the number of parameters, and is highest when the
 * type has exactly these; it may also have others, such as `charset`.
 */
export function measureCloseness(asked: string, type: string): number {
  if (!asked.includes(";") && !type.includes(";")) {
    return 1;
  }
  const wanted = parseMediaTypeParameters(asked);
  const given = parseMediaTypeParameters(type);
  return [...wanted].every(([name, value]) => given.get(name) === value)
    ? 2 * wanted.size + (given.size === wanted.size ? 1 : 0)
    : -1;
}

/**
 * The media types from which the one of an answer is chosen, in lower case. Parameters are removed, unless two types
 * differ only in their parameters.
 */
export function listChoosableTypes(documented: readonly string[]): readonly string[] {
  const unique = [...new Set(documented.map(withLowerEssence))];
  const counts = new Map<string, number>();
  for (const essence of unique.map(getEssence)) {
    counts.set(essence, (counts.get(essence) ?? 0) + 1);
  }
  return unique.map((type) => (counts.get(getEssence(type)) === 1 ? getEssence(type) : type));
}

function withLowerEssence(type: string): string {
  const semicolon = type.indexOf(";");
  return semicolon === -1 ? getEssence(type) : getEssence(type) + type.slice(semicolon);
}

/** Returns whether a type is JSON: `application/json` or one with the suffix `+json` (RFC 6839, section 3.1). */
export function isJsonType(essence: string): boolean {
  return essence === "application/json" || essence.endsWith("+json");
}

/** Returns whether bodies of this type are passed to handlers as text. */
export function isTextType(essence: string): boolean {
  return essence.startsWith("text/") || /[/+](?:xml|yaml|javascript)$/.test(essence);
}

/**
 * Returns whether a range such as `text/*` includes a media type; both are in lower case, without parameters.
 * `application/*+json` includes every JSON type: HTTP does not define this range, but documents use it.
 */
export function includesMediaType(range: string, essence: string): boolean {
  return (
    range === essence ||
    range === "*/*" ||
    (range.endsWith("/*") && essence.startsWith(range.slice(0, -1))) ||
    (range === "application/*+json" && isJsonType(essence))
  );
}

/**
 * The best of the available media types for an `Accept` (RFC 9110, section 12.5.1): highest quality, then the order of
 * `available`. Undefined when none is acceptable. Without the header, all are acceptable. `available` is a result of
 * `listChoosableTypes`, and may contain ranges.
 *
 * @example
 * ```ts
 * import { negotiate } from "@specwright/runtime/v1/server";
 *
 * negotiate("text/*;q=0.5, application/json", ["text/html", "application/json"]); // => "application/json"
 * negotiate("image/png", ["text/html"]); // => undefined
 * ```
 */
export function negotiate(accept: string | null, available: readonly string[]): string | undefined {
  const first = available[0];
  if (accept === null || accept === "*/*" || accept === "" || accept === first) {
    return first;
  }
  const ranges = parseAccept(accept);
  let best: string | undefined;
  let bestQuality = 0;
  let bestCloseness = -1;
  for (const type of available) {
    const { quality, text } = findFittingRange(ranges, type) ?? { quality: 0, text: "" };
    const close = text.includes("*") ? 0 : measureCloseness(text, type);
    if (quality > bestQuality || (quality === bestQuality && best && close > bestCloseness)) {
      best = type;
      bestQuality = quality;
      bestCloseness = close;
    }
  }
  return best;
}

interface AcceptRange {
  readonly range: string;
  /** The range as it was sent, with its parameters. */
  readonly text: string;
  readonly quality: number;
}

/** Sorts the ranges by how specific they are, so that the first one that fits decides. */
function parseAccept(accept: string): readonly AcceptRange[] {
  const ranges = accept.split(",").map((part) => {
    const quality = Number(readMediaTypeParameter(part, "q") ?? 1);
    const text = part.replace(/;\s*q\s*=.*/i, "");
    return { range: getEssence(part), text, quality: Number.isNaN(quality) ? 1 : quality };
  });
  return ranges.sort((a, b) => measureSpecificity(b) - measureSpecificity(a));
}

/** A range with parameters is more specific than one without (RFC 9110, section 12.5.1). */
function measureSpecificity({ range, text }: AcceptRange): number {
  return range === "*/*" ? 0 : range.endsWith("/*") ? 1 : 2 + text.split(";").length;
}

/**
 * The most specific range that includes a type. Parameters count only when two available types differ in nothing else.
 */
function findFittingRange(ranges: readonly AcceptRange[], type: string): AcceptRange | undefined {
  const essence = getEssence(type);
  return ranges.find(
    ({ range, text }) =>
      (includesMediaType(range, essence) ||
        (essence.includes("*") && includesMediaType(essence, range))) &&
      (essence === type || measureCloseness(text, type) >= 0),
  );
}
