import { lstatSync, readdirSync, type Stats } from "node:fs";
import { join } from "node:path";
import type { Diagnostic } from "../diagnostic.ts";
import { findSymbolicLink } from "./find-symbolic-link.ts";
import { hasJournal, readPlannedPaths } from "./journal.ts";
import { readManifest } from "./manifest.ts";
import { isOutputPath, isOwnName, stageName } from "./output-path.ts";
import type { Output } from "./write-output.ts";

/**
 * Finds everything that forbids writing these files into this folder: a folder with files that specwright did not
 * write, such a file or a link at the path of a generated file, and invalid paths.
 */
export function inspectOutput({ folder, files }: Pick<Output, "folder" | "files">): Diagnostic[] {
  let status: Stats | undefined;
  try {
    status = lstatSync(folder, { throwIfNoEntry: false });
  } catch (error) {
    // The links form a circle, or the name is too long.
    return [
      describeOutputProblem(
        "output-not-a-folder",
        `${folder} cannot be read: ${String(error)}.`,
        folder,
      ),
    ];
  }
  if (status !== undefined && !status.isDirectory()) {
    return [describeOutputProblem("output-not-a-folder", `${folder} is not a folder.`, folder)];
  }
  if (status !== undefined && !isOurs(folder)) {
    const message = `${folder} has files that specwright did not write, so nothing is written there.`;
    return [{ ...describeOutputProblem("output-not-ours", message, folder), fix: notOursFix }];
  }
  const owned = readManifest(folder)?.files;
  const paths = [stageName, ...files.map(({ path }) => path)];
  return paths.flatMap((path, index) => {
    const isStage = index === 0;
    if (!isStage && !isOutputPath(path)) {
      return [
        describeOutputProblem(
          "invalid-output-path",
          `\`${path}\` is not a path inside the output folder.`,
          path,
        ),
      ];
    }
    const isFolder =
      isStage && lstatSync(join(folder, path), { throwIfNoEntry: false })?.isDirectory();
    const link = isFolder === true ? undefined : findSymbolicLink(folder, path);
    if (link !== undefined) {
      const message = `${join(folder, link)} is a link or a special file, so nothing is written there.`;
      return [describeOutputProblem("link-in-output", message, join(folder, link))];
    }
    const exists = lstatSync(join(folder, path), { throwIfNoEntry: false }) !== undefined;
    if (!isStage && exists && owned?.has(path) !== true && isForeign(folder, path)) {
      const message = `${join(folder, path)} exists and was not written by specwright, so it is not overwritten.`;
      return [describeOutputProblem("file-not-ours", message, join(folder, path))];
    }
    return [];
  });
}

/**
 * For output that was written before manifests existed, or whose manifest was not committed: once it is removed, it can
 * be generated again.
 */
const notOursFix =
  "Choose another output folder, or remove this one if all that is in it was generated, such as by an older version.";

/**
 * A folder belongs to specwright when it has a manifest, or contains only files that an interrupted command left.
 * Another command may be writing for the first time. It writes its journal, then the files, then the manifest, and then
 * removes the journal. So list the names first: each of them is then either in the journal or older than the manifest.
 */
function isOurs(folder: string): boolean {
  const names = readdirSync(folder);
  const begun = new Set(readPlannedPaths(folder).map((path) => path.split("/")[0]));
  return (
    readManifest(folder) !== undefined || names.every((name) => isOwnName(name) || begun.has(name))
  );
}

/**
 * Reads the manifest again, because another command may be writing. That command removes its journal after it writes
 * the manifest.
 */
function isForeign(folder: string, path: string): boolean {
  return !hasJournal(folder) && readManifest(folder)?.files.has(path) !== true;
}

function describeOutputProblem(code: string, message: string, file: string): Diagnostic {
  return {
    severity: "error",
    code,
    message,
    fix: "Choose another output folder, or remove the file or folder that is in the way.",
    file,
  };
}
