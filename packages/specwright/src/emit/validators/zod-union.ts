import { conjuncts } from "../../model/conjuncts.ts";
import { mappedValues } from "../../model/mapped-values.ts";
import type { Discriminator, Schema } from "../../model/model.ts";
import { escapePropertyKey } from "../escape/property-key.ts";
import { escapeString } from "../escape/string.ts";
import { areDisjoint, findTag } from "./disjoint.ts";
import { possibleTypes, typeBits } from "./json-types.ts";
import { readShared } from "./kept-code.ts";
import { hasCombinations, isPlainReference } from "./keywords.ts";
import { arrayLiteral, callExpression, objectLiteral } from "./layout.ts";
import type { ZodPlace } from "./zod.ts";
import { inner, withChecks, wrap, zodCode } from "./zod.ts";
import type { Part } from "./zod-parts.ts";
import { planOf } from "./zod-plan.ts";

type Union = Extract<Part, { kind: "union" }>;

/** The expression of `anyOf` or `oneOf`. */
export function unionCode(union: Union, place: ZodPlace): string {
  const { keyword, schemas } = union;
  const others = schemas.filter((schema) => !isNull(schema));
  const acceptsNull = others.some((schema) => (possibleTypes(schema) & typeBits.null) !== 0);
  const isNullable =
    others.length === schemas.length - 1 &&
    others.length > 0 &&
    (keyword === "anyOf" || !acceptsNull);
  return isNullable
    ? wrap("nullable", alternatives({ ...union, schemas: others }, place))
    : alternatives(union, place);
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

function alternatives({ keyword, schemas, discriminator }: Union, place: ZodPlace): string {
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
  const code = `z.${isUnion ? "union" : "xor"}(${options(place)})`;
  // Alternatives with a tag tell by themselves which was meant.
  const checks = tag === undefined ? discriminatorChecks(discriminator, schemas, place) : [];
  return withChecks(code, checks, place.indent);
}

/** What tells which alternative was meant, where only the discriminator does. */
function discriminatorChecks(
  discriminator: Discriminator | undefined,
  schemas: readonly Schema[],
  place: ZodPlace,
): string[] {
  const inside = inner(inner(place));
  const members = schemas.flatMap((schema) => {
    const name = schema.ref?.name;
    if (discriminator === undefined || name === undefined || !isPlainReference(schema)) {
      return [];
    }
    const code = zodCode(schema, inside);
    const values = mappedValues(discriminator.mapping, name);
    return (values.length === 0 ? [name] : values)
      .map(escapePropertyKey)
      .map((key) => (key === code ? key : `${key}: ${code}`));
  });
  if (discriminator === undefined || members.length === 0) {
    return [];
  }
  const parameters = [
    escapeString(discriminator.propertyName),
    objectLiteral([...new Set(members)], inner(place).indent),
  ];
  return [`json.discriminator(${parameters.join(", ")})`];
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
  return object?.names.has(tag) === true && !isOwnCircle && isReadableTag(schema, tag);
}

/** Whether the tag's expression is one whose values Zod finds: it looks into no intersections. */
function isReadableTag(schema: Schema, tag: string): boolean {
  const found = new Set<Schema>();
  const seen = new Set([schema]);
  for (const { properties, ...part } of seen) {
    const property = properties?.get(tag);
    if (property !== undefined) {
      found.add(property);
    }
    for (const inner of conjuncts(part)) {
      seen.add(inner);
    }
  }
  const [only, ...others] = found;
  return (
    only !== undefined && others.length === 0 && only.ref === undefined && !hasCombinations(only)
  );
}
