import { isRecording, note, untracked } from "../../memo.ts";
import { behindReferences } from "../../model/behind-references.ts";
import type { Schema } from "../../model/model.ts";
import { possibleTypes, typeBits } from "./json-types.ts";

/** Whether no value is accepted by two of the schemas, as far as types, listed values and tags tell. */
export function areDisjoint(schemas: readonly Schema[]): boolean {
  return (
    areDisjointByType(schemas) || areDisjointByValue(schemas) || findTag(schemas) !== undefined
  );
}

/** Lists of texts without a text in two of them. */
function areDisjointByValue(schemas: readonly Schema[]): boolean {
  const seen = new Set<unknown>();
  return schemas.every(({ const: constant, enum: listed }) => {
    const values = new Set(constant === undefined ? (listed ?? [undefined]) : [constant.value]);
    return [...values].every((value) => {
      const isNew = typeof value === "string" && !seen.has(value);
      seen.add(value);
      return isNew;
    });
  });
}

function areDisjointByType(schemas: readonly Schema[]): boolean {
  let seen = 0;
  return schemas.every((schema) => {
    const types = possibleTypes(schema);
    const isNew = (seen & types) === 0;
    seen |= types;
    return isNew;
  });
}

/** The property that tells objects apart: required in each schema, with strings that no other schema allows. */
export function findTag(schemas: readonly Schema[]): string | undefined {
  return isRecording() ? notedTag(schemas) : tagOf(schemas);
}

function notedTag(schemas: readonly Schema[]): string | undefined {
  const tag = untracked(() => tagOf(schemas));
  note(() => tagOf(schemas) === tag);
  return tag;
}

function tagOf(schemas: readonly Schema[]): string | undefined {
  const [first] = schemas;
  const names = first === undefined ? [] : (behindReferences(first)?.required ?? []);
  return names.find((name) => isTag(name, schemas));
}

function isTag(name: string, schemas: readonly Schema[]): boolean {
  const seen = new Set<unknown>();
  return schemas.every((schema) =>
    (tagValues(name, schema) ?? [undefined]).every((value) => {
      const isNew = typeof value === "string" && !seen.has(value);
      seen.add(value);
      return isNew;
    }),
  );
}

/** The values that a required property of an object may have; undefined when there is no list of them. */
function tagValues(name: string, schema: Schema): readonly unknown[] | undefined {
  const object = behindReferences(schema);
  if (
    object === undefined ||
    possibleTypes(object) !== typeBits.object ||
    object.required?.includes(name) !== true
  ) {
    return undefined;
  }
  const property = object.properties?.get(name);
  if (property?.const !== undefined) {
    return [property.const.value];
  }
  return property?.enum;
}
