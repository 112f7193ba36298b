import { isObject } from "@specwright/runtime/v1/values";
import { cutText } from "../../../base/sharing/cut-text.ts";
import { joinPointer } from "../json-pointer.ts";
import { type EditedDocument, isEditable } from "./document-edits.ts";
import type { ImportLoss } from "./import-types.ts";

/** The longest texts of an imported document, in UTF-16 code units (docs/decisions.md §7). */
export const longestName = 200;
export const longestDescription = 8_000;
export const longestSchemaText = 2_000;

/** Members whose values have names of the document's own as their members. */
const maps: ReadonlySet<string> = new Set([
  ...["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"],
  ...["paths", "webhooks", "pathItems", "responses", "headers", "content", "callbacks", "encoding"],
  ...["schemas", "requestBodies", "securitySchemes", "links", "variables", "flows"],
]);

/** Members that are data. A text in them is a value that an application knows. */
const data: ReadonlySet<string> = new Set(["example", "examples", "default", "enum", "const"]);

/**
 * Cuts the texts of a document that are too long. Every tool has a copy of the texts that it uses, so a long one is
 * multiplied.
 *
 * @returns a note for each text that was cut
 */
export function cutTexts(document: EditedDocument): readonly ImportLoss[] {
  const notes: ImportLoss[] = [];
  // Aliases of YAML make one value appear at several places.
  const seen = new Set<object>();
  const cut = (value: EditedDocument, name: string, most: number, pointer: string): void => {
    const text = value[name];
    if (typeof text === "string" && text.length > most) {
      value[name] = cutText(text, most);
      const reason = `The text has ${text.length} characters. Only the first ${most} are used.`;
      notes.push({ place: `${pointer}/${name}`, reason });
    }
  };
  const visit = (value: unknown, pointer: string, isMap: boolean): void => {
    if (typeof value !== "object" || value === null || seen.has(value)) {
      return;
    }
    seen.add(value);
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        visit(item, `${pointer}/${index}`, false);
      }
      return;
    }
    if (!isEditable(value)) {
      return;
    }
    if (!isMap) {
      const isOfTool = pointer === "/info" || isOperation(value);
      cut(value, "title", longestName, pointer);
      cut(value, "summary", longestName, pointer);
      cut(value, "description", isOfTool ? longestDescription : longestSchemaText, pointer);
    }
    for (const [name, child] of Object.entries(value)) {
      if (isMap || !(data.has(name) || name.startsWith("x-"))) {
        visit(child, pointer + joinPointer([name]), isMapAt(name, pointer, isMap));
      }
    }
  };
  visit(document, "", false);
  return notes;
}

function isMapAt(name: string, pointer: string, isInMap: boolean): boolean {
  // `parameters` is a list at an operation, and a map among the components. A member of a map may have any name.
  return !isInMap && (maps.has(name) || (name === "parameters" && pointer === "/components"));
}

function isOperation(value: EditedDocument): boolean {
  return isObject(value.responses) && value.type === undefined;
}
