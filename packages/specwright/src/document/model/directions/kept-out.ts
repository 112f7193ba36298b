import { collectAppliedInPlace } from "../applied-parts.ts";
import type { Direction, Schema } from "../model.ts";

/**
 * Returns whether a direction leaves a property out: `readOnly` keeps it out of requests, `writeOnly` out of responses.
 * The keyword may also be behind a reference or in `allOf`: one schema that has it is enough (JSON Schema 2020-12
 * Validation, section 9.4). A property with both keywords is part of both directions.
 */
export function isKeptOut(property: Schema, direction: Direction): boolean {
  let { readOnly, writeOnly } = property;
  // Most properties are neither references nor compositions.
  if (property.ref !== undefined || property.allOf !== undefined) {
    for (const part of collectAppliedInPlace(property, false)) {
      readOnly ||= part.readOnly;
      writeOnly ||= part.writeOnly;
    }
  }
  const isReadOnly = readOnly === true;
  return isReadOnly !== (writeOnly === true) && isReadOnly === (direction === "request");
}

/** The properties that a direction keeps out of a schema's value. */
export interface KeptOut {
  /** Names of properties that are kept out in every case, whichever alternative the value fits. */
  readonly always: ReadonlySet<string>;
  /** The properties, including those of alternatives. */
  readonly ever: ReadonlySet<string>;
}

/** Collects the names from the schema itself and from all schemas that apply to the same value. */
export function collectKeptOutNames(schema: Schema, direction: Direction): KeptOut {
  return {
    always: collectNamesIn(collectAppliedInPlace(schema, false), direction),
    ever: collectNamesIn(collectAppliedInPlace(schema, true), direction),
  };
}

function collectNamesIn(schemas: ReadonlySet<Schema>, direction: Direction): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { properties } of schemas) {
    properties?.forEach((property, name) => {
      if (isKeptOut(property, direction)) {
        names.add(name);
      }
    });
  }
  return names;
}

/**
 * Returns whether the schema itself describes something that is kept out: in `properties`, `patternProperties` or
 * `additionalProperties`.
 */
export function describesKeptOut(schema: Schema, direction: Direction): boolean {
  const { properties, patternProperties, additionalProperties } = schema;
  const described = [
    ...(properties?.values() ?? []),
    ...(patternProperties?.values() ?? []),
    ...(additionalProperties === undefined ? [] : [additionalProperties]),
  ];
  return described.some((property) => isKeptOut(property, direction));
}

/** The names that a schema and those that apply to the same value require. */
export function collectRequiredInPlace(schema: Schema): ReadonlySet<string> {
  return new Set([...collectAppliedInPlace(schema, true)].flatMap(listRequiredNames));
}

/** The names that a schema itself requires, with `required` or with `dependentRequired`. */
export function listRequiredNames({ required = [], dependentRequired }: Schema): readonly string[] {
  return [...required, ...[...(dependentRequired?.values() ?? [])].flat()];
}

/** The names that a schema and those that apply to the same value require or describe. */
export function collectMentionedInPlace(schema: Schema): ReadonlySet<string> {
  const described = [...collectAppliedInPlace(schema, true)].flatMap(({ properties }) => [
    ...(properties?.keys() ?? []),
  ]);
  return new Set([...collectRequiredInPlace(schema), ...described]);
}
