import {
  type Diagnostic,
  DiagnosticError,
  findSlowPatterns,
  loadModel,
  type Schema,
} from "specwright";
import { describeProblem, guesses, useGivenText } from "../documents/read-document.ts";
import type { TriggerDefinition } from "../types/trigger-types.ts";

/** A trigger type before its schemas are read, with the pointer to its field. */
export type WrittenTrigger = Omit<TriggerDefinition, "configSchema" | "payloadSchema"> & {
  readonly pointer: string;
};

/** The file name under which the schemas are read. It does not appear in messages. */
const file = "triggers.json";

/**
 * Reads the schemas of trigger types as the schemas of a separate document, because they are in a field that specwright
 * does not know. They then mean the same as any other schema, but a `$ref` cannot lead out of them.
 *
 * @param types by slug
 */
export function readTriggerSchemas(
  path: string,
  types: ReadonlyMap<string, WrittenTrigger>,
): {
  readonly triggers: ReadonlyMap<string, TriggerDefinition>;
  readonly problems: readonly Diagnostic[];
} {
  const triggers = new Map<string, TriggerDefinition>();
  if (types.size === 0) {
    return { triggers, problems: [] };
  }
  const written = [...types].flatMap(([slug, { record }]) => [
    [`${slug}.config`, record.config],
    [`${slug}.payload`, record.payload],
  ]);
  const text = JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Triggers", version: "1" },
    paths: {},
    components: { schemas: Object.fromEntries(written) },
  });
  const toProblem = (each: Diagnostic): Diagnostic =>
    describeProblem(path, findOriginalPointer(types, each.pointer ?? ""), each.message, each.fix);
  const read = readSchemas(text);
  if ("diagnostics" in read) {
    return { triggers, problems: read.diagnostics.map(toProblem) };
  }
  for (const [slug, { pointer: _, ...type }] of types) {
    const configSchema = read.schemas.get(`${slug}.config`);
    const payloadSchema = read.schemas.get(`${slug}.payload`);
    if (configSchema !== undefined && payloadSchema !== undefined) {
      triggers.set(slug, { ...type, configSchema, payloadSchema });
    }
  }
  return { triggers, problems: [] };
}

function readSchemas(
  text: string,
):
  | { readonly schemas: ReadonlyMap<string, Schema> }
  | { readonly diagnostics: readonly Diagnostic[] } {
  try {
    const { model, diagnostics } = loadModel(file, useGivenText(file, text));
    const wrong = [...diagnostics, ...findSlowPatterns(model)].filter(
      ({ code, severity }) => severity === "error" || guesses.has(code),
    );
    return wrong.length > 0 ? { diagnostics: wrong } : { schemas: model.components.schemas };
  } catch (error) {
    if (error instanceof DiagnosticError) {
      return { diagnostics: error.diagnostics };
    }
    throw error;
  }
}

/** `/components/schemas/ACME_A.config/properties/x` is `config/properties/x` of the type. */
function findOriginalPointer(types: ReadonlyMap<string, WrittenTrigger>, pointer: string): string {
  const [, , , name = "", ...rest] = pointer.split("/");
  const [slug = "", part = ""] = name.split(".");
  return [types.get(slug)?.pointer ?? "", part, ...rest].join("/");
}
