import { keepExactParameters } from "../conversions/convert-route.ts";
import { hasBrackets } from "../parameters/definition.ts";
import {
  createParameterDecoder,
  type DecodedParameters,
  type ParameterDefinition,
} from "../parameters.ts";
import { isNestedTooDeep } from "../schema/values/nesting.ts";
import { issuesToLines } from "./answers/issues.ts";
import type { ReadBody } from "./bodies/body.ts";
import { nestingMessage } from "./bodies/nesting.ts";
import type { Call } from "./call.ts";
import { putDefaults } from "./defaults.ts";
import type { DecodedLocation, OperationDefinition, OperationValidators } from "./operation.ts";
import { listTemplateNames } from "./routing/match.ts";
import { readValuesInQuery, splitQuery } from "./routing/path-query.ts";

/** The input of a handler. Generated declarations give each operation its own types. */
export class HandlerInput {
  readonly path: unknown;
  readonly query: unknown;
  readonly header: unknown;
  readonly cookie: unknown;
  readonly querystring: unknown;
  readonly body: unknown;
  readonly rawBody: Uint8Array | undefined;
  readonly mediaType: string | undefined;
  readonly partHeaders: unknown;
  readonly accept: string | undefined;
  readonly principal: unknown;
  readonly context: unknown;
  readonly #call: Call;

  constructor(
    call: Call,
    parameters: DecodedParameters | undefined,
    body: ReadBody | undefined,
    principal: unknown,
    accept: string | undefined,
  ) {
    this.path = parameters?.path;
    this.query = parameters?.query;
    this.header = parameters?.header;
    this.cookie = parameters?.cookie;
    this.querystring = parameters?.querystring;
    this.body = body?.value;
    this.rawBody = body?.raw;
    this.mediaType = body?.mediaType;
    this.partHeaders = body?.partHeaders;
    this.accept = accept;
    this.principal = principal;
    this.context = call.context;
    this.#call = call;
  }

  /** Created on first use, because most handlers do not need it. */
  get request(): Request {
    return this.#call.request;
  }
}

/**
 * Decodes and validates the parameters of a call, and fills in defaults. Problems are added to `errors`, one line each.
 */
export type ParameterReader = (
  call: Call,
  values: readonly string[],
  errors: string[],
) => DecodedParameters;

const locations: readonly DecodedLocation[] = ["path", "query", "header", "cookie", "querystring"];

/**
 * Prepares the parameters of an operation. Validators are looked up on the first call, because they are built on first
 * use.
 *
 * @param keys the names of API keys in the query, which are not parameters
 */
export function createParameterReader(
  operation: OperationDefinition,
  definitions: readonly ParameterDefinition[],
  validators: () => OperationValidators | undefined,
  keys: readonly string[] = [],
): ParameterReader {
  const { conditions } = splitQuery(operation.path);
  const decode = createParameterDecoder(definitions, [
    ...keys,
    ...conditions.map(({ name }) => name),
  ]);
  const names = listTemplateNames(operation.path);
  const inQuery = conditions.filter(({ parameter }) => parameter);
  const used = locations.filter((location) => definitions.some((each) => each.in === location));
  const deep = definitions.filter(isNestable);
  const whole = definitions.find((each) => each.in === "querystring")?.name;
  const defaults = Object.entries(operation.defaults ?? {}) as [
    DecodedLocation,
    Record<string, unknown>,
  ][];
  return (call, values, errors) => {
    const path: Record<string, string> =
      inQuery.length === 0 ? {} : readValuesInQuery(inQuery, call.query);
    for (let index = 0; index < names.length; index++) {
      path[names[index] ?? ""] = values[index] ?? "";
    }
    // The decoder removes a leading `?`. In `/a??b=1` the second `?` belongs to the name, so it needs another one
    // before it.
    const query = call.query.startsWith("?") ? `?${call.query}` : call.query;
    const decoded = decode({ path, query, headers: call.headers });
    if (operation.conversions !== undefined) {
      keepExactParameters(operation.conversions, decoded);
    }
    if (deep.length === 0 || !refuseTooDeep(deep, decoded, errors)) {
      check(validators(), used, whole, decoded, errors);
    }
    for (const [location, byName] of defaults) {
      if (location !== "querystring") {
        putDefaults(decoded[location], byName);
      }
    }
    return decoded;
  };
}

function check(
  validators: OperationValidators | undefined,
  used: readonly DecodedLocation[],
  whole: string | undefined,
  decoded: DecodedParameters,
  errors: string[],
): void {
  for (const location of used) {
    const result = validators?.parameters?.[location]?.safeParse(
      selectValuesAt(location, whole, decoded),
    );
    if (result?.success === false) {
      errors.push(...issuesToLines(location, result.error.issues));
    }
  }
}

/**
 * The values to validate for a location. The whole query string is put below the name of its parameter, because its
 * validator expects an object, as for other locations.
 */
function selectValuesAt(
  location: DecodedLocation,
  whole: string | undefined,
  decoded: DecodedParameters,
): unknown {
  if (location !== "querystring") {
    return decoded[location];
  }
  const { querystring } = decoded;
  return querystring === undefined ? {} : { [whole ?? ""]: querystring };
}

/** Only these styles carry values of any depth. */
function isNestable(definition: ParameterDefinition): boolean {
  return (
    definition.contentType !== undefined ||
    definition.style === "deepObject" ||
    hasBrackets(definition)
  );
}

/** Returns whether any parameter is nested too deeply to be validated. Adds an error for each of them. */
function refuseTooDeep(
  deep: readonly ParameterDefinition[],
  decoded: DecodedParameters,
  errors: string[],
): boolean {
  const refused = deep.filter((definition) => isTooDeep(definition, decoded));
  for (const definition of refused) {
    errors.push(`${definition.in}.${definition.name}: ${nestingMessage}`);
  }
  return refused.length > 0;
}

function isTooDeep(definition: ParameterDefinition, decoded: DecodedParameters): boolean {
  return definition.in === "querystring"
    ? isNestedTooDeep(decoded.querystring)
    : isNestedTooDeep(decoded[definition.in][definition.name]);
}
