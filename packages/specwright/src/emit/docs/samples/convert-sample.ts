import type { Schema } from "../../../document/model/model.ts";
import { isObject } from "../../../json-object.ts";
import { escapeString } from "../../shared/escape/string.ts";
import { findKind, type ValueKind } from "../../shared/typescript/value-kinds.ts";
import { findAlternativeTags } from "../../shared/values/alternative-tags.ts";
import type { ValuePlan } from "../../shared/values/plan-values.ts";
import { Code } from "./print-code.ts";

/** A value of a sample as a program writes it: `new Date("…")` for a date-time, for example. */
export function convertSample(
  value: unknown,
  schema: Schema | undefined,
  plan?: ValuePlan,
): unknown {
  return schema === undefined || plan === undefined || plan.kinds.size === 0
    ? value
    : convert(value, schema, plan);
}

function convert(value: unknown, schema: Schema, plan: ValuePlan): unknown {
  const kind = findKind(schema, plan.kinds);
  if (kind !== undefined) {
    return writeSingle(value, kind);
  }
  const { properties, additionalProperties, items, prefixItems = [] } = schema;
  let converted = value;
  if (Array.isArray(value)) {
    converted = value.map((item, index) => {
      const own = prefixItems[index] ?? items;
      return own === undefined ? item : convert(item, own, plan);
    });
  } else if (isObject(value) && !(value instanceof Code)) {
    converted = Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        const own = properties?.get(name) ?? additionalProperties;
        return [name, own === undefined ? member : convert(member, own, plan)];
      }),
    );
  }
  return [...listSame(value, schema)].reduce(
    (result, part) => convert(result, part, plan),
    converted,
  );
}

/** The schemas of the same value. Of alternatives with tags, only the one that the value names. */
function* listSame(value: unknown, schema: Schema): Generator<Schema, void, undefined> {
  const { ref, allOf = [], anyOf = [], oneOf = [] } = schema;
  yield* ref === undefined ? allOf : [ref.target, ...allOf];
  for (const alternatives of [anyOf, oneOf]) {
    const tags = findAlternativeTags(schema, alternatives);
    yield* alternatives.filter((_, index) => {
      const tag = tags[index];
      return tag === undefined || (isObject(value) && tag.values.includes(value[tag.property]));
    });
  }
}

function writeSingle(value: unknown, kind: ValueKind): unknown {
  const isInteger = Number.isInteger(value) || /^-?\d+$/.test(String(value));
  switch (kind) {
    case "Date":
      return typeof value === "string" ? new Code(`new Date(${escapeString(value)})`) : value;
    case "Instant":
    case "PlainDate":
      return typeof value === "string"
        ? new Code(`Temporal.${kind}.from(${escapeString(value)})`)
        : value;
    case "BigInt":
    case "BigIntText":
      // Of a larger number, the model has only the double.
      return isInteger && /^(?:string|number)$/.test(typeof value)
        ? new Code(`${BigInt(value as string | number)}n`)
        : value;
    case "Decimal":
      return typeof value === "number" ? String(value) : value;
    default:
      return kind satisfies never;
  }
}
