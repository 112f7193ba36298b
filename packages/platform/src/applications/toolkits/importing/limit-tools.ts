import { isObject } from "@specwright/runtime/v1/values";
import type { Schemas } from "../../../base/api-types.ts";
import { cutText } from "../../../base/sharing/cut-text.ts";
import { countJsonBytes } from "../../../base/sharing/fit-answer.ts";
import type { StrictSchema } from "../strict-schema/to-strict-schema.ts";
import type { ToolDefinition } from "../types/tool-types.ts";
import { longestDescription, longestName, longestSchemaText } from "./cut-texts.ts";
import type { ImportLoss } from "./import-types.ts";

/** The largest tool, in bytes of its record's JSON (docs/decisions.md §7). */
export const largestTool: number = 64 * 1024;

/** The tools of an import that are small enough, and the losses. */
export interface LimitedTools {
  readonly tools: ReadonlyMap<string, ToolDefinition>;
  readonly skippedOperations: readonly ImportLoss[];
  readonly notes: readonly ImportLoss[];
}

/**
 * Makes tools small enough to be listed by the hundred. A tool that is too large first loses the description of its
 * results, then the inner parts of its arguments, then the arguments that are not required. Calls still accept, send and
 * check all of them, because that does not depend on the record. If the names of the required arguments alone are too much,
 * the tool is left out.
 */
export function limitTools(all: ReadonlyMap<string, ToolDefinition>): LimitedTools {
  const tools = new Map<string, ToolDefinition>();
  const skippedOperations: ImportLoss[] = [];
  const notes: ImportLoss[] = [];
  for (const [slug, tool] of all) {
    const { method, path } = tool.operation;
    const place = `${method.toUpperCase()} ${path}`;
    const record = cutRecord(tool.record);
    const fitting = findFitting(record);
    if (fitting === undefined) {
      const reason = `Its required arguments alone take more than ${largestTool} bytes.`;
      skippedOperations.push({ place, reason });
      continue;
    }
    if (fitting.lost !== undefined) {
      const reason = `The tool takes ${countJsonBytes(record)} bytes, and a tool may take ${largestTool}. Its description leaves out ${fitting.lost}.`;
      notes.push({ place, reason });
    }
    const recordLength = JSON.stringify(fitting.record).length;
    tools.set(slug, { ...tool, record: fitting.record, recordLength });
  }
  return { tools, skippedOperations, notes };
}

/** A part that a tool loses, and how. Steps add up. */
interface Step {
  readonly lost: string;
  readonly reduce: (record: Schemas["Tool"]) => Schemas["Tool"];
}

const noOutput: StrictSchema = { type: "object", properties: {}, required: [] };

const results = "its results";

const steps: readonly Step[] = [
  { lost: results, reduce: (record) => ({ ...record, output_parameters: noOutput }) },
  ...[4, 3, 2, 1].map((levels) => ({
    lost: `${results}, and the parts of its arguments below ${levels === 1 ? "the first level" : `level ${levels}`}`,
    reduce: (record: Schemas["Tool"]) => ({
      ...record,
      input_parameters: cutLevels(record.input_parameters, levels),
    }),
  })),
  {
    lost: `${results}, and the arguments that are not required`,
    reduce: (record) => ({
      ...record,
      description: cutText(record.description, 500),
      tags: record.tags.slice(0, 20),
      scopes: record.scopes.slice(0, 20),
      input_parameters: keepRequired(record.input_parameters),
    }),
  },
];

function findFitting(
  record: Schemas["Tool"],
): { readonly record: Schemas["Tool"]; readonly lost: string | undefined } | undefined {
  if (countJsonBytes(record) <= largestTool) {
    return { record, lost: undefined };
  }
  let reduced = record;
  for (const { lost, reduce } of steps) {
    reduced = reduce(reduced);
    if (countJsonBytes(reduced) <= largestTool) {
      return { record: reduced, lost };
    }
  }
  return undefined;
}

function cutRecord(record: Schemas["Tool"]): Schemas["Tool"] {
  const name = cutText(record.name, longestName);
  return {
    ...record,
    name,
    description: cutText(record.description, longestDescription),
    tags: record.tags.map((tag) => cutText(tag, longestName)),
    scopes: record.scopes.map((scope) => cutText(scope, longestName)),
    input_parameters: cutSchemaTexts(record.input_parameters),
    output_parameters: cutSchemaTexts(record.output_parameters),
    deprecated: { ...record.deprecated, displayName: name },
  };
}

/** Notes on rules make descriptions longer than the document's. */
function cutSchemaTexts(schema: StrictSchema): StrictSchema {
  return mapSchema(schema, (inner) =>
    typeof inner.description === "string"
      ? { ...inner, description: cutText(inner.description, longestSchemaText) }
      : inner,
  );
}

/** Changes a schema and the schemas in it, the innermost first. */
function mapSchema(
  schema: StrictSchema,
  change: (schema: StrictSchema) => StrictSchema,
): StrictSchema {
  const mapAny = (value: unknown): unknown => (isSchema(value) ? mapSchema(value, change) : value);
  const { properties, items, anyOf, additionalProperties } = schema;
  return change({
    ...schema,
    ...(isSchema(properties)
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, value]) => [name, mapAny(value)]),
          ),
        }
      : {}),
    ...(items === undefined ? {} : { items: mapAny(items) }),
    ...(Array.isArray(anyOf) ? { anyOf: anyOf.map(mapAny) } : {}),
    ...(additionalProperties === undefined
      ? {}
      : { additionalProperties: mapAny(additionalProperties) }),
  });
}

function isSchema(value: unknown): value is StrictSchema {
  return isObject(value);
}

/** The upper levels of a schema. A schema below them keeps its type and the beginning of its description. */
function cutLevels(schema: StrictSchema, levels: number): StrictSchema {
  if (levels === 0) {
    const { type, description } = schema;
    const words = typeof description === "string" ? { description: cutText(description, 200) } : {};
    return {
      ...(type === undefined ? {} : { type }),
      ...(type === "array" ? { items: {} } : {}),
      ...words,
    };
  }
  const cutAny = (value: unknown): unknown =>
    isSchema(value) ? cutLevels(value, levels - 1) : value;
  const { properties, items, anyOf, additionalProperties, enum: values, ...rest } = schema;
  const { default: fallback, ...described } = rest;
  return {
    ...described,
    ...(isShort(fallback) ? { default: fallback } : {}),
    ...(isShort(values) ? { enum: values } : {}),
    ...(isSchema(properties)
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, value]) => [name, cutAny(value)]),
          ),
        }
      : {}),
    ...(items === undefined ? {} : { items: cutAny(items) }),
    ...(Array.isArray(anyOf) ? { anyOf: anyOf.slice(0, 10).map(cutAny) } : {}),
    ...(additionalProperties === undefined
      ? {}
      : { additionalProperties: cutAny(additionalProperties) }),
  };
}

function isShort(value: unknown): boolean {
  return value !== undefined && JSON.stringify(value).length <= 1024;
}

/** The required arguments with their types, for a tool with thousands of arguments. */
function keepRequired({ required, properties }: StrictSchema): StrictSchema {
  const names = Array.isArray(required) ? required.map(String) : [];
  const known = isSchema(properties) ? properties : {};
  const kept = names.map((name) => {
    const schema = known[name];
    return [name, isSchema(schema) ? cutLevels({ ...schema, description: undefined }, 0) : {}];
  });
  return {
    type: "object",
    properties: Object.fromEntries(kept),
    required: names,
    additionalProperties: false,
  };
}
