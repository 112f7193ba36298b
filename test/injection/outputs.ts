import type { Outcome } from "../../packages/specwright/src/authoring/injection/judge.ts";
import { renderMarkdown } from "../../packages/specwright/src/cli/report/changes/render-markdown.ts";
import type { LocatedChange } from "../../packages/specwright/src/commands/diff.ts";
import { renderChangelog } from "../../packages/specwright/src/commands/release/changelog.ts";
import type { PlannedPackage } from "../../packages/specwright/src/commands/release/plan.ts";
import {
  builtInTargets,
  targetNames,
} from "../../packages/specwright/src/commands/settings/targets.ts";
import { compareModels } from "../../packages/specwright/src/compare/compare-models.ts";
import { DiagnosticError } from "../../packages/specwright/src/diagnostic.ts";
import { buildModel } from "../../packages/specwright/src/document/model/build/build-model.ts";
import { findOpenEnums } from "../../packages/specwright/src/document/model/directions/open-enums.ts";
import { openValue } from "../../packages/specwright/src/document/read/open-value.ts";
import { emitCli } from "../../packages/specwright/src/emit/cli/index.ts";
import { emitClient } from "../../packages/specwright/src/emit/client/index.ts";
import { createEmitter } from "../../packages/specwright/src/emit/define-target.ts";
import { listReferenceLinks } from "../../packages/specwright/src/emit/docs/reference-links.ts";
import { emitMocks } from "../../packages/specwright/src/emit/mocks/index.ts";
import { emitPackages } from "../../packages/specwright/src/emit/package/index.ts";
import type { PackagePlan } from "../../packages/specwright/src/emit/package/package-plan.ts";
import { queryCode } from "../../packages/specwright/src/emit/query/index.ts";
import { queryTarget } from "../../packages/specwright/src/emit/query/target.ts";
import { emitServer } from "../../packages/specwright/src/emit/server/index.ts";
import { emitScaffold } from "../../packages/specwright/src/emit/server/scaffold.ts";
import { createTemplates } from "../../packages/specwright/src/emit/shared/print/templates.ts";
import type { TypeOptions } from "../../packages/specwright/src/emit/shared/typescript/type-options.ts";
import { planValues } from "../../packages/specwright/src/emit/shared/values/plan-values.ts";
import type { EmitContext, EmitResult } from "../../packages/specwright/src/emit/target.ts";
import { emitTools } from "../../packages/specwright/src/emit/tools/index.ts";
import { emitTypes, emitTypesWith } from "../../packages/specwright/src/emit/types/index.ts";
import { emitValidators } from "../../packages/specwright/src/emit/validators/index.ts";
import type { OutputFile } from "../../packages/specwright/src/output-file.ts";
import { addWitnesses } from "../../packages/specwright/src/witness/add-witnesses.ts";
import { generateDefaults } from "../../packages/specwright/test/generate-defaults.ts";

/** Texts that come from the command and not from the document. */
export interface Surroundings {
  readonly source?: string;
  readonly command?: string;
  readonly out?: string;
}

const render = createTemplates();
const emitQuery = createEmitter(queryCode, queryTarget.options);

/** Flags of `specwright types` that write texts at other places. */
const variants: Readonly<Record<string, TypeOptions>> = {
  "paths-as-types": { pathParamsAsTypes: true, rootTypes: true },
  "no-prefix": { rootTypes: true, rootTypesNoSchemaPrefix: true, exportType: true },
  "keep-casing": { rootTypes: true, rootTypesKeepCasing: true, immutable: true },
};

const packages: PackagePlan = {
  targets: builtInTargets,
  names: new Map(targetNames.map((name) => [name, `@acme/api-${name}`])),
  versions: new Map(targetNames.map((name) => [name, "1.0.0"])),
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
    const client = emitClient(context);
    const calling = { ...context, plans: new Map([["client", client.plan]]) };
    const tools = emitTools(calling);
    const cli = emitCli(calling);
    const plans = new Map([
      ["tools", tools.plan],
      ["cli", cli.plan],
    ]);
    const results: EmitResult[] = [
      emitTypes(context),
      client,
      tools,
      cli,
      emitValidators(context),
      emitServer(context),
      emitQuery(calling),
      emitMocks(context),
      emitPackages({ ...context, plans }, packages),
      moveInFolder("handlers", emitScaffold(context, `${out}/server/index.js`, ".ts")),
      renderChanges(value),
      ...generateConverted(context),
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

/** The same with the settings `values` and `enums`, which write further modules. */
function generateConverted(context: EmitContext): readonly EmitResult[] {
  const { model } = context;
  const values = planValues(model, { "date-time": "Date", int64: "bigint" });
  const typeOptions = {
    ...context.typeOptions,
    converted: values.types,
    constEnums: true,
    openEnums: findOpenEnums(model),
  };
  const converting = { ...context, values, typeOptions };
  return [emitTypes, emitClient, emitValidators, emitServer].map((emit) =>
    moveInFolder("converted", emit(converting)),
  );
}

/** The folder of the reports of changes, and the beginning of all links in them. */
export const changesFolder = "changes/";
export const referenceLinks = "https://docs.example/";

/** The Markdown of `diff` and `release` about the changes between a document and an earlier one, in both directions. */
function renderChanges(value: unknown): EmitResult {
  const models = [beforeChanges(value), value].map(
    (each) => buildModel(openValue(each, "a")).model,
  );
  const [old, now] = models;
  if (old === undefined || now === undefined) {
    throw new Error("There are two documents.");
  }
  const directions = [
    [old, now],
    [now, old],
  ] as const;
  const files = directions.flatMap(([from, to], index): OutputFile[] => {
    const found = addWitnesses(compareModels(from, to), { before: from, after: to });
    const changes: LocatedChange[] = found.map(({ before: _, after: __, ...change }) => ({
      ...change,
      approved: change.message,
    }));
    const planned = { ...release, changes };
    const links = new Map(
      [...listReferenceLinks(to)].map(([name, link]) => [name, `${referenceLinks}${link}`]),
    );
    return [
      {
        path: `${changesFolder}${index}/diff.md`,
        content: renderMarkdown({ changes, diagnostics: [] }),
      },
      {
        path: `${changesFolder}${index}/CHANGELOG.md`,
        content: renderChangelog(planned, undefined, "2026-11-27", links),
      },
    ];
  });
  return { files, diagnostics: [] };
}

const release: PlannedPackage = {
  target: "client",
  name: "@acme/api-client",
  last: "1.0.0",
  next: "2.0.0",
  bump: "major",
  reason: "",
  changes: [],
  declarations: [],
  audiences: ["clientCode", "callers"],
};

/** A document from which the given one differs in as many ways as possible. */
function beforeChanges(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(beforeChanges);
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => {
      if (name === "operationId") {
        return [name, `${String(child)}Before`];
      }
      if (name === "properties" && typeof child === "object") {
        return [name, Object.fromEntries(Object.entries(beforeChanges(child) ?? {}).slice(1))];
      }
      if (["tags", "enum", "parameters", "required"].includes(name) && Array.isArray(child)) {
        return [name, beforeChanges(child.slice(1))];
      }
      return [name, beforeChanges(child)];
    }),
  );
}

function moveInFolder(folder: string, { files, diagnostics }: EmitResult): EmitResult {
  return {
    files: files.map(({ path, content }) => ({ path: `${folder}/${path}`, content })),
    diagnostics,
  };
}
