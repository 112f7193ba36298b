import { existsSync, readdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { DiagnosticError } from "../diagnostic.ts";
import { createFile } from "../write/whole-file.ts";
import { writeStarterFiles } from "./starter/starter-files.ts";

/** The folder in which an API begins. */
export interface InitializeOptions {
  /** Relative to the working folder. The folder has to be empty or must not exist yet. */
  readonly folder: string;
}

/** The written files, as paths relative to the folder. */
export interface InitializeResult {
  readonly files: readonly string[];
}

/**
 * Writes a small API: a document, a server, a client and a test. It can be generated, started and tested without
 * changes.
 *
 * @throws DiagnosticError when the folder is not empty (no file is written then), or when a file cannot be written.
 */
export function initialize(options: InitializeOptions): InitializeResult {
  const folder = resolve(options.folder);
  const present = existsSync(folder) ? readdirSync(folder).filter((name) => name !== ".git") : [];
  if (present.length > 0) {
    throw new DiagnosticError([
      {
        severity: "error",
        code: "folder-not-empty",
        message: `${folder} is not empty, and init never overwrites a file.`,
        fix: "Name a folder that is empty or does not exist yet, as in `specwright init my-api`.",
        file: folder,
      },
    ]);
  }
  const files = writeStarterFiles(makePackageName(folder));
  for (const { path, content } of files) {
    createFile(join(folder, path), content);
  }
  return { files: files.map(({ path }) => path) };
}

/** A name that npm accepts, made from the name of the folder. */
function makePackageName(folder: string): string {
  const name = basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^[._-]+/, "");
  return name === "" ? "api" : name;
}
