import type { Operation, Schema } from "specwright";
import { splitPointer } from "../json-pointer.ts";
import { flattenSchema } from "../strict-schema/flat-schema.ts";
import { type StrictSchema, toStrictSchema } from "../strict-schema/to-strict-schema.ts";
import type { ToolDefinition, Wrapping } from "../types/tool-types.ts";

/**
 * `output_parameters` of a tool: the schema of the part at `result` in the successful response, as an object. As in
 * `data` of an execution, a list becomes the member `items`, and any other value that is not an object the member
 * `value`.
 */
export function buildOutputSchema(operation: Operation, result: string): StrictSchema {
  const schema = findResultSchema(operation, result);
  if (schema === undefined) {
    return { type: "object", properties: {}, required: [] };
  }
  const strict = toStrictSchema(schema, "output");
  if (strict.type === "object") {
    return { type: "object", properties: {}, required: [], ...strict };
  }
  const objects = listObjects(strict);
  if (objects.length > 0) {
    const properties = Object.fromEntries(
      objects.flatMap((option: StrictSchema) => Object.entries(option.properties ?? {})),
    );
    const { anyOf: _anyOf, ...described } = strict;
    return { ...described, type: "object", properties, required: [] };
  }
  const name = chooseWrapping(strict);
  const inside = toStrictSchema(schema, "output", 2);
  return { type: "object", properties: { [name]: inside }, required: [name] };
}

function chooseWrapping({ type }: StrictSchema): Wrapping {
  return type === "array" ? "items" : "value";
}

/** One for each tool in memory. */
const wrappings = new WeakMap<Operation, { readonly wrapping: Wrapping | undefined }>();

/**
 * The member that `output_parameters` of a tool has for a result which is not an object; undefined when the result is one, or is not
 * described.
 */
export function findWrapping({
  operation,
  rules,
}: Pick<ToolDefinition, "operation" | "rules">): Wrapping | undefined {
  const known = wrappings.get(operation);
  if (known !== undefined) {
    return known.wrapping;
  }
  const schema = findResultSchema(operation, rules.result);
  const strict = schema && toStrictSchema(schema, "output");
  const wrapping = strict === undefined || isObject(strict) ? undefined : chooseWrapping(strict);
  wrappings.set(operation, { wrapping });
  return wrapping;
}

function isObject(strict: StrictSchema): boolean {
  return strict.type === "object" || listObjects(strict).length > 0;
}

/** The alternatives that are objects. */
function listObjects({ anyOf }: StrictSchema): readonly StrictSchema[] {
  return Array.isArray(anyOf)
    ? anyOf.filter((option: StrictSchema) => option.type === "object")
    : [];
}

function findResultSchema(operation: Operation, result: string): Schema | undefined {
  const answer = findSuccessSchema(operation);
  return answer && findSchemaAt(answer, result);
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
  return findJsonSchema(listContentOfStatus(operation, status));
}

/** True when a response with this status is documented as JSON and nothing else. */
export function isDocumentedAsJson(operation: Operation, status: number): boolean {
  const content = listContentOfStatus(operation, status);
  return content.length > 0 && content.every(isJson);
}

type Content = readonly { readonly mediaType: string; readonly schema?: Schema }[];

function listContentOfStatus({ responses }: Operation, status: number): Content {
  const response =
    responses.get(String(status)) ??
    responses.get(`${Math.floor(status / 100)}XX`) ??
    responses.get("default");
  return response?.value.content ?? [];
}

function findJsonSchema(content: Content): Schema | undefined {
  return content.find(isJson)?.schema;
}

function isJson({ mediaType }: Content[number]): boolean {
  return /[/+]json(?:$|\s*;)/.test(mediaType);
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
