import type { FieldIssue } from "@specwright/runtime/v1/schema";
import { isObject } from "@specwright/runtime/v1/values";
import type { Schema } from "specwright";
import { isQuicklyParsed } from "../../../base/sharing/is-quickly-parsed.ts";
import { flattenSchema } from "../../toolkits/strict-schema/flat-schema.ts";
import type { ToolDefinition } from "../../toolkits/types/tool-types.ts";

type Arguments = Readonly<Record<string, unknown>>;

/** Arguments with their texts read, and the problems of the texts that could not be read. */
export interface ReadArguments {
  readonly values: Arguments;
  readonly issues: readonly FieldIssue[];
}

/**
 * Reads arguments that are JSON in a string, as models send them: `"[1, 2]"` for a list of numbers becomes `[1, 2]`. It
 * only concerns arguments whose schema allows lists or objects, and no strings.
 */
export function readJsonTexts({ inputs }: ToolDefinition, values: Arguments): ReadArguments {
  const read = new Map<string, unknown>();
  const issues: FieldIssue[] = [];
  for (const { name, schema } of inputs) {
    const text = Object.hasOwn(values, name) ? values[name] : undefined;
    const kinds = typeof text === "string" ? findKinds(schema) : undefined;
    if (typeof text !== "string" || kinds === undefined) {
      continue;
    }
    const value = parseText(text);
    if (kinds.has(Array.isArray(value) ? "array" : isObject(value) ? "object" : "")) {
      read.set(name, value);
    } else {
      const wanted = kinds.has("array")
        ? kinds.size > 1
          ? "an array or an object"
          : "an array"
        : "an object";
      issues.push({ path: [name], message: `send ${wanted}, not text` });
    }
  }
  return { values: read.size === 0 ? values : { ...values, ...Object.fromEntries(read) }, issues };
}

/** `array` and `object`, as far as the schema allows them; undefined when it may allow text or another value. */
function findKinds(schema: Schema): ReadonlySet<string> | undefined {
  const { types, unions } = flattenSchema(schema);
  const found = types ?? unions[0]?.flatMap((each) => flattenSchema(each).types ?? ["string"]);
  const kinds = new Set(found?.filter((type) => type !== "null"));
  return kinds.size > 0 && [...kinds].every((kind) => kind === "array" || kind === "object")
    ? kinds
    : undefined;
}

function parseText(text: string): unknown {
  try {
    return isQuicklyParsed(text) ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}
