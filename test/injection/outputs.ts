import { type Diagnostic, DiagnosticError } from "../../packages/specwright/src/diagnostic.ts";
import { emitClient } from "../../packages/specwright/src/emit/client/index.ts";
import { emitPackages } from "../../packages/specwright/src/emit/package/index.ts";
import type { PackagePlan } from "../../packages/specwright/src/emit/package/package-plan.ts";
import { createTemplates } from "../../packages/specwright/src/emit/print/templates.ts";
import { emitServer } from "../../packages/specwright/src/emit/server/index.ts";
import { emitScaffold } from "../../packages/specwright/src/emit/server/scaffold.ts";
import type { EmitContext, EmitResult } from "../../packages/specwright/src/emit/target.ts";
import { emitTypes, emitTypesWith } from "../../packages/specwright/src/emit/types/index.ts";
import type { TypeOptions } from "../../packages/specwright/src/emit/typescript/type-options.ts";
import { emitValidators } from "../../packages/specwright/src/emit/validators/index.ts";
import { buildModel } from "../../packages/specwright/src/model/build/build-model.ts";
import type { OutputFile } from "../../packages/specwright/src/output-file.ts";
import { createReferences } from "../../packages/specwright/src/read/references/references.ts";
import { generateDefaults } from "../../packages/specwright/test/generate-defaults.ts";

/** Outcome of a document: the files of every target, or the problems that are reported instead. */
export type Outcome =
  | { readonly files: readonly OutputFile[]; readonly diagnostics: readonly Diagnostic[] }
  | { readonly problems: readonly Diagnostic[] };

/** Texts that come from the command and not from the document. */
export interface Surroundings {
  readonly source?: string;
  readonly command?: string;
  readonly out?: string;
}

const render = createTemplates();

/** Flags of `specwright types` that write texts at other places. */
const variants: Readonly<Record<string, TypeOptions>> = {
  "paths-as-types": { pathParamsAsTypes: true, rootTypes: true },
  "no-prefix": { rootTypes: true, rootTypesNoSchemaPrefix: true, exportType: true },
  "keep-casing": { rootTypes: true, rootTypesKeepCasing: true, immutable: true },
};

const packages: PackagePlan = {
  names: new Map([
    ["types", "@acme/api-types"],
    ["client", "@acme/api-client"],
    ["validators", "@acme/api-validators"],
    ["server", "@acme/api-server"],
  ]),
  versions: new Map([
    ["types", "1.0.0"],
    ["client", "1.0.0"],
    ["validators", "1.0.0"],
    ["server", "1.0.0"],
  ]),
  document: "{}\n",
  license: "MIT",
  toolVersion: "0.1.0",
};

/**
 * Generates every target of a document in memory. Errors that are not diagnostics are thrown, because they are bugs.
 */
export function generateAll(value: unknown, surroundings: Surroundings = {}): Outcome {
  try {
    const { source = "openapi.yaml", command = "specwright generate", out = ".." } = surroundings;
    const { model, diagnostics } = buildModel(openValue(value, source));
    const context: EmitContext = { model, command, render, ...generateDefaults };
    const results: EmitResult[] = [
      emitTypes(context),
      emitClient(context),
      emitValidators(context),
      emitServer(context),
      emitPackages(context, packages),
      moveInFolder("handlers", emitScaffold(context, `${out}/server/index.js`, ".ts")),
      ...Object.entries(variants).map(([name, options]) =>
        moveInFolder(name, emitTypesWith(context, options)),
      ),
    ];
    const all = [...diagnostics, ...results.flatMap((result) => result.diagnostics)];
    return all.some(({ severity }) => severity === "error")
      ? { problems: all }
      : { files: results.flatMap(({ files }) => files), diagnostics: all };
  } catch (error) {
    if (error instanceof DiagnosticError) {
      return { problems: error.diagnostics };
    }
    throw error;
  }
}

function moveInFolder(folder: string, { files, diagnostics }: EmitResult): EmitResult {
  return {
    files: files.map(({ path, content }) => ({ path: `${folder}/${path}`, content })),
    diagnostics,
  };
}

/** A document as if it had been read from a file. Other tests cover reading. */
function openValue(value: unknown, source: string): Parameters<typeof buildModel>[0] {
  const path = "/document/openapi.yaml";
  const root = { path, name: "openapi.yaml", hash: "", value, mayIdentify: true };
  const files = new Map([[root.path, root]]);
  const problems: Diagnostic[] = [];
  const references = createReferences({
    folder: "/document",
    roots: ["/document"],
    allowed: [],
    remotes: [],
    files,
    problems,
    root,
  });
  return { source, root, files, problems, ...references };
}
