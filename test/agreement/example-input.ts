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
      input.body = example;
    }
  }
  return input;
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
