import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { type LoadedModel, loadModel } from "../src/commands/load/load-model.ts";
import { DiagnosticError } from "../src/diagnostic.ts";
import type { Schema } from "../src/document/model/model.ts";
import type { OpenDocumentOptions } from "../src/document/read/open-document.ts";
import { makeTemporaryFolder } from "./temporary-folder.ts";

/** Values, or texts, by the path of their file. */
export type Files = Readonly<Record<string, unknown>>;

/** The components of a document, each a schema. */
export function load(
  schemas: Files,
  files: Files = {},
  options: OpenDocumentOptions & { openapi?: string } = {},
): LoadedModel {
  const { openapi = "3.1.0", ...others } = options;
  const document = {
    openapi,
    info: { title: "a", version: "1" },
    paths: {},
    components: { schemas },
  };
  const texts = Object.entries({ "api/openapi.json": document, ...files }).map(([name, value]) => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  const folder = makeTemporaryFolder(Object.fromEntries(texts));
  symlinkSync("/etc", join(folder, "link"));
  return loadModel("api/openapi.json", { folder, ...others });
}

/** The diagnostics that `load` reports or throws. If it throws another error, returns that error. */
export function findLoadProblems(...args: Parameters<typeof load>): unknown {
  try {
    return load(...args).diagnostics;
  } catch (error) {
    return error instanceof DiagnosticError ? error.diagnostics : error;
  }
}

/** The schema that a reference leads to. */
export function findReferenceTarget(schema: Schema | undefined): Schema | undefined {
  return schema?.ref?.target;
}
