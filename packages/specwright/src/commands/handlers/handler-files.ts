import { lstatSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Diagnostic } from "../../diagnostic.ts";

/** Longer files were not begun by `scaffold`. */
const maximumBytes = 1_000_000;

/** A TypeScript file, and the operations that it handles. */
export interface HandlerFile {
  readonly path: string;
  readonly operations: readonly string[];
}

/** The files of handlers in a folder. A handler is recognized by its type `Handler<"name">`, as `scaffold` writes it. */
export function findHandlerFiles(folder: string): readonly HandlerFile[] {
  return listHandlerFiles(folder).map((path) => ({
    path,
    operations: [...readFileSync(path, "utf8").matchAll(handlerType)].flatMap(
      ([, text = ""]) => parseNameLiteral(text) ?? [],
    ),
  }));
}

/**
 * A warning for each file of handlers whose operation was removed from the document. The user owns the file, so it is
 * kept, but it is never called.
 *
 * @param operations The names of the document's operations.
 */
export function findOrphanedHandlers(
  files: readonly HandlerFile[],
  operations: ReadonlySet<string>,
): readonly Diagnostic[] {
  return files.flatMap(({ path, operations: handled }) => {
    const gone = handled.find((name) => !operations.has(name));
    return gone === undefined ? [] : [warnOrphaned(gone, path)];
  });
}

/** The type of a handler, with the name of its operation as a string literal. */
const handlerType = /:\s*Handler<\s*("(?:[^"\\\n]|\\.)*")\s*>/g;

function parseNameLiteral(literal: string): string | undefined {
  try {
    return String(JSON.parse(literal));
  } catch {
    // JSON does not have this JavaScript escape, so `scaffold` did not write the literal.
    return undefined;
  }
}

/** The TypeScript files in a folder and below. Links are not followed. */
function listHandlerFiles(folder: string): string[] {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    return [];
  }
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return names
    .filter((name) => /(?<!\.d)\.[cm]?ts$/.test(name) && !/(?:^|[/\\])node_modules[/\\]/.test(name))
    .map((name) => join(folder, name))
    .filter((path) => {
      const status = lstatSync(path);
      return status.isFile() && status.size <= maximumBytes;
    });
}

function warnOrphaned(name: string, path: string): Diagnostic {
  return {
    severity: "warning",
    code: "orphaned-handler",
    message: `The document has no operation \`${name}\`, which this file handles.`,
    fix: "Move the code that you still need to the handler of another operation, and remove this file.",
    file: path,
  };
}
