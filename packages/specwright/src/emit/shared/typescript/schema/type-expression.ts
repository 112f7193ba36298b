import { takeReferenceAsPart } from "../../../../document/model/facts/reference-as-part.ts";
import type { JsonType, Schema, SchemaReference } from "../../../../document/model/model.ts";
import { isItself } from "../circles/type-circles.ts";
import { patchSchema } from "../discriminators/patch-schema.ts";
import { findDynamicTarget, findScopedKey, isBoundHere } from "../places/dynamic-targets.ts";
import { placeReference } from "../places/place-reference.ts";
import { pointToComponent } from "../places/typed-places.ts";
import { type TypeContext, type TypePlace, use, useIndex } from "../type-context.ts";
import { findKind } from "../value-kinds.ts";
import { withRequiredOfParts } from "./composed-object.ts";
import { printArray } from "./type-array.ts";
import { printEnum } from "./type-enum.ts";
import { printTypeLiteral } from "./type-literal.ts";
import { printMember } from "./type-member.ts";
import { isComposed, printObject } from "./type-object.ts";
import type { PrintedType } from "./type-printed.ts";
import { joinIntersection, joinUnion, saysNothing, wrapText } from "./type-printed.ts";
import { printComponentReference, printFilledReference } from "./type-reference.ts";
import { findTransformedType } from "./type-transform.ts";

/**
 * A schema as a TypeScript type expression over `components`. With `likeOpenapiTypescript`, it has the same meaning as in
 * openapi-typescript 7.13. Lines after the first are indented. The helper types that it needs are recorded in the context.
 */
export function printTypeExpression(
  schema: Schema,
  context: TypeContext,
  place: TypePlace,
): string {
  return printSchema(schema, context, place).text;
}

function printSchema(original: Schema, context: TypeContext, place: TypePlace): PrintedType {
  const { environment } = context;
  context.environment = context.environments.enter(environment, original);
  const printed = printInScope(original, context, place);
  context.environment = environment;
  return printed;
}

function printInScope(original: Schema, context: TypeContext, place: TypePlace): PrintedType {
  if (original.boolean !== undefined) {
    return original.boolean ? wrapText("unknown") : wrapText("never");
  }
  if (original.ref !== undefined) {
    const whole =
      context.options.likeOpenapiTypescript === true ? original : takeReferenceAsPart(original);
    return whole.ref === undefined
      ? printSchema(whole, context, place)
      : printReference(whole.ref, context, place, original);
  }
  const { transform } = context.options;
  const { converted } = context.options;
  const transformed =
    (transform && findTransformedType(original, transform, place)) ??
    (converted && findTransformedType(original, (each) => findKind(each, converted), place));
  if (transformed !== undefined) {
    return transformed;
  }
  const simple = printSimple(original);
  if (simple !== undefined) {
    return simple;
  }
  const schema = withRequiredOfParts(patchSchema(original, context.discriminators), context);
  if (schema.const !== undefined) {
    return wrapText(printTypeLiteral(schema.const.value));
  }
  if (schema.enum !== undefined && !describesObject(schema)) {
    return printEnum(schema, context, place);
  }
  return printComposition(schema, context, place);
}

/** A shortcut: most schemas have a single primitive type and no composition. */
function printSimple(schema: Schema): PrintedType | undefined {
  const { types } = schema;
  const isSimple =
    types?.length === 1 &&
    schema.enum === undefined &&
    schema.const === undefined &&
    schema.allOf === undefined &&
    schema.anyOf === undefined &&
    schema.oneOf === undefined;
  return isSimple && types[0] !== undefined ? simpleTypes.get(types[0]) : undefined;
}

const simpleTypes: ReadonlyMap<JsonType, PrintedType> = new Map<JsonType, PrintedType>([
  ["null", wrapText("null")],
  ["string", wrapText("string")],
  ["boolean", wrapText("boolean")],
  ["number", wrapText("number")],
  ["integer", wrapText("number")],
]);

/**
 * The reference as an index into the emitted interfaces.
 *
 * @param alone The schema that says no more than the reference.
 */
