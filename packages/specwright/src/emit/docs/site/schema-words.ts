import { followSchemaReferences } from "../../../document/model/behind-references.ts";
import { writtenValues } from "../../../document/model/facts/written-values.ts";
import type { Schema } from "../../../document/model/model.ts";
import { isObject } from "../../../json-object.ts";

/** A part of a sentence about a schema: words, and perhaps a value that is shown as code. */
export interface SchemaFact {
  readonly words: string;
  readonly code?: string;
}

/** The type of a schema in words, with links to named schemas: `array of Pet or null`. */
export interface TypePart {
  readonly text: string;
  /** The name of the component to which the part links. */
  readonly schema?: string;
}

/** Inline unions and lists are named down to this depth. */
const deepest = 3;

/** Names the type of a schema. */
export function nameType(schema: Schema, depth = 0): readonly TypePart[] {
  const name = schema.ref?.name;
  if (name !== undefined) {
    return [{ text: name, schema: name }];
  }
  const resolved = followSchemaReferences(schema);
  if (resolved === undefined || depth > deepest) {
    return [{ text: "any" }];
  }
  const { types, items, boolean, oneOf, anyOf, allOf, format, properties } = resolved;
  const choices = oneOf ?? anyOf;
  if (choices !== undefined && properties === undefined) {
    return choices.length > 4
      ? [{ text: `one of ${choices.length} kinds` }]
      : joinTypes(choices.map((choice) => nameType(choice, depth + 1)));
  }
  if (allOf?.length === 1 && properties === undefined && allOf[0] !== undefined) {
    return nameType(allOf[0], depth + 1);
  }
  if (items !== undefined) {
    const others = (types ?? []).filter((type) => type !== "array");
    return joinTypes([
      [{ text: "array of " }, ...nameType(items, depth + 1)],
      ...others.map((type) => [{ text: type }]),
    ]);
  }
  if (boolean === false) {
    return [{ text: "nothing" }];
  }
  const values = writtenValues(resolved);
  const fallback =
    values?.every((value) => typeof value === "string") === true
      ? "string"
      : properties === undefined && allOf === undefined
        ? "any"
        : "object";
  const text = types?.join(" or ") ?? fallback;
  return [{ text: format === undefined ? text : `${text} (${format})` }];
}

function joinTypes(parts: readonly (readonly TypePart[])[]): readonly TypePart[] {
  return parts.flatMap((part, index) => (index === 0 ? part : [{ text: " or " }, ...part]));
}

/** The constraints of a schema in words: `1 to 100 characters`. */
export function describeConstraints(schema: Schema): readonly SchemaFact[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const { pattern, uniqueItems, const: constant, examples = [] } = schema;
  const fallback = schema.default;
  return [
    ...describeRange(schema.minLength, schema.maxLength, "character"),
    ...describeRange(schema.minItems, schema.maxItems, "item"),
    ...describeRange(schema.minProperties, schema.maxProperties, "member"),
    ...(minimum !== undefined && maximum !== undefined
      ? [{ words: `${minimum} to ${maximum}` }]
      : [
          ...(minimum === undefined ? [] : [{ words: `At least ${minimum}` }]),
          ...(maximum === undefined ? [] : [{ words: `At most ${maximum}` }]),
        ]),
    ...(exclusiveMinimum === undefined ? [] : [{ words: `More than ${exclusiveMinimum}` }]),
    ...(exclusiveMaximum === undefined ? [] : [{ words: `Less than ${exclusiveMaximum}` }]),
    ...(multipleOf === undefined ? [] : [{ words: `A multiple of ${multipleOf}` }]),
    ...(uniqueItems === true ? [{ words: "No item twice" }] : []),
    ...(pattern === undefined ? [] : [{ words: "Matches", code: pattern }]),
    ...(constant === undefined ? [] : [{ words: "Always", code: print(constant.value) }]),
    ...(fallback === undefined ? [] : [{ words: "Default", code: print(fallback.value) }]),
    ...(examples[0] === undefined ? [] : [{ words: "Example", code: print(examples[0]) }]),
  ].filter(({ code = "" }) => code.length <= maximumCode);
}

/** Longer values are shown in the examples beside the text. */
const maximumCode = 160;

function print(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

function describeRange(
  least: number | undefined,
  most: number | undefined,
  thing: string,
): readonly SchemaFact[] {
  const name = (count: number): string => `${count} ${thing}${count === 1 ? "" : "s"}`;
  if (least !== undefined && least > 0 && most !== undefined) {
    return [{ words: least === most ? `Exactly ${name(most)}` : `${least} to ${name(most)}` }];
  }
  return [
    ...(least === undefined || least === 0 ? [] : [{ words: `At least ${name(least)}` }]),
    ...(most === undefined ? [] : [{ words: `At most ${name(most)}` }]),
  ];
}

/** A value of an enumeration with the description that `x-enumDescriptions` or `x-enum-descriptions` gives it. */
export interface EnumValue {
  readonly value: string;
  readonly description: string;
}

/** The values of an enumeration. */
export function listEnumValues(schema: Schema): readonly EnumValue[] {
  const described =
    schema.extensions?.get("x-enumDescriptions") ?? schema.extensions?.get("x-enum-descriptions");
  return (schema.enum ?? []).map((each, index) => {
    const value = print(each);
    const text = Array.isArray(described)
      ? described[index]
      : isObject(described) && Object.hasOwn(described, value)
        ? described[value]
        : undefined;
    return { value, description: typeof text === "string" ? text : "" };
  });
}
