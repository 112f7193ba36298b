/** The media type of a `Content-Type`, in lower case, without its parameters (RFC 9110, section 8.3.1). */
export function essenceOf(contentType: string): string {
  const semicolon = contentType.indexOf(";");
  return (semicolon === -1 ? contentType : contentType.slice(0, semicolon)).trim().toLowerCase();
}

/** A parameter of a `Content-Type`, in lower case for comparing, such as `charset`. */
export function mediaTypeParameter(contentType: string, name: string): string | undefined {
  for (const part of contentType.split(";").slice(1)) {
    const equals = part.indexOf("=");
    if (part.slice(0, equals).trim().toLowerCase() === name) {
      const value = part.slice(equals + 1).trim();
      return value.startsWith('"') ? value.slice(1, -1) : value;
    }
  }
  return undefined;
}

/** JSON itself and every type with the suffix `+json` (RFC 6839, section 3.1). */
export function isJsonType(essence: string): boolean {
  return essence === "application/json" || essence.endsWith("+json");
}

/** Types whose bodies are handed over as text. */
export function isTextType(essence: string): boolean {
  return essence.startsWith("text/") || /[/+](?:xml|yaml|javascript)$/.test(essence);
}

/**
 * Whether a range such as `text/*` takes a media type; both in lower case, without parameters. `application/*+json`, which
 * HTTP does not know and documents have, takes every JSON.
 */
export function rangeIncludes(range: string, essence: string): boolean {
  return (
    range === essence ||
    range === "*/*" ||
    (range.endsWith("/*") && essence.startsWith(range.slice(0, -1))) ||
    (range === "application/*+json" && isJsonType(essence))
  );
}

/**
 * The best of the available media types for an `Accept` (RFC 9110, section 12.5.1): highest quality, then the order of
 * `available`. Undefined when none is acceptable. No header means that everything is. `available` is in lower case,
 * without parameters, and may hold ranges.
 */
export function negotiate(accept: string | null, available: readonly string[]): string | undefined {
  const first = available[0];
  if (accept === null || accept === "*/*" || accept === "" || accept === first) {
    return first;
  }
  const ranges = parseAccept(accept);
  let best: string | undefined;
  let bestQuality = 0;
  for (const type of available) {
    const quality = qualityOf(ranges, type);
    if (quality > bestQuality) {
      best = type;
      bestQuality = quality;
    }
  }
  return best;
}

interface AcceptRange {
  readonly range: string;
  readonly quality: number;
}

/** The most specific ranges first, so that the first one that fits decides. */
function parseAccept(accept: string): readonly AcceptRange[] {
  const ranges = accept.split(",").map((part) => {
    const quality = Number(mediaTypeParameter(part, "q") ?? 1);
    return { range: essenceOf(part), quality: Number.isNaN(quality) ? 1 : quality };
  });
  return ranges.sort((a, b) => specificity(b.range) - specificity(a.range));
}

function specificity(range: string): number {
  return range === "*/*" ? 0 : range.endsWith("/*") ? 1 : 2;
}

function qualityOf(ranges: readonly AcceptRange[], type: string): number {
  const fitting = ranges.find(
    ({ range }) => rangeIncludes(range, type) || (type.includes("*") && rangeIncludes(type, range)),
  );
  return fitting?.quality ?? 0;
}
