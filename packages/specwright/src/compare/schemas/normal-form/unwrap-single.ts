import type { Schema } from "../../../document/model/model.ts";
import { allowsAnything } from "./says-nothing.ts";

/**
 * Rewrites combinations that combine nothing: the only one of several alternatives, and a condition that is always or never
 * true, are a part of `allOf`. Returns the schema itself if it has none.
 */
export function unwrapSingle(written: Schema): Schema {
  const { not, anyOf, oneOf } = written;
  if (not !== undefined && allowsAnything(not)) {
    return { location: written.location, boolean: false };
  }
  const keyword = anyOf === undefined ? "oneOf" : oneOf === undefined ? "anyOf" : undefined;
  return unwrapCondition(keyword === undefined ? written : unwrapAlternatives(written, keyword));
}

function unwrapAlternatives(schema: Schema, keyword: "anyOf" | "oneOf"): Schema {
  const written = schema[keyword];
  if (written === undefined || schema.discriminator !== undefined) {
    return schema;
  }
  const { [keyword]: _, ...rest } = schema;
  const alternatives = keyword === "anyOf" ? listDistinct(written) : written.filter(canFit);
  const [only] = alternatives;
  if (only === undefined) {
    return { location: schema.location, boolean: false };
  }
  if (alternatives.length === 1) {
    return { ...rest, allOf: [...(schema.allOf ?? []), only] };
  }
  return alternatives.length === written.length &&
    alternatives.every((each, index) => each === written[index])
    ? schema
    : { ...schema, [keyword]: alternatives };
}

/** The alternatives of `anyOf`, each once, with those of an alternative that is nothing but a further `anyOf`. */
function listDistinct(alternatives: readonly Schema[]): readonly Schema[] {
  const targets = new Set<Schema>();
  return alternatives.flatMap((each): readonly Schema[] => {
    const { ref, anyOf } = each;
    if (anyOf !== undefined && isNothingBut(each, "anyOf")) {
      return listDistinct(anyOf);
    }
    const target = ref !== undefined && isNothingBut(each, "ref") ? ref.target : each;
    const isNew = canFit(each) && !targets.has(target);
    targets.add(target);
    return isNew ? [each] : [];
  });
}

function isNothingBut(schema: Schema, keyword: "anyOf" | "ref"): boolean {
  return Object.keys(schema).every((key) => key === keyword || key === "location");
}

function canFit({ boolean }: Schema): boolean {
  return boolean !== false;
}

function unwrapCondition(schema: Schema): Schema {
  if (schema.if?.boolean === undefined) {
    return schema;
  }
  const { if: condition, then: yes, else: no, ...rest } = schema;
  const follows = condition.boolean ? yes : no;
  return follows === undefined ? rest : { ...rest, allOf: [...(schema.allOf ?? []), follows] };
}
