import { isObject, type OpenApiDocument } from "../../scripts/support/document.ts";
import {
  findFirstExample,
  getContent,
  listParameters,
  type OperationPlace,
} from "../../scripts/support/operations.ts";

/** The input of a generated operation. */
export type Input = Record<string, unknown>;

/**
 * The input of an operation from its examples: every required parameter and the body. With `all`, optional parameters
 * too.
 */
export function buildExampleInput(
  document: OpenApiDocument,
  place: OperationPlace,
  all = false,
): Input {
  const input: Input = {};
  for (const parameter of listParameters(document, place)) {
    if (parameter.required || (all && !parameter.deprecated)) {
      groupIn(input, parameter)[parameter.name] = parameter.example;
    }
  }
  const [entry] = Object.entries(getContent(document, place.operation.requestBody));
  if (entry) {
    const example = findFirstExample(document, entry[1]);
    if (example !== undefined) {
      // The example of a stream is one of its items.
      input.body = isStream(entry[0]) ? [example] : example;
    }
  }
  return input;
}

/** Returns whether a body of this media type is a stream of items. */
export function isStream(mediaType: string): boolean {
  return mediaType === "application/x-ndjson";
}

/** The items of a value that is a stream, and any other value as it is. */
export async function collectItems(value: unknown): Promise<unknown> {
  if (typeof value !== "object" || value === null || !(Symbol.asyncIterator in value)) {
    return value;
  }
  const items: unknown[] = [];
  // The type is known from the check above.
  for await (const item of value as AsyncIterable<unknown>) {
    items.push(item);
  }
  return items;
}

/**
 * The values of the parameters of one location. Path and query parameters are members of the input; all others are
 * below their location.
 */
export function selectInputAt(input: Input, location: string): Input {
  const values = location === "path" || location === "query" ? input : input[location];
  return isObject(values) ? values : {};
}

function groupIn(input: Input, { in: location }: { readonly in: string }): Input {
  const values = selectInputAt(input, location);
  if (values !== input) {
    input[location] = values;
  }
  return values;
}
