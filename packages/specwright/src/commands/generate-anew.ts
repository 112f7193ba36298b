import { relative } from "node:path";
import { bundleDocument } from "../bundle/bundle-document.ts";
import { pick } from "../defined.ts";
import { type Diagnostic, DiagnosticError } from "../diagnostic.ts";
import { limitDiagnostics } from "../diagnostic-list.ts";
import { escapeJson } from "../emit/escape/json.ts";
import { findNestedParameterLosses } from "../emit/parameters/nested-parameters.ts";
import { buildSentModel } from "../emit/parameters/sent-model.ts";
import type { Render } from "../emit/print/templates.ts";
import type { EmitContext, EmitResult } from "../emit/target.ts";
import { type Kept, openKept } from "../emit/units/kept.ts";
import { findContents } from "../model/contents/contents.ts";
import type { Model } from "../model/model.ts";
import type { OutputFile } from "../output-file.ts";
import { showFilePath } from "../read/files/load-file.ts";
import { locateDiagnostics } from "../read/locate.ts";
import { inspectOutput } from "../write/inspect-output.ts";
import type { Output } from "../write/write-output.ts";
import { createRender } from "./create-render.ts";
import type { GenerateResult } from "./generate.ts";
import type { GenerateOptions, ResolvedOptions } from "./generate-options.ts";
import { collectProblems } from "./load/collect-problems.ts";
import { guardDepth } from "./load/guard-depth.ts";
import { type LoadedDocument, loadInput, renameFiles } from "./load/load-model.ts";
import type { Session } from "./load/session.ts";
import { splitLosses } from "./losses.ts";
import { applyOutput } from "./output/apply-output.ts";
import { checkTemplates } from "./output/check-templates.ts";
import { listPackageInputs, planPackages } from "./packages/plan-packages.ts";
import { writePortablePath } from "./settings/portable-command.ts";
import { settingTable } from "./settings/table.ts";
import {
  checkTargets,
  listImportedTargets,
  loadEmitter,
  withImported,
} from "./settings/targets.ts";

/**
 * Generates code from a document without first checking whether anything changed: see `generate`.
 *
 * @param options The options as the caller gave them.
 * @throws DiagnosticError with every problem of the command, the output folder and the document. No file is written
 * then.
 */
export async function generateAnew(
  options: GenerateOptions,
  resolved: ResolvedOptions,
  session: Session | undefined,
): Promise<GenerateResult> {
  const { out, key } = resolved;
  const problems = [
    ...checkTargets(resolved.targets ?? []),
    ...inspectOutput({ folder: out, files: [] }),
    ...checkTemplates(resolved.templates),
    ...checkSetting("invalid-factory", "factory", resolved.factory),
    ...checkSetting("invalid-package", "package", options.package),
    ...checkSetting("invalid-losses", "losses", options.losses),
  ];
  const { source, run } = resolved;
  const loaded = collectProblems(problems, () =>
    run("read", source, () => loadInput(resolved, { source }, session)),
  );
  if (loaded === undefined || problems.length > 0) {
    throw new DiagnosticError([...problems, ...(loaded?.diagnostics ?? [])]);
  }
  const emitted = await emit(loaded, resolved, session);
  const { forbidden, ...found } = splitLosses(
    [...loaded.diagnostics, ...renameFiles(emitted.diagnostics, resolved.given)],
    options.losses,
  );
  if (forbidden.length > 0) {
    const all = limitDiagnostics([...found.diagnostics, ...forbidden]);
    throw new DiagnosticError(locateDiagnostics(all, resolved.folder));
  }
  // A document from a URL or from standard input has no file that a later run could compare.
  const files = options.given === undefined ? loaded.files : [];
  const inputs = new Map([...files, ...listPackageInputs(resolved.package)]);
  const output: Output = {
    folder: out,
    files: emitted.files,
    key,
    inputs: listInputs(inputs, out),
    ...(session === undefined ? {} : { session: session.write }),
  };
  await resolved.beforeWrite?.();
  const written = run(resolved.check === true ? "compare" : "write", out, () =>
    applyOutput(output, resolved.check),
  );
  return {
    ...written,
    folder: out,
    isUpToDate: written.written.length === 0 && written.removed.length === 0,
    counts: {
      operations: loaded.model.operations.length,
      schemas: loaded.model.components.schemas.size,
    },
    imported: listImportedTargets(options.targets),
    ...found,
    invalidExamples: renameFiles(await findExamples(loaded, options, session), resolved.given),
    inputs: [...inputs.keys()],
  };
}

/** In a session the examples are not checked: nobody waits for these findings while a document is being edited. */
async function findExamples(
  { model }: LoadedDocument,
  options: GenerateOptions,
  session: Session | undefined,
): Promise<readonly Diagnostic[]> {
  if (session !== undefined) {
    return [];
  }
  const { findInvalidExamples } = await import("../emit/examples/index.ts");
  return guardDepth(options.document, () => findInvalidExamples(model, pick(options, ["formats"])));
}

/** The problems of a setting that a program or a flag gives. */
function checkSetting(code: string, name: keyof typeof settingTable, value: unknown): Diagnostic[] {
  const problems = value === undefined ? [] : settingTable[name].check(value, name);
  return problems.map(({ message, fix }) => ({ severity: "error", code, message, fix }));
}

async function emit(
  { document, model }: LoadedDocument,
  options: ResolvedOptions,
  session: Session | undefined,
): Promise<{ files: OutputFile[]; diagnostics: Diagnostic[] }> {
  const typeOptions = pick(options, ["defaultNonNullable", "emptyObjectsUnknown"]);
  const targets = withImported(options.targets);
  const packages =
    options.package &&
    planPackages(
      options.package,
      targets,
      model,
      options.given === undefined ? showFilePath(options.path, options.folder) : options.document,
      escapeJson(bundleDocument(document)),
    );
  const render = createRender(options, packages, session);
  const context: EmitContext = {
    model,
    command: options.command,
    render,
    ...(session !== undefined && { kept: openMemory(session, model, render) }),
    ...pick(options, [
      "formats",
      "readWriteSplit",
      "readOnlyInRequests",
      "addedHeaders",
      "factory",
    ]),
    typeOptions,
  };
  // Types describe the document itself, independent of how a parameter is sent.
  const sent = { ...context, model: buildSentModel(model, options) };
  const results: EmitResult[] = [];
  for (const target of targets) {
    const emitTarget = await loadEmitter(target);
    const given = target === "types" ? context : sent;
    results.push(
      options.run("emit", target, () => guardDepth(options.source, () => emitTarget(given))),
    );
  }
  if (targets.some((target) => target === "client" || target === "server")) {
    results.push({ files: [], diagnostics: findNestedParameterLosses(sent.model) });
  }
  if (packages !== undefined) {
    const { emitPackages } = await import("../emit/package/index.ts");
    results.push(emitPackages(sent, packages));
  }
  const files = results.flatMap((result) => result.files);
  const diagnostics = results.flatMap((result) => result.diagnostics);
  if (diagnostics.some(({ severity }) => severity === "error")) {
    throw new DiagnosticError(limitDiagnostics(renameFiles(diagnostics, options.given)));
  }
  return { files, diagnostics };
}

/** The memory of a session for the emitters. */
function openMemory(session: Session, model: Model, render: Render): Kept {
  session.contents = findContents(model, session.contents);
  return openKept(session.kept, session.contents, render);
}

function listInputs(files: ReadonlyMap<string, string>, out: string): ReadonlyMap<string, string> {
  return new Map([...files].map(([path, hash]) => [writePortablePath(relative(out, path)), hash]));
}
