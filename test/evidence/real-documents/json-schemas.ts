import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { isObject } from "../../../scripts/support/document.ts";

type Members = Readonly<Record<string, unknown>>;

/**
 * Converts the schemas of a document's components to JSON Schema 2020-12. It does not use specwright's code, so that
 * the comparison is independent.
 */
export function readSchemas(document: string): Readonly<Record<string, unknown>> {
  const text = readFileSync(document, "utf8");
  const read: unknown = document.endsWith(".json")
    ? JSON.parse(text)
    : parse(text, { merge: true, maxAliasCount: -1, logLevel: "silent" });
  const { openapi, components } = isObject(read) ? read : {};
  const is30 = typeof openapi === "string" && openapi.startsWith("3.0");
  const { schemas } = isObject(components) ? components : {};
  return isObject(schemas) ? mapMembers(schemas, (schema) => lift(schema, is30)) : {};
}

function mapMembers(members: Members, change: (value: unknown) => unknown): Members {
  return Object.fromEntries(Object.entries(members).map(([name, each]) => [name, change(each)]));
}

/** Keywords whose members are schemas by name. */
const maps = ["properties", "patternProperties", "dependentSchemas", "$defs"];
/** Keywords whose value is not a schema. */
const data = ["default", "enum", "const"];
/**
 * Keywords that do not restrict values. They are removed, because Ajv would treat examples with an `$id` as schemas.
 */
const left = ["example", "examples", "discriminator", "xml", "externalDocs"];

function lift(schema: unknown, is30: boolean): unknown {
  if (Array.isArray(schema)) {
    return schema.map((each) => lift(each, is30));
  }
  if (!isObject(schema)) {
    return schema;
  }
  const { $ref } = schema;
  if (is30 && $ref !== undefined) {
    return { $ref };
  }
  const lifted = Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, value]): [string, unknown][] => {
      if (left.includes(keyword) || keyword.startsWith("x-")) {
        return [];
      }
      if (data.includes(keyword)) {
        return [[keyword, value]];
      }
      return maps.includes(keyword) && isObject(value)
        ? [[keyword, mapMembers(value, (each) => lift(each, is30))]]
        : [[keyword, lift(value, is30)]];
    }),
  );
  return withBounds(withNull(lifted));
}

/** `nullable` also allows null when `enum` does not list it, because this is what authors mean. */
function withNull({ nullable, ...schema }: Members): Members {
  const { type, enum: values } = schema;
  if (nullable !== true || type === undefined) {
    return schema;
  }
  return {
    ...schema,
    type: [...new Set([type, "null"].flat())],
    ...(Array.isArray(values) && { enum: [...new Set([...values, null])] }),
  };
}

/** Up to OpenAPI 3.0, `exclusiveMinimum: true` means that `minimum` itself is excluded. */
function withBounds(schema: Members): Members {
  const lifted: Record<string, unknown> = { ...schema };
  for (const [bound, exclusive] of [
    ["minimum", "exclusiveMinimum"],
    ["maximum", "exclusiveMaximum"],
  ] as const) {
    if (typeof lifted[exclusive] === "boolean") {
      const isExcluded = lifted[exclusive] === true;
      delete lifted[exclusive];
      if (isExcluded && lifted[bound] !== undefined) {
        lifted[exclusive] = lifted[bound];
        delete lifted[bound];
      }
    }
  }
  return lifted;
}
