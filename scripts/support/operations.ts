import {
  isObject,
  type OpenApiDocument,
  type OperationObject,
  type PathItemObject,
  resolve,
} from "./document.ts";

/** An operation with its path item and path. */
export interface OperationPlace {
  readonly method: string;
  readonly path: string;
  readonly item: PathItemObject;
  readonly operation: OperationObject;
}

/** A parameter object of the bundled document. */
export interface ParameterObject {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly example?: unknown;
  readonly schema?: unknown;
  readonly style?: string;
}

/** The parameters of an operation and of its path, unless the operation overrides these. References are resolved. */
export function listParameters(
  document: OpenApiDocument,
  place: OperationPlace,
): ParameterObject[] {
  // The lint has passed, so every entry of `parameters` is a Parameter Object.
  const read = (parameter: unknown): ParameterObject =>
    resolve(document, parameter) as unknown as ParameterObject;
  const own = (place.operation.parameters ?? []).map(read);
  const shared = (place.item.parameters ?? []).map(read);
  const isRedeclared = (one: ParameterObject): boolean =>
    own.some((other) => other.name === one.name && other.in === one.in);
  return [...shared.filter((parameter) => !isRedeclared(parameter)), ...own];
}

/** The first example of a media type object, or undefined when it has none. */
export function findFirstExample(document: OpenApiDocument, mediaType: unknown): unknown {
  const node = resolve(document, mediaType);
  if ("example" in node) {
    return node.example;
  }
  const examples = isObject(node.examples) ? Object.values(node.examples) : [];
  return examples.length > 0 ? resolve(document, examples[0]).value : undefined;
}

/** The media types of a request body or a response, by name. */
export function getContent(
  document: OpenApiDocument,
  bodyOrResponse: unknown,
): Record<string, unknown> {
  const content = resolve(document, bodyOrResponse).content;
  return isObject(content) ? content : {};
}
