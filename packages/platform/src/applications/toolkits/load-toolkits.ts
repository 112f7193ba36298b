import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Diagnostic } from "specwright";
import { toolkitFolder } from "../../base/package-files.ts";
import { runInTurns } from "../../base/sharing/take-turns.ts";
import { buildToolkit } from "./build/build-toolkit.ts";
import {
  describeProblem,
  readToolkitDocument,
  type ToolkitDocument,
} from "./documents/read-document.ts";

/** The folder of the example toolkit, whose server is the service itself. */
export const exampleFolder: string = join(toolkitFolder, "example");

/** A document with another address as its first server, which the service knows only when it starts. */
export function leadTo(document: ToolkitDocument, url: string): ToolkitDocument {
  const { model } = document;
  const [server] = model.servers;
  return server === undefined
    ? document
    : { ...document, model: { ...model, servers: [{ ...server, url }] } };
}

/** Documents that fit together, and all problems. */
export interface LoadedToolkits {
  readonly documents: readonly ToolkitDocument[];
  /** The errors come first. They make a start fail; `toolkits check` reports warnings too. */
  readonly problems: readonly Diagnostic[];
}

/**
 * Reads every toolkit document of these folders (`*.yaml`, `*.yml`, `*.json`), folder by folder and in the order of
 * file names. A toolkit may have several versions, each in its own file of the same folder. If two folders have the
 * same slug, the first folder wins. All problems of all documents are reported together.
 */
export function loadToolkits(folders: readonly string[] = [toolkitFolder]): LoadedToolkits {
  const loading = loadEach(folders);
  for (;;) {
    const { done, value } = loading.next();
    if (done === true) {
      return value;
    }
  }
}

/**
 * Like `loadToolkits`, but other work gets its turn after each document. A starting process can then answer health
 * checks.
 */
export async function loadToolkitsInTurns(folders: readonly string[]): Promise<LoadedToolkits> {
  return await runInTurns(loadEach(folders));
}

function* loadEach(folders: readonly string[]): Generator<void, LoadedToolkits> {
  const documents: ToolkitDocument[] = [];
  const problems: Diagnostic[] = [];
  for (const folder of folders) {
    const files = listFiles(folder);
    if (files.length === 0) {
      const message = "The folder has no toolkit documents (*.yaml, *.yml, *.json).";
      problems.push(describeProblem(folder, "", message, "Name the folder that holds them."));
    }
    const before = [...documents];
    for (const file of files) {
      const read = readToolkitDocument(file);
      problems.push(...read.problems);
      if (read.document === undefined) {
        continue;
      }
      const { document } = read;
      const clash = findClash(document, before, documents);
      if (clash !== undefined) {
        problems.push(clash);
      }
      documents.push(document);
      problems.push(...buildToolkit(document, nowhere).problems);
      yield;
    }
  }
  // specwright's file names are relative to the working directory.
  const named = problems.map((each) => ({ ...each, file: resolve(each.file ?? "") }));
  return { documents, problems: named };
}

/** Formats a problem as a line: its place, the problem, and how to fix it. */
export function formatProblemLine({ file, line, message, fix }: Diagnostic): string {
  return `${line === undefined ? file : `${file}:${line}`}: ${message} ${fix}`;
}

function listFiles(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => /\.(?:ya?ml|json)$/.test(name))
    .sort()
    .map((name) => join(folder, name));
}

/** Finds a document that clashes with an earlier one, of another folder or of any. */
function findClash(
  document: ToolkitDocument,
  ofOtherFolders: readonly ToolkitDocument[],
  all: readonly ToolkitDocument[],
): Diagnostic | undefined {
  const { version, format, path } = document;
  const { slug } = format;
  const report = (pointer: string, message: string, other: ToolkitDocument, fix: string) => {
    const { line } = other.locate(describeProblem(other.path, pointer, "", ""));
    return document.locate(
      describeProblem(path, pointer, `${message} ${other.path}:${line}.`, fix),
    );
  };
  const owner = ofOtherFolders.find((other) => other.format.slug === slug);
  if (owner !== undefined) {
    const message = `The slug \`${slug}\` already belongs to`;
    return report("/x-platform-toolkit/slug", message, owner, "Choose another slug.");
  }
  const same = all.find((other) => other.format.slug === slug && other.version === version);
  if (same === undefined) {
    return undefined;
  }
  const message = `Version ${version} of \`${slug}\` is already in`;
  return report("/info/version", message, same, "Give it a new version.");
}

/** Checking needs no surroundings. */
const nowhere: Parameters<typeof buildToolkit>[1] = {
  baseUrl: "https://platform.example.com",
  managedModes: [],
  versions: [],
  listVersionsOfTool: () => [],
};
