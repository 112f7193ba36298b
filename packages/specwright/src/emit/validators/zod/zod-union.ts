import { listAllowedValues } from "../../../document/model/facts/allowed-values.ts";
import { areDisjoint, findTag } from "../../../document/model/facts/disjoint.ts";
import { hasCombinations, isPlainReference } from "../../../document/model/facts/keywords.ts";
import { findAlternativeValues } from "../../../document/model/facts/listed-values.ts";
import { findPossibleTypes, typeBits } from "../../../document/model/facts/possible-types.ts";
import { listMappedValues } from "../../../document/model/mapped-values.ts";
import type { Discriminator, Schema } from "../../../document/model/model.ts";
import { escapePropertyKey } from "../../shared/escape/property-key.ts";
import { escapeString } from "../../shared/escape/string.ts";
import { printArrayLiteral, printObjectLiteral } from "../../shared/print/layout.ts";
import type { Place } from "../definitions/context.ts";
import { printZod } from "./zod.ts";
import type { ZodPlace } from "./zod-expression.ts";
import { placeInside, withChecks, wrap } from "./zod-expression.ts";
import type { Part } from "./zod-parts.ts";
import { findPartFacts, type Plan, planDefinition, planSchema } from "./zod-plan.ts";
import { printValues } from "./zod-value.ts";

type Union = Extract<Part, { kind: "union" }>;

/** The expression of `anyOf` or `oneOf`. */
export function printZodUnion(union: Union, place: ZodPlace): string {
  const { keyword, schemas } = union;
  const values = findAlternativeValues(keyword, schemas);
  if (values !== undefined) {
    return printValues(values, place);
  }
  const others = schemas.filter((schema) => !isNull(schema));
  const acceptsNull = others.some((schema) => (findPossibleTypes(schema) & typeBits.null) !== 0);
  const isNullable =
    others.length === schemas.length - 1 &&
    others.length > 0 &&
    (keyword === "anyOf" || !acceptsNull);
  return isNullable
    ? wrap("nullable", printUnionAlternatives({ ...union, schemas: others }, place), place)
    : printUnionAlternatives(union, place);
}

/** Returns whether a schema accepts null, and has no keyword that could reject it. */
function isNull(schema: Schema): boolean {
  const { types, ref, enum: values, const: constant } = schema;
  return (
    types?.length === 1 &&
    types[0] === "null" &&
    [ref, values, constant].every((keyword) => keyword === undefined) &&
    !hasCombinations(schema)
  );
}

function printUnionAlternatives(
  { keyword, schemas, discriminator }: Union,
  place: ZodPlace,
): string {
  const [only] = schemas;
  if (only === undefined) {
    return "z.never()";
  }
  if (schemas.length === 1) {
    return printZod(only, place);
  }
  const printUnionOptions = (at: ZodPlace): string =>
    printArrayLiteral(
      schemas.map((schema) => printZod(schema, placeInside(at))),
      at.indent,
    );
  const tag = findTag(schemas)?.name;
  if (tag !== undefined && haveReadableTags(schemas, tag, place)) {
    return `z.discriminatedUnion(${escapeString(tag)}, ${printUnionOptions(place)})`;
  }
  const isUnion = keyword === "anyOf" || areDisjoint(schemas);
  const code = `z.${isUnion ? "union" : "xor"}(${printUnionOptions(place)})`;
  // When alternatives have a tag, the error already shows which one was meant.
  const checks = tag === undefined ? printDiscriminatorChecks(discriminator, schemas, place) : [];
  return withChecks(code, checks, place.indent);
}

/** The check of the discriminator, which shows the alternative that was meant. Only needed when no tag shows it. */
function printDiscriminatorChecks(
  discriminator: Discriminator | undefined,
  schemas: readonly Schema[],
  place: ZodPlace,
): string[] {
  const inside = placeInside(placeInside(place));
  const members = schemas.flatMap((schema) => {
    const name = schema.ref?.name;
    if (discriminator === undefined || name === undefined || !isPlainReference(schema)) {
      return [];
    }
    const code = printZod(schema, inside);
    const values = listMappedValues(discriminator.mapping, name);
    return (values.length === 0 ? [name] : values)
      .map(escapePropertyKey)
      .map((key) => (key === code ? key : `${key}: ${code}`));
  });
  if (discriminator === undefined || members.length === 0) {
    return [];
  }
  const parameters = [
    escapeString(discriminator.propertyName),
    printObjectLiteral([...new Set(members)], placeInside(place).indent),
  ];
  return [`json.discriminator(${parameters.join(", ")})`];
}

/** Returns whether Zod finds the tag's values in each expression, and each value occurs once. */
function haveReadableTags(schemas: readonly Schema[], tag: string, place: ZodPlace): boolean {
  const seen = new Set<unknown>();
  return schemas.every((schema) =>
    // The tag's values in the printed expressions may differ from those that distinguish the schemas.
    findReadableTag(schema, tag, place)?.every((value) => seen.size < seen.add(value).size),
  );
}

/** The values of the tag, if the expression is a ZodObject with this property, and may be read while the union is built. */
function findReadableTag(schema: Schema, tag: string, place: ZodPlace): TagValues {
  const { definition, context } = place;
  const environment = context.definitions.enter(place.environment, schema);
  const inside = { ...place, environment };
  const plan = planSchema(schema, inside);
  const shared = context.definitions.share(schema, environment);
  const isOwnCircle =
    shared?.cycle === definition.cycle ||
    plan.parts.some((part) => part.kind === "reference" && part.target.cycle === definition.cycle);
  return isOwnCircle ? undefined : findTagOfPlan(plan, tag, inside);
}

/** Undefined when the tag's expression is not a list of values. Zod does not look inside intersections. */
type TagValues = readonly unknown[] | undefined;

function findTagOfPlan(plan: Plan, tag: string, place: Place): TagValues {
  if (plan.object?.names.has(tag) !== true) {
    return undefined;
  }
  // The last part with the property overwrites the earlier ones.
  const part = plan.parts.findLast((one) => findPartFacts(one, place)?.names.has(tag) === true);
  switch (part?.kind) {
    case "own":
      return readTagValues(part.schema.properties?.get(tag), {
        ...place,
        environment: plan.environment,
      });
    case "plan":
      return findTagOfPlan(part.plan, tag, place);
    case "reference": {
      const { context } = place;
      const { target: definition } = part;
      const inside = { context, definition, environment: definition.environment };
      return findTagOfPlan(planDefinition(definition, context), tag, inside);
    }
    default:
      return undefined;
  }
}

function readTagValues(property: Schema | undefined, place: Place): TagValues {
  if (property === undefined) {
    return undefined;
  }
  const environment = place.context.definitions.enter(place.environment, property);
  const { parts, rest, looseTypes } = planSchema(property, { ...place, environment });
  const [only, ...others] = parts;
  if (only?.kind !== "own" || others.length + rest.length + looseTypes.length > 0) {
    return undefined;
  }
  const [values, ...lists] = listAllowedValues(only.schema);
  const isNullable = values?.includes(null) === true;
  return lists.length > 0 || isNullable ? undefined : values;
}
