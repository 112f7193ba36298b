import type { Operation, Schema } from "specwright";
import { splitPointer } from "../json-pointer.ts";
import { flattenSchema } from "../strict-schema/flat-schema.ts";
import { type StrictSchema, toStrictSchema } from "../strict-schema/to-strict-schema.ts";

/**
 * `output_parameters` of a tool: the schema of the part at `result` in the successful response, as an object. As in
 * `data` of an execution, a list becomes the member `items`, and any other value that is not an object the member
 * `value`.
 */
export function buildOutputSchema(operation: Operation, result: string): StrictSchema {
  const answer = findSuccessSchema(operation);
  const schema = answer === undefined ? undefined : findSchemaAt(answer, result);
  if (schema === undefined) {
    return { type: "object", properties: {}, required: [] };
  }
  const strict = toStrictSchema(schema, "output");
  if (strict.type === "object") {
    return { type: "object", properties: {}, required: [], ...strict };
  }
  const objects = Array.isArray(strict.anyOf)
    ? strict.anyOf.filter((option: StrictSchema) => option.type === "object")
    : [];
  if (objects.length > 0) {
    const properties = Object.fromEntries(
      objects.flatMap((option: StrictSchema) => Object.entries(option.properties ?? {})),
    );
    const { anyOf: _anyOf, ...described } = strict;
    return { ...described, type: "object", properties, required: [] };
  }
  const name = strict.type === "array" ? "items" : "value";
  const inside = toStrictSchema(schema, "output", 2);
  return { type: "object", properties: { [name]: inside }, required: [name] };
}

/** The schema of the first successful response, if it is described as JSON. */
function findSuccessSchema(operation: Operation): Schema | undefined {
  for (const [status, response] of operation.responses) {
    if (/^2/.test(status)) {
      return findJsonSchema(response.value.content);
    }
  }
  return undefined;
}

/**
 * The schema of a response by its status: for the status itself, its class, or `default` (OpenAPI 3.1, section
 * 4.8.16).
 */
export function findSchemaOfStatus(operation: Operation, status: number): Schema | undefined {
  const { responses } = operation;
  const response =
    responses.get(String(status)) ??
    responses.get(`${Math.floor(status / 100)}XX`) ??
    responses.get("default");
  return response === undefined ? undefined : findJsonSchema(response.value.content);
}

function findJsonSchema(
  content: readonly { readonly mediaType: string; readonly schema?: Schema }[],
): Schema | undefined {
  return content.find(({ mediaType }) => /[/+]json(?:$|\s*;)/.test(mediaType))?.schema;
}

/** Follows a pointer through members and items of a schema. */
function findSchemaAt(schema: Schema, pointer: string): Schema | undefined {
  let current: Schema | undefined = schema;
  for (const segment of splitPointer(pointer)) {
    const flat: ReturnType<typeof flattenSchema> | undefined =
      current === undefined ? undefined : flattenSchema(current);
    current = flat?.properties?.get(segment) ?? (/^\d+$/.test(segment) ? flat?.items : undefined);
  }
  return current;
}
