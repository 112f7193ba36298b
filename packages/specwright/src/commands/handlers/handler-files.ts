import { lstatSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Diagnostic } from "../../diagnostic.ts";

/** Longer files were not begun by `scaffold`. */
const maximumBytes = 1_000_000;

/** A file of TypeScript that says which operations it handles. */
export interface HandlerFile {
  readonly path: string;
  readonly operations: readonly string[];
}

/** The files of handlers in a folder. A handler is known by its type, `Handler<"name">`, as `scaffold` wrote it. */
export function handlerFiles(folder: string): readonly HandlerFile[] {
  return listHandlerFiles(folder).map((path) => ({
    path,
    operations: [...readFileSync(path, "utf8").matchAll(handlerType)].flatMap(
      ([, text = ""]) => parseNameLiteral(text) ?? [],
    ),
  }));
}

/**
 * A warning for each file of handlers whose operation the document no longer has: it is the user's own, so it stays, but nothing
 * calls it.
 *
 * @param operations The names of the document's operations.
 */
export function orphanedHandlers(
  files: readonly HandlerFile[],
  operations: ReadonlySet<string>,
): readonly Diagnostic[] {
  return files.flatMap(({ path, operations: handled }) => {
    const gone = handled.find((name) => !operations.has(name));
    return gone === undefined ? [] : [orphaned(gone, path)];
  });
}

/** The type of a handler with the literal of its name. */
const handlerType = /:\s*Handler<\s*("(?:[^"\\\n]|\\.)*")\s*>/g;

function parseNameLiteral(literal: string): string | undefined {
  try {
    return String(JSON.parse(literal));
  } catch {
    // An escape of JavaScript that JSON lacks: not of ours.
    return undefined;
  }
}

/** Files of TypeScript in a folder, without following links. */
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

function orphaned(name: string, path: string): Diagnostic {
  return {
    severity: "warning",
    code: "orphaned-handler",
    message: `The document has no operation \`${name}\`, which this file handles.`,
    fix: "Move the code that you still need to the handler of another operation, and remove this file.",
    file: path,
  };
}
