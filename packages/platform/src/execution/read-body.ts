import { EgressError } from "../egress/egress-error.ts";

/** The body of an answer by what it is. */
export type ParsedBody =
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "text"; readonly text: string; readonly mediaType: string }
  | { readonly kind: "binary"; readonly bytes: Uint8Array; readonly mediaType: string }
  | { readonly kind: "empty" }
  /** Over 10 MiB, and therefore not read. */
  | { readonly kind: "too-large" };

/**
 * Reads the body of an answer by its content type: JSON, forms as objects, other text in its character set, and bytes.
 * An answer that says JSON and is none is text, and so is one of more than 256 levels. Without a content type JSON is tried.
 *
 * @throws EgressError when the body breaks off or takes too long
 */
export async function readBody(response: Response): Promise<ParsedBody> {
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    if (error instanceof EgressError && error.reason === "body-too-large") {
      return { kind: "too-large" };
    }
    throw error;
  }
  if (bytes.length === 0) {
    return { kind: "empty" };
  }
  const contentType = response.headers.get("content-type") ?? "";
  const mediaType = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  if (mediaType !== "" && !isText(mediaType)) {
    return { kind: "binary", bytes, mediaType };
  }
  const text = decode(bytes, contentType);
  if (mediaType === "application/x-www-form-urlencoded") {
    return { kind: "json", value: Object.fromEntries(new URLSearchParams(text)) };
  }
  return mediaType === "" || /[/+]json$/.test(mediaType)
    ? parseJson(text, mediaType)
    : { kind: "text", text, mediaType };
}

function isText(mediaType: string): boolean {
  return (
    mediaType.startsWith("text/") ||
    /[/+](?:json|xml|yaml)$/.test(mediaType) ||
    /^application\/(?:javascript|graphql|x-ndjson|x-yaml|x-www-form-urlencoded)$/.test(mediaType)
  );
}

/** No application means more, and what checks and copies values calls itself once a level. */
const deepestJson = 256;

function parseJson(text: string, mediaType: string): ParsedBody {
  if (isDeeper(text, deepestJson)) return { kind: "text", text, mediaType };
  try {
    return { kind: "json", value: JSON.parse(text) };
  } catch {
    // Some applications answer their failures as HTML whatever they promise.
    return { kind: "text", text, mediaType: mediaType || "text/plain" };
  }
}

function decode(bytes: Uint8Array, contentType: string): string {
  const charset = /;\s*charset="?([^";\s]+)/i.exec(contentType)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    // An unknown character set; replacement characters are better than no answer.
    return new TextDecoder().decode(bytes);
  }
}

/** Whether brackets outside of texts stand in each other over so many levels. In one pass, without a stack of calls. */
function isDeeper(text: string, most: number): boolean {
  let depth = 0;
  let isInText = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (isInText && character === "\\") index += 1;
    else if (character === '"') isInText = !isInText;
    else if (isInText) continue;
    else if (character === "[" || character === "{") {
      depth += 1;
      if (depth > most) return true;
    } else if (character === "]" || character === "}") depth -= 1;
  }
  return false;
}
