import { isObject, type OpenApiDocument, resolve } from "../support/document.ts";

/** The first example of a media type object, or undefined when it has none. */
export function firstExample(document: OpenApiDocument, mediaType: unknown): unknown {
  const node = resolve(document, mediaType);
  if ("example" in node) return node.example;
  const examples = isObject(node.examples) ? Object.values(node.examples) : [];
  return examples.length > 0 ? resolve(document, examples[0]).value : undefined;
}

/** The media types of a request body or a response, by name. */
export function contentOf(
  document: OpenApiDocument,
  bodyOrResponse: unknown,
): Record<string, unknown> {
  const content = resolve(document, bodyOrResponse).content;
  return isObject(content) ? content : {};
}
