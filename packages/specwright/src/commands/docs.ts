import { relative, resolve } from "node:path";
import { pick } from "../defined.ts";
import { DiagnosticError } from "../diagnostic.ts";
import { withoutLinks } from "../document/read/files/without-links.ts";
import type { GuideFolder } from "../emit/docs/guides/guide-folder.ts";
import type { Theme } from "../emit/docs/theme.ts";
import type { OutputFile } from "../output-file.ts";
import type { Session } from "../watch/session.ts";
import { inspectOutput } from "../write/inspect-output.ts";
import { findUnchangedFiles } from "../write/is-unchanged.ts";
import { hashContent } from "../write/manifest.ts";
import type { Output } from "../write/write-output.ts";
import { collectProblems } from "./load/collect-problems.ts";
import { type ResolvedInput, resolveInput } from "./load/document-input.ts";
import { guardDepth } from "./load/guard-depth.ts";
import { loadInput } from "./load/load-model.ts";
import { applyOutput } from "./output/apply-output.ts";
import { hashCacheKey, isReleased } from "./output/cache-key.ts";
import { checkTemplates } from "./output/check-templates.ts";
import { loadGuides } from "./output/load-guides.ts";
import { loadTheme } from "./output/load-theme.ts";
import type { OutputOptions, OutputResult } from "./output/output-command.ts";
import { namePackage } from "./packages/plan-packages.ts";
import { resolveSettings } from "./settings/given-settings.ts";
import {
  buildPortableCommand,
  type PortableCommand,
  writePortablePath,
} from "./settings/portable-command.ts";
import { type DocsSettings, type Settings, sharedSettings } from "./settings/settings.ts";
import { createRunStep, type RunStep } from "./steps/run-step.ts";

/** The document, the output and the settings of a reference. Paths are relative to `folder`. */
export interface DocsOptions
  extends DocsSettings,
    Pick<
      Settings,
      | (typeof sharedSettings)[number]
      | "factory"
      | "arrayFormat"
      | "jsonParameters"
      | "splitEncodedCommas"
      | "values"
    >,
    OutputOptions {
  /** With `versions`, true to write over a reference of the same version that describes another API. */
  readonly replace?: boolean;
  /** Changes `info.description` into the introduction of the reference. The document for download keeps the original. */
  readonly introduction?: (description: string) => string;
  /** The working folder. Default: that of the process. */
  readonly folder?: string;
}

/** The result of making a reference. */
export type DocsResult = OutputResult;

interface Resolved extends ResolvedInput, PortableCommand, Pick<Settings, "templates"> {
  readonly out: string;
  readonly client: string | undefined;
  readonly run: RunStep;
}

/**
 * Makes the reference of a document as static files. Any host can serve them from any folder, and a browser can open
 * them from the disk. With `check`, only reports whether the reference is up to date.
 *
 * @param session The session of earlier runs with the same options.
 * @throws DiagnosticError with every problem of the command, the output folder and the document. No file is written
 * then.
 * @example
 * ```ts
 * import { docs } from "specwright";
 *
 * const { written } = await docs({ document: "openapi.yaml", out: "reference" });
 * console.log(written);
 * ```
 */
