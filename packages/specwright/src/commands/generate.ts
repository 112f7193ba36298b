import { relative } from "node:path";
import { pick } from "../defined.ts";
import { type Diagnostic, DiagnosticError } from "../diagnostic.ts";
import { limitDiagnostics } from "../diagnostic-list.ts";
import { bundleDocument } from "../document/bundle/bundle-document.ts";
import { findOpenEnums } from "../document/model/directions/open-enums.ts";
import type { Model } from "../document/model/model.ts";
import { showFilePath } from "../document/read/files/load-file.ts";
import { locateDiagnostics } from "../document/read/locate.ts";
import type { ImportedPackage } from "../emit/define-target.ts";
import { escapeJson } from "../emit/shared/escape/json.ts";
import { describeRenamings } from "../emit/shared/names/describe-renamings.ts";
import { findAmbiguousNames } from "../emit/shared/parameters/ambiguous-names.ts";
import { findNestedParameterLosses } from "../emit/shared/parameters/nested-parameters.ts";
import { listSiblings } from "../emit/shared/print/target-imports.ts";
import { planValues } from "../emit/shared/values/plan-values.ts";
import type { EmitContext } from "../emit/target.ts";
import type { OutputFile } from "../output-file.ts";
import type { Render } from "../text/render.ts";
import { findContents } from "../watch/contents.ts";
import { type Kept, openKept } from "../watch/kept-units.ts";
import type { Session } from "../watch/session.ts";
import { inspectOutput } from "../write/inspect-output.ts";
import { findUnchangedFiles } from "../write/is-unchanged.ts";
import { hashContent } from "../write/manifest.ts";
import type { Output } from "../write/write-output.ts";
import { type GenerateOptions, type ResolvedOptions, resolveOptions } from "./generate-options.ts";
import { collectLater, collectProblems } from "./load/collect-problems.ts";
import { guardDepth } from "./load/guard-depth.ts";
import { type LoadedDocument, loadInput, renameFiles } from "./load/load-model.ts";
import { type LoadedTargets, loadTargets } from "./load/load-targets.ts";
import { applyOutput } from "./output/apply-output.ts";
import { isReleased } from "./output/cache-key.ts";
import { checkTemplates } from "./output/check-templates.ts";
import { createRender, mapPackageImports } from "./output/create-render.ts";
import { emitTargets, loadEmitters } from "./output/emit-targets.ts";
import type { OutputResult } from "./output/output-command.ts";
import { splitLosses } from "./output/split-losses.ts";
import { listPackageInputs, planPackages } from "./packages/plan-packages.ts";
import { writePortablePath } from "./settings/portable-command.ts";
import { settingTable } from "./settings/table.ts";

/** The result of `generate`. */
export interface GenerateResult extends OutputResult {
  /** Targets that were not requested, and are generated because a requested target imports them. */
  readonly imported: readonly string[];
  /**
   * The npm packages that programs have to install for the generated code, as `npm install` takes them: `zod@4`.
   * Empty when nothing had to be done.
   */
  readonly packages: readonly string[];
  /**
   * The parts of the document that at least one target neither enforces nor carries. Each place is listed once. Losses
   * that the settings accept are left out.
   */
  readonly losses: readonly Diagnostic[];
  /** The number of further losses, which the settings accept. */
  readonly accepted: number;
  /**
   * Examples and defaults of the document that do not fit their schemas. Always empty in a session, where they are not
   * checked.
   */
  readonly invalidExamples: readonly Diagnostic[];
}

/**
 * Generates code from a document. With `check`, only reports whether the output is up to date.
 *
 * @param session The session of earlier runs with the same options. Its parts that are still valid are reused.
 * @throws DiagnosticError with every problem of the command, the output folder and the document. No file is written
 * then.
 * @example
 * ```ts
 * import { DiagnosticError, generate } from "specwright";
 *
 * try {
 *   const { written, losses } = await generate({
 *     document: "openapi.yaml",
 *     out: "generated",
 *     targets: ["types", "client"],
 *   });
 *   console.log(written, losses.length);
 * } catch (error) {
 *   if (!(error instanceof DiagnosticError)) throw error;
 *   for (const { file, line, message, fix } of error.diagnostics) console.error(file, line, message, fix);
 * }
 * ```
 */
export async function generate(
  options: GenerateOptions,
  session?: Session,
): Promise<GenerateResult> {
  const resolved = resolveOptions(options);
  const { out, key, folder } = resolved;
  // When a session exists, the document has to be read, because the first run fills the session from it.
  const mayKnow = session === undefined && options.given === undefined && !options.isExhaustive;
  const unchanged = isReleased() && mayKnow ? findUnchangedFiles(out, key) : undefined;
  if (unchanged !== undefined) {
    const { imported } = await loadTargets(resolved.targets, folder, resolved.options);
    return { ...nothingToDo, folder: out, imported, unchanged };
  }
  return generateAnew(options, resolved, session);
}

const nothingToDo = {
  isUpToDate: true,
  written: [],
  removed: [],
  packages: [],
  diagnostics: [],
  losses: [],
  accepted: 0,
  invalidExamples: [],
  inputs: [],
};

