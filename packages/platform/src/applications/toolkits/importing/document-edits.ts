import { isObject } from "@specwright/runtime/v1/values";
import { methods } from "specwright";
import { findValueAt, splitPointer } from "../json-pointer.ts";

/** A parsed document that is being edited. It is our own copy. */
export type EditedDocument = Record<string, unknown>;

/** Path and method of the operation that contains a pointer; undefined when the pointer is outside of operations. */
export function findOperation(
  pointer: string,
): readonly [path: string, method: string] | undefined {
  const [root, path, method] = splitPointer(pointer);
  return root === "paths" &&
    path !== undefined &&
    method !== undefined &&
    operationMethods.has(method)
    ? [path, method]
    : undefined;
}

/** The methods that have a member in a path item. */
export const operationMethods: ReadonlySet<string> = new Set(methods);

/** Removes an operation. The rest of its path stays. */
export function removeOperation(document: EditedDocument, path: string, method: string): void {
  const paths = document.paths;
  const item = isObject(paths) && Object.hasOwn(paths, path) ? paths[path] : undefined;
  if (isEditable(item)) {
    delete item[method];
  }
}

/** Moves the pattern of the schema at a pointer into the schema's description. */
export function describePattern(document: EditedDocument, pointer: string): void {
  const schema = findValueAt(document, pointer);
  if (!isEditable(schema)) {
    return;
  }
  const { pattern, patternProperties, description } = schema;
  const notes: string[] = [];
  if (typeof pattern === "string") {
    notes.push(`Matches \`${pattern}\`, which is not checked.`);
    delete schema.pattern;
  }
  if (isObject(patternProperties)) {
    const names = Object.keys(patternProperties).map((name) => `\`${name}\``);
    notes.push(`Members whose names match ${names.join(", ")} have rules that are not checked.`);
    delete schema.patternProperties;
  }
  schema.description = [...(typeof description === "string" ? [description] : []), ...notes].join(
    " ",
  );
}

/** True for an object. Nothing else refers to the objects of a parsed document, so they may be changed. */
export function isEditable(value: unknown): value is EditedDocument {
  return isObject(value);
}
