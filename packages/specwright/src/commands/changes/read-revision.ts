import { execFileSync } from "node:child_process";
import { dirname, join, resolve } from "node:path";
import { createDiagnosticError } from "../../diagnostic.ts";
import type { GivenDocument } from "../load/read-document.ts";
import { documentNames, reportNoDocument } from "./document-names.ts";

/**
 * Reads a document from a commit: `main:api/openapi.yaml`. The path is relative to the working folder, and can be that
 * of a folder with `openapi.yaml`. When the document refers to other files, all YAML and JSON files in its folder and below are read too.
 *
 * @throws DiagnosticError when git does not have the commit or the file.
 */
export function readRevision(side: string, folder: string): GivenDocument {
  const colon = side.indexOf(":");
  const revision = side.slice(0, colon);
  const path = findDocument(revision, side.slice(colon + 1), folder);
  const root = showFile(revision, path, folder);
  const files = new Map([[resolve(folder, path), root]]);
  if (hasOtherFiles.test(root.toString("utf8"))) {
    for (const name of listFiles(revision, dirname(path), folder)) {
      files.set(resolve(folder, name), showFile(revision, name, folder));
    }
  }
  return { path: resolve(folder, path), files };
}

/** A reference, a mapping or a link that leads to another file. */
const hasOtherFiles = /["']?\$ref["']?\s*:\s*["']?[^#"'\s]|\.(?:ya?ml|json)\b/;

/** The path of the document: the given path or, for a folder, the path of the document in it. */
function findDocument(revision: string, path: string, folder: string): string {
  const place = `${revision}:./${path}`;
  const kind = runGit(["cat-file", "-t", "--end-of-options", place], folder, `${revision}:${path}`);
  if (kind.toString("utf8").trim() !== "tree") {
    return path;
  }
  const names = runGit(["ls-tree", "--name-only", "--end-of-options", place], folder, place)
    .toString("utf8")
    .split("\n");
  const found = documentNames.find((name) => names.includes(name));
  return found === undefined ? reportNoDocument(`${revision}:${path}`) : join(path, found);
}

function showFile(revision: string, path: string, folder: string): Buffer {
  return runGit(
    ["show", "--end-of-options", `${revision}:./${path}`],
    folder,
    `${revision}:${path}`,
  );
}

function listFiles(revision: string, folder: string, from: string): readonly string[] {
  const args = ["ls-tree", "-r", "-z", "--name-only", "--end-of-options", revision, `${folder}/`];
  return runGit(args, from, `${revision}:${folder}`)
    .toString("utf8")
    .split("\0")
    .filter((name) => /\.(?:ya?ml|json)$/i.test(name));
}

function runGit(args: readonly string[], folder: string, what: string): Buffer {
  try {
    return execFileSync("git", args, { cwd: folder, maxBuffer, stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    throw createDiagnosticError({
      code: "unknown-revision",
      message: `git has no ${what}: ${takeFirstErrorLine(error)}.`,
      fix: "Look at `git log` and `git ls-tree` for the commit and the path, which is relative to the working folder. In CI, fetch the commit first.",
    });
  }
}

/** Room for documents of 100 MB, which can also be read from the disk. */
const maxBuffer = 200 * 1024 * 1024;

function takeFirstErrorLine(error: unknown): string {
  const text =
    typeof error === "object" && error !== null && "stderr" in error
      ? String(error.stderr)
      : String(error);
  const [line = ""] = text.trim().split("\n", 1);
  return line.replace(/^fatal: /, "").replace(/[.:\s]+$/, "");
}
