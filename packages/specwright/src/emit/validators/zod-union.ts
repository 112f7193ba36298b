import type { Schema } from "../../model/model.ts";
import { escapeString } from "../escape/string.ts";
import { areDisjoint, findTag } from "./disjoint.ts";
import { possibleTypes, typeBits } from "./json-types.ts";
import { readShared } from "./kept-code.ts";
import { hasCombinations } from "./keywords.ts";
import { arrayLiteral, callExpression } from "./layout.ts";
import type { ZodPlace } from "./zod.ts";
import { inner, wrap, zodCode } from "./zod.ts";
import { planOf } from "./zod-plan.ts";

/** The expression of `anyOf` or `oneOf`. */
export function unionCode(
  keyword: "anyOf" | "oneOf",
  schemas: readonly Schema[],
  place: ZodPlace,
): string {
  const others = schemas.filter((schema) => !isNull(schema));
  const acceptsNull = others.some((schema) => (possibleTypes(schema) & typeBits.null) !== 0);
  const isNullable =
    others.length === schemas.length - 1 &&
    others.length > 0 &&
    (keyword === "anyOf" || !acceptsNull);
  return isNullable
    ? wrap("nullable", alternatives(keyword, others, place))
    : alternatives(keyword, schemas, place);
}

/** Whether a schema accepts null, and says nothing else that could refuse it. */
function isNull(schema: Schema): boolean {
  const { types, ref, enum: values, const: constant } = schema;
  return (
    types?.length === 1 &&
    types[0] === "null" &&
    [ref, values, constant].every((keyword) => keyword === undefined) &&
    !hasCombinations(schema)
  );
}

function alternatives(
  keyword: "anyOf" | "oneOf",
  schemas: readonly Schema[],
  place: ZodPlace,
): string {
  const [only] = schemas;
  if (only === undefined) {
    return "z.never()";
  }
  if (schemas.length === 1) {
    return zodCode(only, place);
  }
  const options = (at: ZodPlace): string =>
    arrayLiteral(
      schemas.map((schema) => zodCode(schema, inner(at))),
      at.indent,
    );
  const tag = findTag(schemas);
  if (tag !== undefined && schemas.every((schema) => isReadableObject(schema, tag, place))) {
    return callExpression(
      "z.discriminatedUnion",
      [escapeString(tag), options(inner(place))],
      place.indent,
    );
  }
  const isUnion = keyword === "anyOf" || areDisjoint(schemas);
  return `z.${isUnion ? "union" : "xor"}(${options(place)})`;
}

/** Whether the expression is a ZodObject with the tag, and may be looked at while the union is built. */
function isReadableObject(schema: Schema, tag: string, place: ZodPlace): boolean {
  const { definition, context } = place;
  const environment = context.definitions.enter(place.environment, schema);
  const { object, parts } = planOf(schema, { ...place, environment });
  const shared = readShared(schema, environment, place);
  const isOwnCircle =
    shared?.cycle === definition.cycle ||
    parts.some((part) => part.kind === "reference" && part.target.cycle === definition.cycle);
  return object?.names.has(tag) === true && !isOwnCircle;
}