async function generateAnew(
  options: GenerateOptions,
  resolved: ResolvedOptions,
  session: Session | undefined,
): Promise<GenerateResult> {
  const { out, key } = resolved;
  const problems: Diagnostic[] = [];
  const targets = await collectLater(problems, () =>
    loadTargets(resolved.targets, resolved.folder, resolved.options, (files) => {
      session?.targetFiles.push(...files);
    }),
  );
  problems.push(
    ...inspectOutput({ folder: out, files: [] }),
    ...checkTemplates(resolved.templates),
    ...checkSetting("invalid-factory", "factory", resolved.factory),
    ...checkOpenEnums(resolved),
    ...checkSetting("invalid-values", "values", options.values),
    ...checkSetting("invalid-package", "package", options.package),
    ...checkSetting("invalid-losses", "losses", options.losses),
  );
  const { source, run } = resolved;
  const loaded = collectProblems(problems, () =>
    run("read", source, () => loadInput(resolved, { source }, session)),
  );
  if (loaded === undefined || targets === undefined || problems.length > 0) {
    throw new DiagnosticError([...problems, ...(loaded?.diagnostics ?? [])]);
  }
  const emitted = await emit(loaded, targets, resolved, session);
  const { forbidden, ...found } = splitLosses(
    [...loaded.diagnostics, ...renameFiles(loaded.trace(emitted.diagnostics), resolved.given)],
    options.losses,
  );
  if (forbidden.length > 0) {
    const all = limitDiagnostics([...found.diagnostics, ...forbidden]);
    throw new DiagnosticError(locateDiagnostics(all, resolved.folder));
  }
  // A document from a URL or from standard input has no file that a later run could compare.
  const files = options.given === undefined ? loaded.files : [];
  const inputs = new Map([...files, ...listPackageInputs(resolved.package), ...targets.files]);
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
    imported: targets.imported,
    packages: listPackages(targets),
    ...found,
    invalidExamples: renameFiles(
      loaded.trace(await findExamples(loaded, options, session)),
      resolved.given,
    ),
    inputs: [...inputs.keys()],
  };
}

/** The packages that programs have to install. */
function listPackages({ targets }: LoadedTargets): readonly string[] {
  const needed = targets.flatMap(({ packages }) => packages);
  const words = needed.filter(({ kind }) => kind !== "optional peer").map(toInstallWord);
  return [...new Set(words)];
}

/** `zod@4` for `^4.5.0`, which no shell has to quote. The newest version is in a range without an upper end. */
function toInstallWord({ name, range = "*" }: ImportedPackage): string {
  const [, major] = /^\^([1-9]\d*)\./.exec(range) ?? [];
  return range === "*" || range.startsWith(">=") ? name : `${name}@${major ?? range}`;
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

/** Enums are open in answers only, so requests and answers need separate types. */
function checkOpenEnums({ enums, readWriteSplit }: ResolvedOptions): Diagnostic[] {
  const message = "`enums: open` needs separate types for requests and answers.";
  const fix = "Remove `readWriteSplit: false` (--no-read-write-split), or choose `union`.";
  return enums === "open" && !readWriteSplit
    ? [{ severity: "error", code: "invalid-enums", message, fix }]
    : [];
}

async function emit(
  { document, model, trace }: LoadedDocument,
  loaded: LoadedTargets,
  options: ResolvedOptions,
  session: Session | undefined,
): Promise<{ files: OutputFile[]; diagnostics: Diagnostic[] }> {
  const values = options.values && planValues(model, options.values);
  const typeOptions = {
    ...pick(options, ["defaultNonNullable", "emptyObjectsUnknown"]),
    ...(options.enums === "const" && { constEnums: true }),
    ...(options.enums === "open" && { openEnums: findOpenEnums(model) }),
    ...(values !== undefined && { converted: values.types }),
  };
  const { targets, files: ofTargets } = loaded;
  const packages =
    options.package &&
    planPackages(
      options.package,
      targets,
      model,
      options.given === undefined ? showFilePath(options.path, options.folder) : options.document,
      guardDepth(options.source, () => escapeJson(bundleDocument(document))),
    );
  const names = targets.map(({ name }) => name);
  const specifiers = packages === undefined ? listSiblings(names) : mapPackageImports(packages);
  // Other code of a target prints another text.
  const version = ofTargets.size === 0 ? "" : hashContent(JSON.stringify([...ofTargets]));
  const render = createRender(options, specifiers, session, version);
  const context: EmitContext = {
    model,
    command: options.command,
    render,
    specifiers,
    ...(session !== undefined && { kept: openMemory(session, model, render) }),
    ...pick(options, [
      "formats",
      "readWriteSplit",
      "readOnlyInRequests",
      "addedHeaders",
      "factory",
    ]),
    typeOptions,
    ...(values !== undefined && { values }),
  };
  const {
    results: emitted,
    sent,
    plans,
  } = emitTargets(loaded, await loadEmitters(targets), context, {
    ...options,
    run: (target, work) => options.run("emit", target, () => guardDepth(options.source, work)),
  });
  const results = [{ files: [], diagnostics: values?.losses ?? [] }, ...emitted];
  if (names.includes("client") || names.includes("server")) {
    const diagnostics = [...findNestedParameterLosses(sent), ...findAmbiguousNames(sent)];
    results.push({ files: [], diagnostics });
  }
  if (packages !== undefined) {
    const { emitPackages } = await import("../emit/package/index.ts");
    const { nameOperation } = loaded.hooks;
    results.push(emitPackages({ ...context, model: sent, nameOperation, plans }, packages));
  }
  const files = results.flatMap((result) => result.files);
  const diagnostics = [
    ...results.flatMap((result) => result.diagnostics),
    ...describeRenamings(results.flatMap(({ renamings = [] }) => renamings)),
  ];
  if (diagnostics.some(({ severity }) => severity === "error")) {
    throw new DiagnosticError(limitDiagnostics(renameFiles(trace(diagnostics), options.given)));
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
