import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Diagnostic } from "specwright";
import { buildToolkit } from "./build-toolkit.ts";
import { problem, readDocument, type ToolkitDocument } from "./read-document.ts";

/** The folder of the platform's own toolkits. */
export const toolkitFolder: string = fileURLToPath(new URL("../../toolkits/", import.meta.url));

/** Documents that fit together, and everything that is wrong with them. */
export interface LoadedToolkits {
  readonly documents: readonly ToolkitDocument[];
  /** Errors first make a start fail; warnings are told by `toolkits check`. */
  readonly problems: readonly Diagnostic[];
}

/**
 * Reads every toolkit document of a folder (`*.yaml`, `*.json`), in the order of their names. A toolkit may have several
 * versions, a file each. Every problem of every document is told at once.
 */
export function loadToolkits(folder: string = toolkitFolder): LoadedToolkits {
  const files = readdirSync(folder)
    .filter((name) => /\.(?:ya?ml|json)$/.test(name))
    .sort();
  const documents: ToolkitDocument[] = [];
  const problems: Diagnostic[] = [];
  const known = new Set<string>();
  for (const name of files) {
    const read = readDocument(join(folder, name));
    problems.push(...read.problems);
    if (read.document === undefined) {
      continue;
    }
    const { document } = read;
    const key = `${document.format.slug} ${document.version}`;
    if (known.has(key)) {
      const message = `Another file already has version ${document.version} of \`${document.format.slug}\`.`;
      problems.push(problem(document.path, "/info/version", message, "Give it a new version."));
    }
    known.add(key);
    documents.push(document);
    problems.push(...buildToolkit(document, nowhere).problems);
  }
  return { documents, problems };
}

/** Checking needs no surroundings. */
const nowhere: Parameters<typeof buildToolkit>[1] = {
  baseUrl: "https://platform.example.com",
  managedModes: [],
  versions: [],
  versionsOfTool: () => [],
};
