import { lstatSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { pick } from "../defined.ts";
import { createDiagnosticError, type Diagnostic, type DiagnosticError } from "../diagnostic.ts";
import { showFilePath } from "../document/read/files/load-file.ts";
import { withoutLinks } from "../document/read/files/without-links.ts";
import type { ScaffoldFile } from "../emit/server/scaffold.ts";
import { generatedMark } from "../emit/shared/print/header.ts";
import { createTemplates } from "../emit/shared/print/templates.ts";
import { findSymbolicLink } from "../write/find-symbolic-link.ts";
import { isOutputPath } from "../write/output-path.ts";
import { createFile, replaceFile } from "../write/whole-file.ts";
import { findHandlerFiles, findOrphanedHandlers } from "./handlers/handler-files.ts";
import { findImportExtension } from "./handlers/import-extension.ts";
import { type NamedInput, resolveInput } from "./load/document-input.ts";
import { loadInput } from "./load/load-model.ts";
import { namePackage } from "./packages/plan-packages.ts";
import { resolveSettings } from "./settings/given-settings.ts";
import {
  buildPortableCommand,
  type ConfiguredCommand,
  writePortablePath,
} from "./settings/portable-command.ts";
import { type Settings, sharedSettings } from "./settings/settings.ts";

/** The document and the folder of handlers. Paths are relative to `folder`. */
export interface ScaffoldOptions
  extends Pick<Settings, (typeof sharedSettings)[number]>,
    NamedInput,
    ConfiguredCommand {
  /** The folder of the handlers. The user owns these files once they are written. */
  readonly handlers: string;
  /** The folder of the generated code, from which handlers import. */
  readonly out: string;
}

/** The result of scaffolding. Paths are relative to the folder of the handlers. */
export interface ScaffoldResult {
  readonly written: readonly string[];
  /** Files that already existed and were not changed. */
  readonly kept: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Writes a handler file for each operation that has none yet. Existing handler files are never changed. The index of
 * the handlers is written again as long as its first line says that it is generated. Handlers whose operation no longer
 * exists are reported as warnings.
 *
 * @throws DiagnosticError with every problem of the document, or when a link is in the way or a file cannot be written.
 * @example
 * ```ts
 * import { scaffold } from "specwright";
 *
 * const { written, kept } = await scaffold({ document: "openapi.yaml", out: "generated", handlers: "src/handlers" });
 * console.log(written, kept);
 * ```
 */
export async function scaffold(options: ScaffoldOptions): Promise<ScaffoldResult> {
  const input = resolveInput(options);
  const { folder } = input;
  const handlers = withoutLinks(resolve(folder, options.handlers));
  const out = withoutLinks(resolve(folder, options.out));
  const settings = resolveSettings(options, sharedSettings, folder);
  const outputs = { "--out": out, "--handlers": handlers };
  const chosen = { ...settings, ...pick(options, ["configured"]) };
  const { source, command } = buildPortableCommand("scaffold", input.name, outputs, chosen);
  const { model, diagnostics } = loadInput(input, { source });
  const { emitScaffold } = await import("../emit/server/scaffold.ts");
  const present = findHandlerFiles(handlers);
  const emitted = emitScaffold(
    {
      model,
      command,
      render: createTemplates({ folder: settings.templates }),
    },
    options.package === undefined
      ? `${buildRelativeImport(handlers, out)}/server/index.js`
      : namePackage(options.package, "server"),
    findImportExtension(handlers),
    new Map(
      present.flatMap(({ path, operations }) =>
        operations.map((name) => [name, writePortablePath(relative(handlers, path))]),
      ),
    ),
  );
  const kept: string[] = [];
  const written: string[] = [];
  for (const file of emitted.files) {
    (writeHandler(handlers, file) ? written : kept).push(file.path);
  }
  const operations = new Set(emitted.operations);
  const orphans = findOrphanedHandlers(present, operations).map((diagnostic) => ({
    ...diagnostic,
    file: showFilePath(diagnostic.file ?? "", folder),
  }));
  return { written, kept, diagnostics: [...diagnostics, ...emitted.diagnostics, ...orphans] };
}

function buildRelativeImport(from: string, to: string): string {
  const path = writePortablePath(relative(from, to));
  return path.startsWith(".") ? path : `./${path}`;
}

/** Returns whether the file was written. */
function writeHandler(folder: string, { path, content, isRegenerated }: ScaffoldFile): boolean {
  const target = join(folder, path);
  const link = isOutputPath(path) ? findSymbolicLink(folder, path) : path;
  if (link !== undefined) {
    throw refuseOverwrite(join(folder, link));
  }
  const present = lstatSync(target, { throwIfNoEntry: false });
  if (present !== undefined) {
    const text = isRegenerated === true ? readFileSync(target, "utf8") : undefined;
    // The first line says that the file is generated. A file without that line belongs to the user.
    if (text === undefined || text === content || !text.startsWith(generatedMark)) {
      return false;
    }
    replaceFile(target, content);
    return true;
  }
  return createFile(target, content);
}

function refuseOverwrite(path: string): DiagnosticError {
  return createDiagnosticError({
    code: "link-in-output",
    message: `${path} is a link, or is not the expected file or folder, so nothing is written to it.`,
    fix: "Remove the file or folder that is in the way, or choose another folder.",
    file: path,
  });
}
