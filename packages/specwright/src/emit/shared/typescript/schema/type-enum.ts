import { hasType } from "@specwright/runtime/v1/values";
import { isWord } from "../../../../document/model/directions/open-enums.ts";
import { keyLocation } from "../../../../document/model/location.ts";
import type { Schema } from "../../../../document/model/model.ts";
import { escapePropertyKey } from "../../escape/property-key.ts";
import { renderDocComment } from "../../print/doc-comment.ts";
import { nameEnum, nameEnumMembers, nameEnumValues } from "../names/enum-names.ts";
import type { TypeContext, TypePlace } from "../type-context.ts";
import { hoist } from "../type-hoisted.ts";
import { printTypeLiteral } from "./type-literal.ts";
import type { PrintedType } from "./type-printed.ts";
import { joinUnion, toArrayType, toReadonlyType, wrapText } from "./type-printed.ts";

/** Prints a schema with a list of values as a union. With the option `enum`, as a TypeScript enum outside the interfaces. */
export function printEnum(schema: Schema, context: TypeContext, { path }: TypePlace): PrintedType {
  const { options, hoisted } = context;
  const isLike = options.likeOpenapiTypescript === true;
  const values = isLike ? listWrittenValues(schema) : listValidValues(schema);
  if (options.enum === true && isHoistable(schema, options.conditionalEnums === true)) {
    const name = hoistEnum(schema, values, context, path);
    context.enumsByPath.set(path, name);
    return schema.isNullAdded === true
      ? joinUnion([wrapText(name), wrapText("null")])
      : wrapText(name);
  }
  const isNullable = isLike
    ? schema.types?.includes("null") === true && !values.includes(null)
    : schema.isNullAdded === true;
  const closed = isNullable
    ? joinUnion([...values, null].map(printValueType))
    : printLiteralUnion(values);
  const type = isOpen(schema, context) ? openType(closed, values) : closed;
  if (options.enumValues === true && values.length > 0 && values.every(isWord)) {
    const listed = toReadonlyType(toArrayType(type)).text;
    const list = `[${values.map(printTypeLiteral).join(", ")}]`;
    // A declaration file cannot contain values, so there the list is only declared.
    const value = options.declarationFile === true ? "" : ` = ${list}`;
    hoist(nameEnumValues(path), hoisted, (name) => `export const ${name}: ${listed}${value};\n`);
  }
  return type;
}

/** Returns whether answers may have other values. */
function isOpen({ location, variant }: Schema, { options: { openEnums } }: TypeContext): boolean {
  return openEnums?.has(keyLocation(location)) === true && variant?.direction !== "request";
}

/** Adds all other values. `string & {}` stays beside the literals, so that an editor still completes them. */
function openType(closed: PrintedType, values: readonly unknown[]): PrintedType {
  const others = ["string", "number"]
    .filter((name) => values.some((value) => typeof value === name))
    .map((name): PrintedType => ({ text: `(${name} & {})`, binding: "atom" }));
  return { text: [closed, ...others].map(({ text }) => text).join(" | "), binding: "union" };
}

/** The values that the document lists. */
function listWrittenValues({ enum: values = [], isNullAdded }: Schema): readonly unknown[] {
  return isNullAdded === true ? values.filter((value) => value !== null) : values;
}

/** The values that `type` allows: `type: string` with `enum: [a, 4.1]` allows `a`. */
function listValidValues(schema: Schema): readonly unknown[] {
  const { types } = schema;
  const values = listWrittenValues(schema);
  return types === undefined || values.every((value) => hasType(value, types))
    ? values
    : values.filter((value) => hasType(value, types));
}

/** The values as a union. It is printed once for all targets, because there may be hundreds of thousands of values. */
function printLiteralUnion(values: readonly unknown[]): PrintedType {
  const known = unions.get(values);
  if (known !== undefined) {
    return known;
  }
  const texts = new Set(values.map(printTypeLiteral));
  const printed: PrintedType =
    texts.size < 2
      ? joinUnion(values.map(printValueType))
      : { text: [...texts].join(" | "), binding: "union" };
  if (values.length > manyValues) {
    unions.set(values, printed);
  }
  return printed;
}

const unions = new WeakMap<readonly unknown[], PrintedType>();

const manyValues = 1000;

function printValueType(value: unknown): PrintedType {
  return wrapText(printTypeLiteral(value));
}

/**
 * Returns whether a list becomes an enum. Lists with values other than strings and numbers, such as `null`, stay
 * unions. With `conditionalEnums`, so do lists without names or descriptions.
 */
function isHoistable(schema: Schema, conditional: boolean): boolean {
  const values = listWrittenValues(schema);
  const { extensions } = schema;
  const named = [...names, ...descriptions].some((key) => Array.isArray(extensions?.get(key)));
  return values.length > 0 && values.every(isWord) && (named || !conditional);
}

const names = ["x-enum-varnames", "x-enumNames"];
const descriptions = ["x-enum-descriptions", "x-enumDescriptions"];

/** A member of an enum, named by `x-enum-varnames` or by its value. */
export interface EnumMember {
  readonly name: string;
  readonly value: string | number;
  readonly description: string | undefined;
}

function hoistEnum(
  schema: Schema,
  values: readonly unknown[],
  { options, hoisted, enumsByMembers }: TypeContext,
  path: string,
): string {
  const members = listEnumMembers(schema, values.filter(isWord));
  const signature = JSON.stringify(members.map((member) => JSON.stringify(member)).sort());
  const known = options.dedupeEnums === true ? enumsByMembers.get(signature) : undefined;
  if (known !== undefined) {
    return known;
  }
  const body = members.map(renderMember).join("");
  const name = hoist(nameEnum(path), hoisted, (free) => `export enum ${free} {\n${body}}\n`);
  enumsByMembers.set(signature, name);
  return name;
}

/** The members of a list of strings and numbers. Undefined for lists with other values, and for a list that becomes none. */
export function listConstMembers(schema: Schema): readonly EnumMember[] | undefined {
  const values = schema.const === undefined ? listValidValues(schema) : [];
  return values.length > 0 && values.every(isWord) ? listEnumMembers(schema, values) : undefined;
}

function listEnumMembers(
  { extensions }: Schema,
  values: readonly (string | number)[],
): readonly EnumMember[] {
  const printListedMember = (keys: readonly string[], index: number): string | undefined => {
    for (const key of keys) {
      const list = extensions?.get(key);
      const item: unknown = Array.isArray(list) ? list[index] : undefined;
      if (isWord(item)) {
        return String(item);
      }
    }
    return undefined;
  };
  const distinct = values
    .map((value, index) => ({
      value,
      name: printListedMember(names, index) ?? String(value),
      description: printListedMember(descriptions, index),
    }))
    .filter(({ value }, index) => values.indexOf(value) === index);
  const unique = nameEnumMembers(distinct.map(({ name }) => name));
  return distinct.map((member, index) => ({ ...member, name: unique[index] ?? member.name }));
}

function renderMember({ name, value, description }: EnumMember): string {
  const comment = renderDocComment({ description }, "  ");
  return `${comment}  ${escapePropertyKey(name)} = ${printTypeLiteral(value)},\n`;
}
