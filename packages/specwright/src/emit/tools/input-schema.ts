import type { ToolInputSchema } from "@specwright/runtime/v1/tools";
import { cutDescription } from "./cut-description.ts";
import type { ToolArgument } from "./lay-out-arguments.ts";
import { createSchemaWriter, type JsonSchema, type SchemaDetail } from "./schemas/write-schema.ts";

/** The schema of a tool's arguments. */
export interface BoundedInputSchema {
  readonly schema: ToolInputSchema;
  /** True when it accepts more than the document, because the whole would be too large for a model. */
  readonly isShortened: boolean;
}

/** The bytes of a tool's schema as JSON. A hundred tools then have at most 1.6 MB, and usually a tenth of it. */
export const largestSchema = 16_000;

/** The levels of detail, from the whole to one that always fits. */
const details: readonly SchemaDetail[] = [
  { levels: 40, longest: 1_000, hasDefinitions: false },
  { levels: 40, longest: 300, hasDefinitions: false },
  { levels: 40, longest: 300, hasDefinitions: true },
  { levels: 40, longest: 100, hasDefinitions: true },
  ...[6, 4, 3, 2].map((levels) => ({ levels, longest: 100, hasDefinitions: false })),
  { levels: 1, longest: 60, hasDefinitions: false },
  { levels: 0, longest: 60, hasDefinitions: false },
  { levels: 0, longest: 0, hasDefinitions: false },
];

/** The JSON Schema of arguments, in as much detail as fits into the limit. */
export function boundInputSchema(list: readonly ToolArgument[]): BoundedInputSchema {
  for (const detail of details) {
    const written = writeArguments(list, detail);
    if (Buffer.byteLength(JSON.stringify(written.schema)) <= largestSchema) {
      return written;
    }
  }
  // Not even the names fit. The required ones are what a call cannot do without.
  const required = list.filter((argument) => argument.required).slice(0, 100);
  const { schema } = writeArguments(required, { levels: 0, longest: 0, hasDefinitions: false });
  return { schema, isShortened: true };
}

function writeArguments(list: readonly ToolArgument[], detail: SchemaDetail): BoundedInputSchema {
  const writer = createSchemaWriter(detail);
  const properties = list.map((argument) => [argument.name, writeArgument(argument)] as const);
  const definitions = writer.listDefinitions();
  const required = list.filter((argument) => argument.required).map(({ name }) => name);
  return {
    schema: {
      type: "object",
      properties: Object.fromEntries(properties),
      ...(required.length > 0 && { required }),
      additionalProperties: false,
      ...(definitions.size > 0 && { $defs: Object.fromEntries(definitions) }),
    },
    isShortened: writer.isShortened(),
  };

  function writeArgument({ schema, description, isBytes }: ToolArgument): JsonSchema {
    const written = isBytes ? writeBytes(schema.types?.includes("array")) : writer.write(schema);
    const words = [description ?? written.description, isBytes && "The file's bytes in base64."]
      .filter((part) => typeof part === "string" && part !== "")
      .join(" ");
    const { description: _, ...rest } = written;
    return words === "" || detail.longest === 0
      ? rest
      : { ...rest, description: cutDescription(words, detail.longest) };
  }
}

function writeBytes(isList = false): JsonSchema {
  const bytes = { type: "string", contentEncoding: "base64" };
  return isList ? { type: "array", items: bytes } : bytes;
}
