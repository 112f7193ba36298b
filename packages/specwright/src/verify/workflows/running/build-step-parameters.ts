import type { Operation, Parameter, ParameterLocation } from "../../../document/model/model.ts";
import { classifyMediaType } from "../../../emit/shared/bodies/media-kind.ts";
import { isObject } from "../../../json-object.ts";
import type { GivenParameter } from "../description.ts";
import type { Scope } from "../expressions/scope.ts";

/** The values of a step's parameters, or a sentence that says why a required one has none. */
export function buildStepParameters(
  given: readonly GivenParameter[],
  { parameters }: Operation,
  scope: Scope,
): ReadonlyMap<Parameter, unknown> | string {
  const values = new Map<Parameter, unknown>();
  for (const { name, in: place, value, pointer } of given) {
    const documented = parameters.find(
      (each) => each.value.name === name && each.value.in === place,
    );
    const parameter = documented?.value ?? makeParameter(name, place, pointer);
    const evaluated = value(scope);
    const isMissing = evaluated === undefined || (evaluated === null && place !== "query");
    if (!isMissing) {
      values.set(parameter, place === "querystring" ? readQuery(parameter, evaluated) : evaluated);
    } else if (parameter.required) {
      return `the ${place} parameter \`${name}\` has no value`;
    }
  }
  return values;
}

/** A parameter that the document does not have, such as the header `Authorization`, with the default style of its place. */
function makeParameter(name: string, place: string | undefined, pointer: string): Parameter {
  // Undocumented parameters of other places were refused when the workflow was read.
  const location = (place ?? "query") as ParameterLocation;
  const isForm = location === "query" || location === "cookie";
  return {
    ...{
      name,
      in: location,
      location: { file: "", pointer },
      schema: { location: { file: "", pointer } },
    },
    ...{ style: isForm ? "form" : "simple", explode: isForm, required: false, deprecated: false },
    ...{ allowReserved: false, allowEmptyValue: true, examples: new Map(), extensions: new Map() },
  };
}

/** A step gives the whole query as a text, and the encoder of a parameter takes the value that it means. */
function readQuery({ contentType = "" }: Parameter, value: unknown): unknown {
  if (typeof value !== "string") {
    return value;
  }
  if (classifyMediaType(contentType) !== "form") {
    return readJsonText(value);
  }
  const query = new URLSearchParams(value);
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const all = query.getAll(name);
      return [name, all.length > 1 ? all : all[0]];
    }),
  );
}

function readJsonText(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) || Array.isArray(value) ? value : text;
  } catch {
    return text;
  }
}
