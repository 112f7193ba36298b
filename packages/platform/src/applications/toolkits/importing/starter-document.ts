import { isObject } from "@specwright/runtime/v1/values";
import { stringify } from "yaml";
import { trimEnd } from "../../../base/trim-end.ts";
import { hintsByMethod, spellName } from "../build/build-tool.ts";
import { type EditedDocument, isEditable, operationMethods } from "./document-edits.ts";
import type { ImportReport, ImportWish } from "./import-types.ts";
import { type PreparedImport, prepareImport } from "./prepare-import.ts";

/** A toolkit document for a person to edit, as YAML, with the parts of the source that it does not have. */
export type StarterDocument =
  | { readonly text: string; readonly tools: number; readonly report: ImportReport }
  | { readonly problems: NonNullable<PreparedImport["problems"]> };

/**
 * Makes a toolkit document of any OpenAPI document. Everything that can be derived is written out, so that a person sees
 * what to edit: the auth schemes from the security schemes, the hints from the methods, and a search phrase from each
 * summary. Example: `summary: List all pets` of a GET gives `x-platform-search: [list all pets]` and
 * `x-platform-hints: [readOnlyHint, idempotentHint]`.
 *
 * @param path a name for messages that ends in `.json` or `.yaml`
 * @param now the time of the toolkit's first version
 */
export function buildStarterDocument(
  path: string,
  text: string,
  { now, ...wish }: ImportWish & { readonly now: Date },
): StarterDocument {
  const prepared = prepareImport(path, text, wish);
  if (prepared.problems !== undefined) {
    return { problems: prepared.problems };
  }
  const document: EditedDocument = JSON.parse(Buffer.from(prepared.text).toString());
  const tools = describeOperations(document);
  return {
    text: stringify(orderMembers(document, now), { lineWidth: 110, aliasDuplicateObjects: false }),
    tools,
    report: prepared.report,
  };
}

/** Writes the platform's fields into each operation. Returns the number of operations. */
function describeOperations({ paths }: EditedDocument): number {
  let count = 0;
  for (const item of isObject(paths) ? Object.values(paths) : []) {
    for (const method of isEditable(item)
      ? Object.keys(item).filter((key) => operationMethods.has(key))
      : []) {
      const operation = isEditable(item) ? item[method] : undefined;
      if (isEditable(operation)) {
        count += 1;
        describeOperation(operation, method);
      }
    }
  }
  return count;
}

function describeOperation(operation: EditedDocument, method: string): void {
  const summary = keepSentence(operation.summary) ?? spellName(String(operation.operationId));
  operation.summary = summary;
  operation.description = keepSentence(operation.description) ?? `${trimEnd(summary, ".")}.`;
  operation["x-platform-search"] ??= [trimEnd(summary.toLowerCase(), ".")];
  const hints = hintsByMethod[method];
  if (hints !== undefined) {
    operation["x-platform-hints"] ??= hints;
  }
}

/** A string that contains a word. */
function keepSentence(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

/** Puts the members first that a person edits. */
function orderMembers(document: EditedDocument, now: Date): EditedDocument {
  const { openapi, info, servers, "x-platform-toolkit": toolkit, ...rest } = document;
  const day = now.toISOString().slice(0, 10);
  const time = `${day}T00:00:00.000Z`;
  return {
    openapi,
    info: { ...(isObject(info) ? info : {}), version: `${day.replaceAll("-", "")}_00` },
    servers,
    "x-platform-toolkit": {
      ...(isObject(toolkit) ? toolkit : {}),
      created_at: time,
      updated_at: time,
    },
    ...rest,
  };
}