export async function docs(options: DocsOptions, session?: Session): Promise<DocsResult> {
  const resolved = resolveOptions(options);
  const { out, folder, run } = resolved;
  const problems = [
    ...inspectOutput({ folder: out, files: [] }),
    ...checkTemplates(resolved.templates),
  ];
  const theme = collectProblems(problems, () => loadTheme(options.theme, folder));
  const guides = collectProblems(problems, () => loadGuides(options.guides, { out, folder }));
  const key = hashDocsKey(resolved, options, theme, guides);
  // The function `introduction` may return another string each time, and the hashes do not cover it.
  const isKnown =
    isReleased() &&
    session === undefined &&
    options.introduction === undefined &&
    options.given === undefined &&
    options.versions !== true;
  const unchanged = isKnown && problems.length === 0 ? findUnchangedFiles(out, key) : undefined;
  if (unchanged !== undefined) {
    return { ...nothingToDo, folder: out, unchanged };
  }
  const loaded = collectProblems(problems, () =>
    run("read", resolved.source, () => loadInput(resolved, { source: resolved.source }, session)),
  );
  if (loaded === undefined || problems.length > 0) {
    throw new DiagnosticError([...problems, ...(loaded?.diagnostics ?? [])]);
  }
  const { emitReference } = await import("./output/emit-reference.ts");
  const { applyVersionedSite, planVersionedSite } = await import("./output/reference-versions.ts");
  const site =
    options.versions === true
      ? guardDepth(resolved.source, () =>
          planVersionedSite(out, loaded.model, { isReplaced: options.replace === true, folder }),
        )
      : undefined;
  const files = run("emit", "reference", () =>
    guardDepth(resolved.source, () =>
      emitReference(loaded, {
        ...options,
        ...resolved,
        theme,
        guides,
        version: site?.changes,
      }),
    ),
  );
  const onDisk = options.given === undefined ? [...loaded.document.files.values()] : [];
  const output = (to: string, content: readonly OutputFile[]): Output => ({
    folder: to,
    files: content,
    key,
    inputs: new Map(onDisk.map(({ path, hash }) => [writePortablePath(relative(to, path)), hash])),
  });
  await options.beforeWrite?.();
  const written = run(options.check === true ? "compare" : "write", out, () =>
    site === undefined
      ? applyOutput(
          { ...output(out, files), ...(session && { session: session.write }) },
          options.check,
        )
      : applyVersionedSite(site, output, files, {
          ...pick(options, ["check", "url"]),
          ...pick(resolved, ["templates"]),
          theme,
        }),
  );
  const { operations, components } = loaded.model;
  return {
    ...written,
    folder: out,
    isUpToDate: written.written.length === 0 && written.removed.length === 0,
    counts: { operations: operations.length, schemas: components.schemas.size },
    diagnostics: loaded.diagnostics.filter(({ severity }) => severity !== "loss"),
    inputs: onDisk.map(({ path }) => path),
  };
}

const nothingToDo = { isUpToDate: true, written: [], removed: [], diagnostics: [], inputs: [] };

function resolveOptions(options: DocsOptions): Resolved {
  const input = resolveInput(options);
  const { folder } = input;
  const out = withoutLinks(resolve(folder, options.out));
  const client = chooseSampleClient(options);
  const settings = resolveSettings(options, sharedSettings, folder);
  const words = client === undefined ? ["--no-client"] : ["--client", client];
  return {
    ...input,
    ...pick(settings, ["templates"]),
    ...buildPortableCommand("docs", input.name, { "--out": out }, settings, words),
    out,
    client,
    run: createRunStep(options.onStep),
  };
}

function chooseSampleClient({ client, package: packages }: DocsOptions): string | undefined {
  if (client !== undefined) {
    return client === false ? undefined : client;
  }
  return packages === undefined ? "./generated/client/index.js" : namePackage(packages, "client");
}

function hashDocsKey(
  { command, templates }: Resolved,
  { factory, arrayFormat, jsonParameters, splitEncodedCommas, url, values }: DocsOptions,
  theme: Theme | undefined,
  guides: GuideFolder | undefined,
): string {
  const texts = guides && hashContent(JSON.stringify([guides.pages, [...guides.images]]));
  return hashCacheKey({
    command: `${command} ${factory ?? ""}${arrayFormat === undefined ? "" : ` ${arrayFormat}`}${jsonParameters === true ? " json" : ""}${splitEncodedCommas === true ? " commas" : ""}${values === undefined ? "" : ` ${JSON.stringify(values)}`} ${url ?? ""} ${JSON.stringify(theme)} ${texts ?? ""}`,
    templates,
  });
}
