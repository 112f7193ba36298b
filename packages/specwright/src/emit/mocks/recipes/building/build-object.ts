import { isKeptOut } from "../../../../document/model/directions/kept-out.ts";
import type { Schema } from "../../../../document/model/model.ts";
import { isObject } from "../../../../json-object.ts";
import { type MemberRecipe, noRecipe, type Recipe } from "../recipe.ts";
import { type Building, listPlaceExamples, type Place } from "./place.ts";

/** The recipe of an object. */
export function buildObject(parts: readonly Schema[], place: Place, context: Building): Recipe {
  const properties = new Map<string, Schema[]>();
  const required = new Set<string>();
  for (const part of parts) {
    for (const [name, property] of part.properties ?? []) {
      properties.set(name, [...(properties.get(name) ?? []), property]);
    }
    for (const name of part.required ?? []) {
      required.add(name);
    }
  }
  const others = parts.flatMap(({ additionalProperties, patternProperties }) => [
    ...(additionalProperties === undefined ? [] : [additionalProperties]),
    ...(patternProperties?.values() ?? []),
  ]);
  for (const name of required) {
    if (!properties.has(name)) {
      properties.set(name, others);
    }
  }
  const least = Math.max(0, ...parts.map(({ minProperties = 0 }) => minProperties));
  const most = Math.min(...parts.map(({ maxProperties }) => maxProperties ?? 2 ** 31));
  if (properties.size === 0) {
    return buildMap(parts, { least, most }, place, context);
  }
  const examples = listPlaceExamples(parts, place).filter(isObject);
  const members = new Map<string, MemberRecipe>();
  for (const [name, schemas] of properties) {
    const keptOutOf = (["request", "response"] as const).find((direction) =>
      schemas.some((schema) => isKeptOut(schema, direction)),
    );
    const recipe = buildMember(name, schemas, parts, examples, place, context);
    const isOptional = !required.has(name) && place.fixed?.has(name) !== true;
    if (recipe.kind !== "none" || !isOptional) {
      members.set(name, { recipe, isOptional, ...(keptOutOf && { keptOutOf }) });
    }
  }
  for (const [name, { isOptional }] of [...members].toReversed()) {
    if (members.size > most && isOptional) {
      members.delete(name);
    }
  }
  return { kind: "object", members };
}

function buildMember(
  name: string,
  schemas: readonly Schema[],
  parts: readonly Schema[],
  examples: readonly Readonly<Record<string, unknown>>[],
  place: Place,
  context: Building,
): Recipe {
  const tag = place.fixed?.get(name) ?? findOwnTag(name, parts, place);
  if (tag !== undefined) {
    return { kind: "literal", name: "fakeOneOf", values: [tag] };
  }
  return context.build(schemas, {
    name,
    examples: examples.flatMap((example) => (Object.hasOwn(example, name) ? [example[name]] : [])),
    around: place.around,
  });
}

/** The value of a discriminator in the component that it means. */
function findOwnTag(
  name: string,
  parts: readonly Schema[],
  { component }: Place,
): string | undefined {
  const found = parts.find(({ discriminator }) => discriminator?.propertyName === name);
  if (found?.discriminator === undefined || component === undefined) {
    return undefined;
  }
  const { mapping } = found.discriminator;
  const tags = [...mapping].filter(([, target]) => target === component).map(([tag]) => tag);
  const listed = parts.flatMap(({ properties }) => {
    const { const: constant, enum: values } = properties?.get(name) ?? {};
    return constant === undefined ? [values] : [[constant.value]];
  });
  const fitting = [...tags, ...(tags.length > 0 ? [] : [component, ...mapping.keys()])].find(
    (tag) => listed.every((values) => values?.includes(tag) !== false),
  );
  return fitting;
}

function buildMap(
  parts: readonly Schema[],
  { least, most }: { readonly least: number; readonly most: number },
  place: Place,
  context: Building,
): Recipe {
  const patterned = parts.flatMap(({ patternProperties }) => [...(patternProperties ?? [])]);
  const [[pattern, ofPattern] = []] = patterned;
  const additional = parts.flatMap(({ additionalProperties }) => additionalProperties ?? []);
  const described = [...(ofPattern === undefined ? additional : [ofPattern])].filter(
    ({ boolean }) => boolean === undefined,
  );
  const isClosed = ofPattern === undefined && additional.some(({ boolean }) => boolean === false);
  if (most === 0 || isClosed || (described.length === 0 && least === 0)) {
    return least === 0 ? { kind: "object", members: new Map() } : noRecipe;
  }
  const names = parts.flatMap(({ propertyNames }) => propertyNames ?? []);
  const ofNames: Schema = {
    location: { file: "", pointer: "" },
    types: ["string"],
    ...(pattern !== undefined && { pattern }),
  };
  const { around } = place;
  const keys =
    names.length === 0 && pattern === undefined
      ? ({ kind: "plain", name: "fakeWord" } as const)
      : context.build([...names, ofNames], { name: "", examples: [], around });
  const values = context.build(described, { name: "", examples: [], around });
  return { kind: "map", keys, values, least, most: Math.min(most, Math.max(least, 2)) };
}
