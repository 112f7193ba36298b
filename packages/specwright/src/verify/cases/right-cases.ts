import { writtenValues } from "../../document/model/facts/written-values.ts";
import type { Operation, Parameter } from "../../document/model/model.ts";
import type { Case } from "../case.ts";
import { isIdempotencyKey } from "../requests/idempotency-key.ts";
import type { Random } from "../values/random.ts";
import { type CaseContext, type Given, listExamples, makeInput } from "./make-input.ts";

/** The maximum number of values of one parameter that are tried one by one. */
const mostValues = 12;

/**
 * Requests that fit the document: its examples, one request with as little as possible and one with as much as
 * possible, each listed value of a parameter, and `count` random ones.
 */
export function* makeRightCases(
  operation: Operation,
  count: number,
  random: Random,
  context: CaseContext,
): Generator<Case, void, undefined> {
  const make = (title: string, fullness: "least" | "some" | "most", given: Given = {}): Case[] => {
    const input = makeInput(operation, { random, fullness }, context, given);
    return input === undefined ? [] : [{ operation, title, expected: "success", ...input }];
  };
  yield* make("with the least that it can have", "least");
  yield* make("with all that it can have", "most");
  for (const mediaType of operation.requestBody?.value.content ?? []) {
    for (const [name, value] of mediaType.examples) {
      const title = name === "default" ? "of the documented example" : `of the example \`${name}\``;
      yield* make(title, "least", { body: { mediaType, value } });
    }
  }
  for (const { value: parameter } of operation.parameters) {
    const isFixed =
      parameter.in === "path" ||
      isIdempotencyKey(parameter) ||
      operation.pagination?.cursor === `${parameter.in}.${parameter.name}`;
    for (const value of isFixed ? [] : listValues(parameter)) {
      const title = `with \`${parameter.name}\` as ${JSON.stringify(value)}`;
      yield* make(title, "least", { parameters: new Map([[parameter, value]]) });
    }
  }
  for (let index = 0; index < count; index += 1) {
    yield* make(
      "with values made by chance",
      random.pick(["least", "some", "some", "most"]) ?? "some",
    );
  }
}

/** The examples of a parameter, the values that its schema lists, and the bounds of a number. */
function listValues(parameter: Parameter): readonly unknown[] {
  const schema = parameter.schema.ref?.target ?? parameter.schema;
  const { minimum, maximum, types } = schema;
  const bounds = types?.includes("integer") === true ? [minimum, maximum] : [];
  const flags = types?.includes("boolean") === true ? [true, false] : [];
  const all = [...listExamples(parameter), ...(writtenValues(schema) ?? []), ...bounds, ...flags];
  return [...new Set(all)]
    .filter((value) => value !== undefined && value !== null)
    .slice(0, mostValues);
}
