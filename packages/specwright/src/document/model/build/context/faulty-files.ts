import { posix } from "node:path";
import type { Diagnostic } from "../../../../diagnostic.ts";
import type { BuildContext } from "./build-context.ts";
import type { Raw } from "./raw.ts";

/** Files that could not be read, by the names that their problems use. */
export interface FaultyFiles {
  /** Generated code depends on their content. */
  readonly needed: Set<string>;
  /** Only examples, links and the like refer to them. */
  readonly spared: Set<string>;
}

/**
 * Records that a reference leads to a file that could not be read. The reader has already reported the file's problems.
 */
export function noteFaultyFile(text: string, from: Raw, { faulty, tolerated }: BuildContext): void {
  const [path = ""] = text.split("#");
  const kind = tolerated.has("unresolved-reference") ? "spared" : "needed";
  faulty[kind].add(posix.join(posix.dirname(from.file.name), path));
}

/** Turns the problems of reading spared files into warnings, and returns all other problems unchanged. */
export function withoutSpared(
  problems: readonly Diagnostic[],
  { needed, spared }: FaultyFiles,
): readonly Diagnostic[] {
  return problems.map((problem) => {
    const { file, severity } = problem;
    const isSpared =
      severity === "error" && file !== undefined && spared.has(file) && !needed.has(file);
    return isSpared ? { ...problem, severity: "warning" } : problem;
  });
}
