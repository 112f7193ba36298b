import { resolve } from "node:path";
import { createDiagnosticError } from "../../../diagnostic.ts";
import { requireFile } from "../../../document/read/files/load-file.ts";
import { isObject, type JsonObject } from "../../../json-object.ts";

/**
 * Reads a YAML or JSON file with the inputs of workflows: an object by the id of the workflow, with an object of values each.
 *
 * @throws DiagnosticError when it cannot be read, or has another form
 */
export function readWorkflowInputs(
  path: string,
  folder: string,
): Readonly<Record<string, JsonObject>> {
  const { value, name } = requireFile(resolve(folder, path), folder);
  if (!isObject(value) || !Object.values(value).every(isObject)) {
    throw createDiagnosticError({
      code: "invalid-workflow",
      message: `${name} does not have inputs by workflow.`,
      fix: "Write the id of a workflow, and its inputs below it: `buy: { quantity: 2 }`.",
      file: name,
    });
  }
  return value as Readonly<Record<string, JsonObject>>; // Every member was checked above.
}
