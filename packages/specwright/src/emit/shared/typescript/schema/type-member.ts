import type { Schema } from "../../../../document/model/model.ts";
import { leadsBack } from "../circles/type-circles.ts";
import { resolveSchema, type TypeContext, type TypePlace, use } from "../type-context.ts";
import { holdsForValues, selectOptionalKeys } from "./composed-object.ts";
import { printTypeLiteral } from "./type-literal.ts";
import type { Print } from "./type-object.ts";
import type { PrintedType } from "./type-printed.ts";
import { joinUnion, wrapText } from "./type-printed.ts";
import { buildSchemaPath } from "./type-reference.ts";

/**
 * Prints a member of `allOf`. Properties that its parent requires become required in it, and its discriminating
 * property is left out.
 */
export function printMember(
  item: Schema,
  parent: Schema,
  context: TypeContext,
  place: TypePlace,
  printSchema: Print,
): PrintedType {
  const { discriminators } = context;
  const isLike = context.options.likeOpenapiTypescript === true;
  if (item.ref === undefined) {
    const all = [...(parent.required ?? []), ...(item.required ?? [])];
    // Other members may describe the rest.
    const required = all.filter((name) =>
      holdsForValues(item, ({ properties }) => properties?.has(name) === true, context),
    );
    const type = printSchema(
      item.boolean === undefined ? { ...item, required } : item,
      context,
      place,
    );
    return item.discriminator === undefined || isUnion(item)
      ? type
      : omit(type, item.discriminator.propertyName);
  }
  const path = item.ref.name === undefined ? item.ref.text : buildSchemaPath(item.ref.name);
  let type = printExtended(item, context, place, printSchema);
  const keys =
    isLike && discriminators.narrowed.has(path)
      ? []
      : selectOptionalKeys(parent.required ?? [], item, context);
  if (keys.length > 0) {
    use("WithRequired", context);
    const isNullable = resolveSchema(item, context)?.types?.includes("null") === true;
    type = withRequired(type, keys.map(printTypeLiteral).join(" | "), isNullable);
  }
  const discriminator = discriminators.byPath.get(path);
  const target = resolveSchema(item, context);
  const isWhole = target !== undefined && isUnion(target) && !isWrittenOut(item, context);
  // Only a schema that the discriminator chooses has the property itself.
  const isChosen = isLike || discriminators.byPath.has(place.path);
  return discriminator === undefined || isWhole || !isChosen
    ? type
    : omit(type, discriminator.propertyName);
}

/** Returns whether values have the tags of a schema's alternatives, which a member of `allOf` keeps. */
function isUnion({ anyOf, oneOf }: Schema): boolean {
  return anyOf !== undefined || oneOf !== undefined;
}

/** Returns whether a schema is printed without its alternatives, because the extending schema is one of them. */
function isWrittenOut({ ref }: Schema, { circles, component = "" }: TypeContext): boolean {
  return ref?.name !== undefined && leadsBack(component, ref.name, circles);
}

/**
 * Prints the schema that another one extends. If it has the extending schema as an alternative, it is written out
 * without its alternatives; otherwise it is printed by name.
 */
function printExtended(
  item: Schema,
  context: TypeContext,
  place: TypePlace,
  printSchema: Print,
): PrintedType {
  const { circles, component = "", opened } = context;
  const name = item.ref?.name;
  if (name === undefined || !isWrittenOut(item, context)) {
    return printSchema(item, context, place);
  }
  const target = resolveSchema(item, context);
  if (target === undefined || name === component || opened.has(name)) {
    return wrapText("unknown");
  }
  const isBack = ({ ref }: Schema): boolean =>
    ref?.name !== undefined && leadsBack(component, ref.name, circles);
  const { anyOf, oneOf, ...rest } = target;
  opened.set(name, "unknown");
  const printed = printSchema(
    {
      ...rest,
      ...(anyOf?.some(isBack) === false ? { anyOf } : {}),
      ...(oneOf?.some(isBack) === false ? { oneOf } : {}),
    },
    context,
    place,
  );
  opened.delete(name);
  return printed;
}

/** Makes keys required. Null has no keys, so it is separated from the type first. */
function withRequired(type: PrintedType, keys: string, isNullable: boolean): PrintedType {
  return isNullable
    ? joinUnion([wrapText(`WithRequired<NonNullable<${type.text}>, ${keys}>`), wrapText("null")])
    : wrapText(`WithRequired<${type.text}, ${keys}>`);
}

function omit(type: PrintedType, key: string): PrintedType {
  return wrapText(`Omit<${type.text}, ${printTypeLiteral(key)}>`);
}