function printReference(
  reference: SchemaReference,
  context: TypeContext,
  place: TypePlace,
  alone?: Schema,
): PrintedType {
  if (isBoundHere(reference, context)) {
    const { component = "" } = context;
    // Inside of itself, a `Page` of pets is a `PetPage`.
    const isComponent =
      alone?.dynamicAnchors !== undefined && alone.location.pointer === pointToComponent(component);
    return printTarget(reference, context, place, isComponent ? component : undefined);
  }
  if (reference.name !== undefined && reference.isFilled === true) {
    use("FilledSchemas", context);
    return wrapText(printFilledReference(reference.name));
  }
  if (reference.name !== undefined) {
    return wrapText(printName(reference.name, context));
  }
  const index = placeReference(reference.target.location.pointer, context);
  // The interfaces have no member for places such as `#/components/schemas/Tag/allOf/0`.
  return index === undefined
    ? printTarget(reference, context, place)
    : wrapText(useIndex(index, context));
}

function printName(name: string, context: TypeContext): string {
  const named = context.names?.get(name);
  if (named !== undefined) {
    return use(named, context);
  }
  const alias = context.printsAlias ? context.circles.aliases.get(name) : undefined;
  return alias ?? useIndex(printComponentReference("schemas", name), context);
}

/** Schemas that a scope binds are written out at each place, so with each level there may be twice as many. */
const mostWrittenOut = 500;

/**
 * Writes out the type of a reference's target, unless it is inside itself or has too many others in it.
 *
 * @param name The component that has this type.
 */
function printTarget(
  { target }: SchemaReference,
  context: TypeContext,
  place: TypePlace,
  name?: string,
): PrintedType {
  const key = findScopedKey(target, context);
  const known = context.opened.get(key);
  if (known !== undefined) {
    return wrapText(known);
  }
  context.writtenOut = context.opened.size === 0 ? 1 : context.writtenOut + 1;
  if (context.writtenOut > mostWrittenOut && context.environment.size > 0) {
    return wrapText("unknown");
  }
  context.opened.set(key, name === undefined ? "unknown" : printName(name, context));
  const printed = printSchema(target, context, place);
  context.opened.delete(key);
  return printed;
}

/** openapi-typescript does not read `$dynamicRef`. */
function printDynamic(
  schema: Schema,
  context: TypeContext,
  place: TypePlace,
): PrintedType | undefined {
  if (schema.dynamicReference === undefined) {
    return undefined;
  }
  const target = findDynamicTarget(schema, context);
  const printed = target && printReference(target, context, place);
  return printed?.text === "unknown" ? undefined : printed;
}

function describesObject(schema: Schema): boolean {
  const isObject = schema.types?.length === 1 && schema.types[0] === "object";
  return isObject || schema.properties !== undefined || schema.additionalProperties !== undefined;
}

/** The schema's own type intersected with `allOf`, then with the union of `anyOf`, then with that of `oneOf`. */
function printComposition(schema: Schema, context: TypeContext, place: TypePlace): PrintedType {
  const own = printCore(schema, context, place);
  const conjunction = (schema.allOf ?? []).map((item) =>
    printMember(item, schema, context, place, printSchema),
  );
  const dynamic = printDynamic(schema, context, place);
  if (dynamic !== undefined) {
    conjunction.unshift(dynamic);
  }
  if (own !== undefined) {
    conjunction.unshift(own);
  }
  const core = conjunction.length === 0 ? undefined : joinIntersection(conjunction);
  const anyOf = printAlternatives(schema, "anyOf", context, place);
  const type = anyOf.length === 0 ? core : withAnyOf(schema, core, anyOf, context);
  const oneOf = printAlternatives(schema, "oneOf", context, place);
  const whole = oneOf.length === 0 ? type : withOneOf(schema, type, oneOf, context);
  return whole ?? printEmptyType(schema, context);
}

/** Adds `anyOf` to a type. Alternatives that do not affect types, such as a lone `required`, do not change it. */
function withAnyOf(
  schema: Schema,
  type: PrintedType | undefined,
  alternatives: readonly PrintedType[],
  context: TypeContext,
): PrintedType {
  const known = type ?? printObjectPart(schema, alternatives, context);
  if (known === undefined) {
    return joinUnion(alternatives);
  }
  if (context.options.likeOpenapiTypescript === true) {
    return joinUnion([known, ...alternatives]);
  }
  const primitive = alternatives.filter(isPrimitive);
  const others = alternatives.filter((each) => !isPrimitive(each) && !saysNothing(each));
  return primitive.length + others.length < alternatives.length
    ? joinUnion([known, ...others, ...primitive])
    : joinUnion([
        others.length === 0 ? known : joinIntersection([known, joinUnion(others)]),
        ...primitive,
      ]);
}

