import { existsSync, lstatSync, readdirSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { createDiagnosticError, DiagnosticError } from "../diagnostic.ts";
import { withoutLinks } from "../document/read/files/without-links.ts";
import type { OutputFile } from "../output-file.ts";
import { createFile } from "../write/whole-file.ts";
import { findClone } from "./packages/find-clone.ts";
import { packClone } from "./packages/pack-clone.ts";
import { writePortablePath } from "./settings/portable-command.ts";
import { writeGithubWorkflows } from "./starter/pipelines/github.ts";
import { writeGitlabPipeline } from "./starter/pipelines/gitlab.ts";
import type { Pipeline, PipelineHost } from "./starter/pipelines/pipeline.ts";
import {
  createStarterPipeline,
  readPipeline,
  requireRoot,
} from "./starter/pipelines/read-pipeline.ts";
import { writeStarterFiles } from "./starter/starter-files.ts";

/** The folder in which an API begins. */
export interface InitializeOptions {
  /** Relative to the working folder. It has to be empty or must not exist yet; with `ci` it may have a `redocly.yaml`. */
  readonly folder: string;
  /** The host for which workflows are written: they check pull requests, propose releases and publish them. */
  readonly ci?: PipelineHost;
}

/** The written files, as paths relative to the folder. */
export interface InitializeResult {
  readonly files: readonly string[];
  /** False when the project was there before, so that only its workflows were written. */
  readonly isNew: boolean;
  /** The clone of specwright whose packed packages the project uses. Absent when they come from the registry. */
  readonly clone?: string;
}

/**
 * Writes a small API: a document, a server, a client and a test. It can be generated, started and tested without
 * changes. With `ci`, it also writes workflows. In a project that already has a configuration, it writes only the
 * workflows.
 *
 * @throws DiagnosticError when the folder is not empty or has one of the workflows (no file is written then), or when a
 *   file cannot be written.
 * @example
 * ```ts
 * import { initialize } from "specwright";
 *
 * const { files } = initialize({ folder: "notes" });
 * console.log(files);
 * ```
 */
export function initialize({ folder: path, ci }: InitializeOptions): InitializeResult {
  const folder = resolve(path);
  const present = existsSync(folder) ? readdirSync(folder).filter((name) => name !== ".git") : [];
  if (ci !== undefined) {
    requireRoot(folder, ci);
  }
  const isNew = present.length === 0;
  const pipeline =
    ci === undefined ? undefined : isNew ? createStarterPipeline(folder) : readPipeline(folder);
  if (!isNew && pipeline === undefined) {
    throw refuseFolder(folder, ci);
  }
  const clone = isNew ? findClone() : undefined;
  const packed = clone && addressPackages(packClone(clone), folder);
  const files = [
    ...(isNew ? writeStarterFiles(makePackageName(folder), ci !== undefined, packed) : []),
    ...(pipeline === undefined || ci === undefined ? [] : writeWorkflows(pipeline, ci)),
  ];
  requireAbsent(files, folder);
  for (const { path: file, content } of files) {
    createFile(join(folder, file), content);
  }
  return { files: files.map((file) => file.path), isNew, ...(clone && { clone: clone.root }) };
}

/** The addresses of packed files as a manifest of a folder has them. */
function addressPackages(
  packed: ReadonlyMap<string, string>,
  folder: string,
): Readonly<Record<string, string>> {
  // npm resolves them from where the folder really is.
  const from = withoutLinks(folder);
  return Object.fromEntries(
    [...packed].map(([name, path]) => [name, `file:${writePortablePath(relative(from, path))}`]),
  );
}

function refuseFolder(folder: string, ci: PipelineHost | undefined): DiagnosticError {
  const needsApi = ci === undefined ? "" : " and has no redocly.yaml with an API";
  return createDiagnosticError({
    code: "folder-not-empty",
    message: `${folder} is not empty${needsApi}, and init never overwrites a file.`,
    fix: "Name a folder that is empty or does not exist yet, as in `specwright init my-api`.",
    file: folder,
  });
}

/** @throws DiagnosticError for each file that exists */
function requireAbsent(files: readonly OutputFile[], folder: string): void {
  const problems = files
    .map(({ path }) => join(folder, path))
    .filter((path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined)
    .map((path) => ({
      severity: "error" as const,
      code: "file-exists",
      message: `${path} exists, and init never overwrites a file. Nothing was written.`,
      fix: "Move it, run the command again, and merge the two files.",
      file: path,
    }));
  if (problems.length > 0) {
    throw new DiagnosticError(problems);
  }
}

/** A name that npm accepts, made from the name of the folder. */
function makePackageName(folder: string): string {
  const name = basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^[._-]+/, "");
  return name === "" ? "api" : name;
}

/** The workflows that check, release and document a project, as files of its root. */
function writeWorkflows(pipeline: Pipeline, host: PipelineHost): OutputFile[] {
  return host === "github" ? writeGithubWorkflows(pipeline) : writeGitlabPipeline(pipeline);
}
