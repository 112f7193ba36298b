import { realpathSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import type { Diagnostic } from "../../../diagnostic.ts";
import { loadFile, showFilePath } from "./load-file.ts";
import type { ReadSession } from "./read-session.ts";
import { findRemoteUri, type Remote } from "./remotes.ts";
import { suggestFile } from "./similar-file.ts";
import type { SourceFile } from "./source-file.ts";

/** The reason why a reference leads nowhere. */
export interface ReferenceProblem {
  readonly code: "unresolved-reference" | "reference-outside" | "reference-circle";
  readonly message: string;
  readonly fix: string;
  /** The folder that `--allow` would have to name, relative to the working folder. */
  readonly allow?: string;
  /** See `Diagnostic.suggest`. */
  readonly suggest?: () => string;
}

/** The files that may be read, and the files that were read so far. */
export interface FilesContext {
  readonly folder: string;
  readonly roots: readonly string[];
  readonly allowed: readonly string[];
  readonly remotes: readonly Remote[];
  readonly files: Map<string, SourceFile>;
  /** The contents of files that are not on the disk, by absolute path. */
  readonly given?: ReadonlyMap<string, Uint8Array> | undefined;
  /** True when no file of the disk may be read. Default: false. */
  readonly givenOnly?: boolean;
  readonly problems: Diagnostic[];
  /** The session shared by several runs. Undefined in a command that runs once. */
  readonly session?: ReadSession | undefined;
}

/**
 * Opens the file that a reference leads to. Each file is read once. When the file cannot be read, its problems are
 * added to the context, and the result is undefined.
 *
 * @param path The absolute path.
 * @param name The reference, for messages.
 */
export function openFile(
  path: string,
  name: string,
  context: FilesContext,
): SourceFile | ReferenceProblem | undefined {
  const { given } = context;
  const isGiven = given?.has(path) === true;
  if (!isGiven && context.givenOnly) {
    return {
      code: "reference-outside",
      message: `The reference \`${name}\` leads to another file, and only this document is read.`,
      fix: "Bundle the document into one file, for example with `npx @redocly/cli bundle`.",
    };
  }
  // This check comes first: a document must not find out whether a file outside exists, and on Windows looking at a
  // path may already contact another host.
  if (!isGiven && !isInside(path, [...context.roots, ...context.allowed])) {
    return refuseOutside(name, leadsOut, suggestAllowing(path, context));
  }
  let real: string;
  try {
    real = isGiven ? path : realpathSync(path);
  } catch {
    // Recorded so that `--watch` notices when the file appears.
    context.session?.versions.set(path, undefined);
    return {
      code: "unresolved-reference",
      message: `The reference \`${name}\` points to a file that does not exist.`,
      fix: "Correct the path, which is relative to the file of the reference.",
      suggest: () => suggestReference(path, name, context),
    };
  }
  if (!isInside(real, context.allowed)) {
    if (!isInside(real, context.roots)) {
      return refuseOutside(name, leadsOut, suggestAllowing(real, context));
    }
    if (real !== path) {
      return refuseOutside(name, "leads through a symbolic link", suggestAllowing(real, context));
    }
  }
  const known = context.files.get(real);
  if (known !== undefined) {
    return known;
  }
  const loaded = loadFile(real, context.folder, {
    given: given?.get(real),
    session: context.session,
  });
  if ("problems" in loaded) {
    for (const problem of loaded.problems) {
      context.problems.push(problem);
    }
    return undefined;
  }
  const uri = findRemoteUri(real, context.remotes);
  const file = uri === undefined ? loaded.file : { ...loaded.file, uri };
  context.files.set(real, file);
  context.problems.push(...(file.warnings ?? []));
  return file;
}

/** Suggests a file of the same folder with a similar name. Does not look at folders that may not be read. */
function suggestReference(path: string, name: string, { roots, allowed }: FilesContext): string {
  try {
    const folder = realpathSync(dirname(path));
    return isInside(folder, [...roots, ...allowed])
      ? suggestFile(join(folder, basename(path)), name)
      : "";
  } catch {
    // There is not even the folder.
    return "";
  }
}

const leadsOut = "leads outside the folder of the root document";

/** How to make a reference work that leads to a file outside the allowed folders. */
function suggestAllowing(path: string, { folder }: FilesContext): Remedy {
  const fix = "Move the file into the folder, or allow its folder by `--allow <folder>`.";
  return { fix, allow: showFilePath(dirname(path), folder) || "." };
}

type Remedy = Pick<ReferenceProblem, "fix" | "allow">;

/** The problem of a reference to a place that may not be read. */
export function refuseOutside(name: string, why: string, remedy: Remedy): ReferenceProblem {
  return { code: "reference-outside", message: `The reference \`${name}\` ${why}.`, ...remedy };
}

function isInside(path: string, folders: readonly string[]): boolean {
  return folders.some(
    (folder) => path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep),
  );
}
