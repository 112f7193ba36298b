import { hasFormat, isFormat } from "@specwright/runtime/v1/values";
import { visitSchemas } from "../../../document/read/references/schema-places.ts";
import type { JsonObject } from "../../../json-object.ts";
import type { Members, Mend } from "./mend.ts";

/** Keywords of OpenAPI 3.0 in a later document, and formats that are misspelt. */
export function mendSchemas(root: JsonObject): readonly Mend[] {
  const isLegacy = String(root.openapi).startsWith("3.0");
  const mends: Mend[] = [];
  const seen = new Set<JsonObject>();
  visitSchemas(root, "", "document", (schema, pointer) => {
    if (seen.has(schema)) {
      return false;
    }
    seen.add(schema);
    const own = [
      ...(isLegacy ? [] : mendBounds(schema)),
      ...mendFormat(schema),
      // It may move what the others change, so it is the last.
      ...mendNullable(schema, isLegacy),
    ];
    mends.push(...own.map((mend) => ({ ...mend, pointer })));
    return true;
  });
  return mends;
}

type SchemaMend = Omit<Mend, "pointer">;

/** Beside a reference `nullable` has no effect, so it is not known which one its author wants to have. */
function mendNullable(schema: JsonObject, isLegacy: boolean): readonly SchemaMend[] {
  const { nullable, $ref: reference, enum: values } = schema;
  if (nullable !== true || reference !== undefined) {
    return [];
  }
  if (!isLegacy) {
    const message = "`nullable` is a keyword of OpenAPI 3.0; later versions have the type `null`.";
    return [{ kind: "nullable-after-3.0", message, change: allowNull }];
  }
  const lacksNull = schema.type !== undefined && Array.isArray(values) && !values.includes(null);
  return lacksNull
    ? [
        {
          kind: "nullable-enum-without-null",
          message: "OpenAPI 3.0 allows null only when `enum` lists it, too.",
          change: ({ enum: listed }) => ({ enum: [...(listed as readonly unknown[]), null] }),
        },
      ]
    : [];
}

/** Says in OpenAPI 3.1 what `nullable: true` of a schema means, as the reader of documents does (`liftNullable`). */
function allowNull({ nullable: _, ...schema }: JsonObject): Members {
  const { type, enum: values, const: constant, allOf, anyOf, oneOf } = schema;
  const isComposed = [allOf, anyOf, oneOf].some((list) => list !== undefined);
  const asserts = [values, constant, schema.properties, schema.additionalProperties];
  if (!isComposed && type === undefined && asserts.every((keyword) => keyword === undefined)) {
    return { nullable: undefined }; // Null is allowed like every other value.
  }
  if (isComposed || type === undefined || (constant !== undefined && constant !== null)) {
    return wrapWithNull(schema);
  }
  const types = Array.isArray(type) ? type : [type];
  return {
    type: types.includes("null") ? type : [...types, "null"],
    ...(Array.isArray(values) && !values.includes(null) && { enum: [...values, null] }),
    nullable: undefined,
  };
}

const annotations: ReadonlySet<string> = new Set([
  ...["title", "description", "deprecated", "readOnly", "writeOnly", "example", "examples"],
  ...["default", "externalDocs", "xml", "$comment", "$id", "$anchor", "$defs", "$schema"],
]);

/** `anyOf` of what a schema asserts, and null. What it only says stays where readers look for it. */
function wrapWithNull(schema: JsonObject): Members {
  const asserting = Object.entries(schema).filter(
    ([key]) => !annotations.has(key) && !key.startsWith("x-"),
  );
  const inner = Object.fromEntries(asserting);
  const [only] = [inner.allOf, inner.anyOf, inner.oneOf].filter((list) => list !== undefined);
  const isAlone = asserting.length === 1 && Array.isArray(only);
  const alternatives =
    isAlone && (only === inner.anyOf || only.length === 1) ? only : ([inner] as readonly unknown[]);
  return {
    ...Object.fromEntries(asserting.map(([key]) => [key, undefined])),
    anyOf: [...alternatives, { type: "null" }],
    nullable: undefined,
  };
}

/** In OpenAPI 3.0 a boolean makes the other bound exclusive. */
function mendBounds(schema: JsonObject): readonly SchemaMend[] {
  return (["Maximum", "Minimum"] as const).flatMap((bound) => {
    const inclusive = bound.toLowerCase();
    const exclusive = `exclusive${bound}`;
    const isCertain =
      schema[exclusive] === false ||
      (schema[exclusive] === true && typeof schema[inclusive] === "number");
    const change = (part: JsonObject): Members =>
      part[exclusive] === true
        ? { [exclusive]: part[inclusive], [inclusive]: undefined }
        : { [exclusive]: undefined };
    const message = `\`${exclusive}\` is a number since OpenAPI 3.1.`;
    return isCertain ? [{ kind: "boolean-bound", message, change }] : [];
  });
}

/** The formats of numbers in the format registry of OpenAPI that documents use. */
const numberFormats = ["int8", "int16", "int32", "int64", "float", "double", "decimal"];

const textFormats = [
  ...["date", "date-time", "time", "duration", "email", "hostname", "ipv4", "ipv6", "uri"],
  ...["uri-reference", "uuid", "byte", "binary", "password"],
];

const formats: ReadonlyMap<string, string> = new Map(
  [...numberFormats, ...textFormats].map((format) => [simplify(format), format]),
);

/** `Date Time`, `date_time` and `datetime` are the same for readers. */
function simplify(format: string): string {
  return format.toLowerCase().replaceAll(/[-_ ]/g, "");
}

/** A format is left when the types or the values of the schema show that something else was meant. */
function mendFormat(schema: JsonObject): readonly SchemaMend[] {
  const { format, type, example, examples, default: initial, enum: values } = schema;
  const meant = typeof format === "string" ? formats.get(simplify(format)) : undefined;
  if (meant === undefined || meant === format) {
    return [];
  }
  const types = [type].flat().filter((each) => each !== undefined && each !== "null");
  const allowed = numberFormats.includes(meant) ? ["integer", "number"] : ["string"];
  const texts = [example, initial, ...[examples, values].flat()].filter(
    (each) => typeof each === "string",
  );
  const fits = texts.every((text) => !isFormat(meant) || hasFormat(text, meant));
  const message = `The format \`${String(format)}\` is not known. It is spelled \`${meant}\`.`;
  return fits && types.every((each) => allowed.includes(String(each)))
    ? [{ kind: "misspelt-format", message, change: () => ({ format: meant }) }]
    : [];
}
