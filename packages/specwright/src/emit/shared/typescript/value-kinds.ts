import { keyLocation } from "../../../document/model/location.ts";
import type { JsonType, Schema } from "../../../document/model/model.ts";

/** The setting `values`: how programs see the values of some formats. A format that is not named stays as it is sent. */
export interface ValueSettings {
  readonly "date-time"?: "Date" | "Temporal";
  readonly date?: "Temporal";
  readonly int64?: "bigint";
  readonly uint64?: "bigint";
  readonly decimal?: "string";
  /** The module from which `Temporal` is imported. Default: `temporal-polyfill`. */
  readonly "temporal-from"?: string;
}

/**
 * A conversion of a single value. The runtime has the functions `decode…`, `encode…` and `check…` of each kind;
 * `BigIntText` is an integer that is sent as text.
 */
export type ValueKind = "Date" | "Instant" | "PlainDate" | "BigInt" | "BigIntText" | "Decimal";

/** The kinds whose values are numbers on the wire. `JSON.parse` would round them. */
export const numericKinds: ReadonlySet<ValueKind> = new Set(["BigInt", "Decimal"]);

/** The kinds that need `Temporal`. */
export const temporalKinds: ReadonlySet<ValueKind> = new Set(["Instant", "PlainDate"]);

/** The conversion that the settings ask for. Undefined for a schema that is more than a type with a format. */
export function chooseKind(schema: Schema, settings: ValueSettings): ValueKind | undefined {
  const type = findSingleType(schema);
  const isNumber = type === "integer" || type === "number";
  switch (schema.format) {
    case "date-time":
      return type === "string" ? dateTimeKinds.get(settings["date-time"]) : undefined;
    case "date":
      return type === "string" && settings.date === "Temporal" ? "PlainDate" : undefined;
    case "int64":
    case "uint64":
      return settings[schema.format] !== "bigint"
        ? undefined
        : isNumber
          ? "BigInt"
          : type === "string"
            ? "BigIntText"
            : undefined;
    case "decimal":
    case "decimal128":
      return settings.decimal === "string" && isNumber ? "Decimal" : undefined;
    default:
      return undefined;
  }
}

const dateTimeKinds: ReadonlyMap<string | undefined, ValueKind> = new Map([
  ["Date", "Date"],
  ["Temporal", "Instant"],
]);

/** What a plan has for a schema, by its place. The variants of a schema have the same place. */
export function findKind<Planned>(
  schema: Schema,
  kinds: ReadonlyMap<string, Planned>,
): Planned | undefined {
  // The schemas that describe the events of a stream have the place of the schema of their data.
  return schema.format !== undefined && findSingleType(schema) !== undefined
    ? kinds.get(keyLocation(schema.location))
    : undefined;
}

/** The type of a schema without lists of values and combinations, beside `null`. */
function findSingleType(schema: Schema): JsonType | undefined {
  const { types = [], enum: values, const: constant, ref, allOf, anyOf, oneOf } = schema;
  const [type, ...others] = types.filter((each) => each !== "null");
  const more = [values, constant, ref, allOf, anyOf, oneOf].some((each) => each !== undefined);
  return more || others.length > 0 ? undefined : type;
}

/** The TypeScript type of a kind. */
export function printKindType(kind: ValueKind, temporal: string): string {
  switch (kind) {
    case "Date":
      return "Date";
    case "Instant":
    case "PlainDate":
      return `import(${JSON.stringify(temporal)}).Temporal.${kind}`;
    case "BigInt":
    case "BigIntText":
      return "bigint";
    case "Decimal":
      return "string";
  }
}
