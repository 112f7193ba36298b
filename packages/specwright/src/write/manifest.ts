import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readConflictedManifest } from "./conflicted-manifest.ts";
import { isOutputPath, manifestName } from "./output-path.ts";

/** The files of a generated folder, and the inputs that they were made from. It contains no dates and no absolute paths. */
export interface Manifest {
  /** A hash of all inputs except the document: the tool's version, its options and its templates. */
  readonly key: string;
  /** The files of the document: from paths relative to the output folder to the hashes of their bytes. */
  readonly inputs: ReadonlyMap<string, string>;
  /** The generated files: from paths in the output folder to the hashes of their bytes. */
  readonly files: ReadonlyMap<string, string>;
}

/** The manifest of an output folder. Undefined when it has no valid manifest. */
export function readManifest(folder: string): Manifest | undefined {
  try {
    const text = readFileSync(join(folder, manifestName), "utf8");
    return readConflictedManifest(text) ?? parseManifest(text);
  } catch {
    // The file does not exist or is not JSON. Either way the folder has no manifest.
    return undefined;
  }
}

/** A manifest as text. Its members have the order in which the files were emitted. */
export function renderManifest({ key, inputs, files }: Manifest): string {
  const value = {
    comment: "Written by specwright: the files of this folder that are its own. Do not edit.",
    key,
    inputs: Object.fromEntries(inputs),
    files: Object.fromEntries(files),
  };
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** SHA-256 in hexadecimal. */
export function hashContent(content: string | Uint8Array): string {
  return hash("sha256", content, "hex");
}

function parseManifest(text: string): Manifest | undefined {
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null || !("key" in value) || !("files" in value)) {
    return undefined;
  }
  const files = parseHashes(value.files);
  const inputs = parseHashes("inputs" in value ? value.inputs : {});
  if (typeof value.key !== "string" || files === undefined || inputs === undefined) {
    return undefined;
  }
  const isValid = [...files.keys()].every(isOutputPath);
  return isValid ? { key: value.key, inputs, files } : undefined;
}

function parseHashes(value: unknown): Map<string, string> | undefined {
  if (typeof value !== "object" || value === null) {
    return undefined;
  }
  const entries: [string, string][] = [];
  for (const [path, digest] of Object.entries(value)) {
    if (typeof digest !== "string") {
      return undefined;
    }
    entries.push([path, digest]);
  }
  return new Map(entries);
}
