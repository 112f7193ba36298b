import type { FieldIssue } from "@specwright/runtime/v1/schema";
import { isObject } from "@specwright/runtime/v1/values";
import type { FileInput } from "../../toolkits/files/file-inputs.ts";
import type { FileArgument } from "../execution-types.ts";

const members = ["name", "mimetype", "key"] as const;

/** Returns whether an argument names a file. For bytes that are a whole body, the argument may be base64 instead. */
export function isFileArgument(value: unknown): value is FileArgument {
  return (
    isObject(value) &&
    Object.keys(value).length === members.length &&
    members.every((name) => typeof value[name] === "string")
  );
}

/** The problems of an argument that takes a file, with their path inside of it. */
export function checkFileArgument(kind: FileInput, value: unknown): readonly FieldIssue[] {
  if (kind === "wholeBody" && typeof value === "string") {
    return [];
  }
  if (kind !== "several") {
    return checkOneFile(value);
  }
  return Array.isArray(value)
    ? value.flatMap((item, index) =>
        checkOneFile(item).map((issue) => ({ ...issue, path: [index, ...issue.path] })),
      )
    : [{ path: [], message: "must be a list of files" }];
}

function checkOneFile(value: unknown): readonly FieldIssue[] {
  if (!isObject(value)) {
    return [{ path: [], message: "must be a file, with name, mimetype and key" }];
  }
  const known: ReadonlySet<string> = new Set(members);
  return [
    ...members
      .filter((name) => typeof value[name] !== "string")
      .map((name) => ({ path: [name], message: "required, as a string" })),
    ...Object.keys(value)
      .filter((name) => !known.has(name))
      .slice(0, 10)
      .map((name) => ({ path: [name], message: "not allowed" })),
  ];
}

/**
 * The argument in the form that its schema in the document describes: a string for a file. The rules of that schema
 * apply to the bytes, so here only the number of files is checked.
 */
export function replaceFileByText(value: unknown): unknown {
  return Array.isArray(value) ? value.map(() => "file") : "file";
}