/** The same for `oneOf`. */
function withOneOf(
  schema: Schema,
  type: PrintedType | undefined,
  alternatives: readonly PrintedType[],
  context: TypeContext,
): PrintedType {
  const known = type ?? printObjectPart(schema, alternatives, context);
  if (known === undefined) {
    return joinUnion(alternatives);
  }
  if (alternatives.every(isPrimitive)) {
    return joinUnion([known, ...alternatives]);
  }
  return alternatives.some(saysNothing)
    ? known
    : joinIntersection([known, joinUnion(alternatives)]);
}

/** The type of an object about which only the type is known. */
function printObjectPart(
  { types }: Schema,
  alternatives: readonly PrintedType[],
  { options }: TypeContext,
): PrintedType | undefined {
  const isOpaque = options.likeOpenapiTypescript === true;
  const isObject = types?.length === 1 && types[0] === "object" && !isOpaque;
  return isObject && alternatives.every(saysNothing)
    ? wrapText("Record<string, unknown>")
    : undefined;
}

function printAlternatives(
  schema: Schema,
  keyword: "anyOf" | "oneOf",
  context: TypeContext,
  { indent, path }: TypePlace,
): PrintedType[] {
  const { circles, component = "" } = context;
  const isWhole = ({ ref }: Schema): boolean =>
    ref?.name !== undefined && isItself(component, ref.name, circles);
  const printed = (schema[keyword] ?? []).map((item, index) => {
    if (isWhole(item)) {
      return wrapText("never");
    }
    // `nullable` of OpenAPI 3.0 is converted to alternatives that the document does not contain, so they keep the place
    // of the schema.
    const isLifted = item.location === schema.location;
    const { required, ...bare } = item;
    // A lone `required` says nothing about the type: the schema around it describes the properties.
    const isLone = !isComposed(item) && item.ref === undefined && item.properties === undefined;
    return printSchema(isLone ? bare : item, context, {
      indent,
      path: isLifted ? path : `${path}/${keyword}/${index}`,
    });
  });
  return isItself(component, component, circles)
    ? printed.filter(({ text }) => text !== "never")
    : printed;
}

const primitives: ReadonlySet<string> = new Set(["boolean", "never", "null", "number", "string"]);

function isPrimitive(type: PrintedType): boolean {
  return primitives.has(type.text);
}

/** The type of a schema without keywords that affect types. */
function printEmptyType(schema: Schema, { options }: TypeContext): PrintedType {
  if (schema.types === undefined) {
    return wrapText("unknown");
  }
  const isLike = options.likeOpenapiTypescript === true;
  const isClosed = schema.additionalProperties?.boolean === false || schema.maxProperties === 0;
  // A variant may have lost all its properties in this direction. It may still be one of several schemas of a value, so
  // it stays open.
  const isLeftEmpty = schema.variant !== undefined && schema.properties?.size === 0;
  const isOpen = isLike
    ? options.emptyObjectsUnknown === true
    : options.emptyObjectsUnknown !== false && !isClosed;
  const type = wrapText(`Record<string, ${isOpen || isLeftEmpty ? "unknown" : "never"}>`);
  return isClosed || isLike ? type : { ...type, isAnyObject: true };
}

/** The type without composition. Undefined when neither `type` nor the keywords of objects affect the type. */
function printCore(
  schema: Schema,
  context: TypeContext,
  place: TypePlace,
): PrintedType | undefined {
  const { types } = schema;
  if (types === undefined || types.length < 2) {
    return printType(schema, types?.[0], context, place);
  }
  const { oneOf, ...rest } = schema;
  const isInOneOf = (type: JsonType): boolean =>
    type !== "object" &&
    type !== "array" &&
    oneOf?.some((item) => item.types?.includes(type)) === true;
  const alternatives = types
    .filter((type) => !isInOneOf(type))
    .map((type) =>
      type === "null"
        ? wrapText("null")
        : printComposition({ ...rest, types: [type] }, context, place),
    );
  return joinUnion(alternatives);
}

function printType(
  schema: Schema,
  typeName: JsonType | undefined,
  context: TypeContext,
  place: TypePlace,
): PrintedType | undefined {
  switch (typeName) {
    case "null":
    case "string":
    case "boolean":
    case "number":
      return wrapText(typeName);
    case "integer":
      return wrapText("number");
    case "array":
      return printArray(schema, context, place, printSchema);
    case "object":
    case undefined:
      return printObject(schema, context, place, printSchema);
    default:
      typeName satisfies never;
      return undefined;
  }
}
