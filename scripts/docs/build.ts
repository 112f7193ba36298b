import { readFile } from "node:fs/promises";
import { docs } from "specwright";
import { parse } from "yaml";
import { isObject } from "../support/document.ts";
import { Failure } from "../support/failure.ts";
import { readConfiguredApi, runAndReport } from "../support/generate.ts";
import { resolveInRoot, root } from "../support/paths.ts";
import { listErrorEntries, withErrorsTable } from "./errors-table.ts";

/** The result of building the reference. */
export interface DocsResult {
  readonly operations: number;
  readonly errors: number;
  readonly files: number;
}

/**
 * Builds the reference of our document with specwright. Its introduction contains the table of errors.
 *
 * @param folder another folder than the one that `redocly.yaml` names
 * @throws Failure with every problem of the document, before anything is written
 */
export async function buildDocs(folder?: string): Promise<DocsResult> {
  const errors = listErrorEntries(await readErrors());
  const { docs: configured, ...api } = readConfiguredApi();
  if (configured === undefined) {
    throw new Failure("redocly.yaml has no apis.platform.x-specwright.docs.\nPut it back.");
  }
  const built = await runAndReport(() =>
    docs({
      ...api,
      ...configured,
      ...(folder === undefined ? {} : { out: folder }),
      folder: root,
      introduction: (description) => withErrorsTable(description, errors),
    }),
  );
  return {
    operations: built.counts?.operations ?? 0,
    errors: errors.length,
    files: built.written.length + built.unchanged.length,
  };
}

async function readErrors(): Promise<Record<string, unknown>> {
  const parsed: unknown = parse(await readFile(resolveInRoot("spec/errors.yaml"), "utf8"));
  return isObject(parsed) ? parsed : {};
}
