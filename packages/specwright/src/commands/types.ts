import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { type Diagnostic, DiagnosticError } from "../diagnostic.ts";
import { createTemplates } from "../emit/templates.ts";
import type { TypeOptions } from "../emit/type-options.ts";
import { renderTypes } from "../emit/types/render-types.ts";
import { guardDepth } from "./guard-depth.ts";
import { loadModel } from "./load-model.ts";
import { portableCommand } from "./portable-command.ts";

/** Which types to print, and where to. Paths are relative to `folder`. */
export interface TypesOptions extends TypeOptions {
  /** The root document. */
  readonly document: string;
  /** The file to write. Nothing is written unless given. */
  readonly output?: string;
  /** Compares with the file and writes nothing. */
  readonly check?: boolean;
  /** Folders outside the document's that references may lead to. */
  readonly allow?: readonly string[];
  /** Copies of documents of the network: the file or folder by the URI that it stands for. */
  readonly remotes?: Readonly<Record<string, string>>;
  /** The working folder. The process's own unless given. */
  readonly folder?: string;
}

/** The types of a document. */
export interface TypesResult {
  /** The text of the declaration file. */
  readonly text: string;
  /** True when the file already had this text. */
  readonly isUpToDate: boolean;
  /** Warnings. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The types of a document, as a successor of `openapi-typescript <document> -o <file>`.
 *
 * @throws DiagnosticError with every problem of the document; nothing is written then.
 */
export function types(options: TypesOptions): TypesResult {
  const folder = resolve(options.folder ?? ".");
  const document = resolve(folder, options.document);
  const output = options.output === undefined ? undefined : resolve(folder, options.output);
  const outputs = output === undefined ? [] : [["-o", output] as const];
  const { source, command } = portableCommand("types", document, outputs);
  const { allow, remotes } = options;
  const { model, diagnostics } = loadModel(document, {
    folder,
    source,
    ...(allow === undefined ? {} : { allow }),
    ...(remotes === undefined ? {} : { remotes }),
  });
  const text = guardDepth(source, () =>
    renderTypes({ model, command, render: createTemplates() }, options),
  );
  const isUpToDate =
    output !== undefined && existsSync(output) && readFileSync(output, "utf8") === text;
  if (output !== undefined && !isUpToDate && options.check !== true) {
    writeWhole(output, text);
  }
  return { text, isUpToDate, diagnostics };
}

/** Writes next to the file and renames, so that the file is never half written. */
function writeWhole(path: string, text: string): void {
  // Two commands at once must not write to the same one.
  const staged = `${path}.${process.pid}.specwright`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(staged, text);
    renameSync(staged, path);
  } catch (error) {
    rmSync(staged, { force: true });
    throw new DiagnosticError([
      {
        severity: "error",
        code: "output-not-writable",
        message: `${path} cannot be written: ${error instanceof Error ? error.message : error}.`,
        fix: "Check the folder and its permissions.",
        file: path,
      },
    ]);
  }
}
