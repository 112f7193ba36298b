import type { MediaType, Operation, Parameter } from "../../document/model/model.ts";
import { chooseMediaType, classifyMediaType } from "../../emit/shared/bodies/media-kind.ts";
import { isObject } from "../../json-object.ts";
import type { Case, ValueBody } from "../case.ts";
import type { Target } from "../requests/build-request.ts";
import { fitsDocument } from "../requests/fits-document.ts";
import { isIdempotencyKey, placeholderKey } from "../requests/idempotency-key.ts";
import { type KnownThings, listPathParameters } from "../things/known-things.ts";
import type { Validators } from "../validators.ts";
import { type Making, makeValue } from "../values/make-value.ts";

/** The server, the validators and the known things of a run. */
export interface CaseContext {
  readonly target: Target;
  readonly validators: Validators;
  readonly known: KnownThings;
}

/** The parameters and the body of a request. */
export type Input = Pick<Case, "parameters" | "body">;

/** Values that a request has to contain. All others are generated. */
export interface Given {
  readonly parameters?: ReadonlyMap<Parameter, unknown>;
  readonly body?: ValueBody | undefined;
  /** True to generate the values in the path, so that the thing does not exist. */
  readonly isMadeUp?: boolean;
}

/** How many times values are generated until they fit. */
const attempts = 30;

/** A request that fits the document. Undefined when none could be generated. */
export function makeInput(
  operation: Operation,
  making: Making,
  { target, validators, known }: CaseContext,
  given: Given = {},
): Input | undefined {
  const places = listPathParameters(operation);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const things = given.isMadeUp === true ? [] : known.find(operation.path);
    const bound = new Map(
      places.flatMap((parameter, index) =>
        index < things.length ? [[parameter, things[index]] as const] : [],
      ),
    );
    const parameters = new Map<Parameter, unknown>();
    for (const { value: parameter } of operation.parameters) {
      const isKey = isIdempotencyKey(parameter) && attempt < attempts / 2;
      const value = isCursor(operation, `${parameter.in}.${parameter.name}`, given)
        ? undefined
        : chooseValue(parameter, making, [given.parameters, bound], given.isMadeUp === true);
      if (value !== undefined && isKey) {
        parameters.set(parameter, placeholderKey);
      } else if (value !== undefined) {
        parameters.set(parameter, value);
      }
    }
    const body = given.body ?? makeBody(operation, making);
    const input: Input = { parameters, body };
    const fits = fitsDocument(
      { operation, title: "", expected: "success", ...input },
      target,
      validators,
    );
    if (fits === true || (fits === undefined && isBeyondValidators(body))) {
      return input;
    }
  }
  return undefined;
}

function isBeyondValidators(body: ValueBody | undefined): boolean {
  return body !== undefined && classifyMediaType(body.mediaType.mediaType) !== "json";
}

/**
 * Returns whether a member of the request is the cursor of a list (`x-pagination`). Only the server can make one, so it
 * is left out unless it is given.
 */
function isCursor({ pagination, parameters }: Operation, place: string, given: Given): boolean {
  const isGiven = [...(given.parameters?.keys() ?? [])].some(
    (parameter) => `${parameter.in}.${parameter.name}` === place,
  );
  const isRequired = parameters.some(
    ({ value: { in: location, name, required } }) => required && `${location}.${name}` === place,
  );
  return pagination?.cursor === place && !isGiven && !isRequired;
}

function chooseValue(
  parameter: Parameter,
  making: Making,
  given: readonly (ReadonlyMap<Parameter, unknown> | undefined)[],
  isMadeUp: boolean,
): unknown {
  const source = given.find((values) => values?.has(parameter));
  if (source !== undefined) {
    return source.get(parameter);
  }
  const { random, fullness } = making;
  const isWanted =
    parameter.required || fullness === "most" || (fullness === "some" && random.drawChance(0.5));
  if (!isWanted) {
    return undefined;
  }
  if (parameter.in === "path" && isMadeUp) {
    return makeUp(parameter, making);
  }
  const examples = listExamples(parameter);
  return examples.length > 0 && random.drawChance(0.5)
    ? random.pick(examples)
    : makeValue(parameter.schema, making);
}

/** A value that no existing thing has: not an example, and for an integer a large number. */
function makeUp({ schema }: Parameter, making: Making): unknown {
  const { examples: _, ...plain } = schema.ref?.target ?? schema;
  const made = makeValue(plain, making);
  return typeof made === "number" && plain.maximum === undefined
    ? 900_000_000 + making.random.drawInteger(0, 99_999_999)
    : made;
}

/** The examples of a parameter itself. */
export function listExamples({ example, examples }: Parameter): readonly unknown[] {
  return [...new Set([...(example === undefined ? [] : [example]), ...examples.values()])];
}

function makeBody(operation: Operation, making: Making): ValueBody | undefined {
  const { requestBody, pagination } = operation;
  const { content = [], required = false } = requestBody?.value ?? {};
  const mediaType = chooseMediaType(content);
  if (mediaType === undefined || (!required && making.fullness === "least")) {
    return undefined;
  }
  const value = makeValue(mediaType.schema ?? allowAnything(mediaType), making);
  const cursor = pagination?.cursor?.replace(/^body\./, "") ?? "";
  if (pagination?.cursor === `body.${cursor}` && isObject(value)) {
    const { [cursor]: _, ...rest } = value;
    return { mediaType, value: rest };
  }
  return { mediaType, value };
}

function allowAnything(mediaType: MediaType): NonNullable<MediaType["schema"]> {
  return {
    location: { file: "", pointer: "" },
    types: [classifyMediaType(mediaType.mediaType) === "json" ? "object" : "string"],
  };
}
