import type { Diagnostic } from "../diagnostic.ts";
import { unchangedFiles } from "../write/is-unchanged.ts";
import type { Written } from "../write/write-output.ts";
import { type GenerateOptions, resolveOptions } from "./generate-options.ts";
import type { Session } from "./load/session.ts";
import { isReleased } from "./output/cache-key.ts";
import { importedBy, type TargetName } from "./settings/targets.ts";

/** The result of `generate`. */
export interface GenerateResult extends Written {
  /** The absolute path of the output folder. */
  readonly folder: string;
  /** True when nothing had to be written or removed. */
  readonly isUpToDate: boolean;
  /** Absent when the hashes showed that nothing changed, and the document was not read. */
  readonly counts?: { readonly operations: number; readonly schemas: number };
  /** Targets that were not asked for, but which those that were import. */
  readonly imported: readonly TargetName[];
  /** Warnings. */
  readonly diagnostics: readonly Diagnostic[];
  /**
   * The parts of the document that some target neither enforces nor carries, each place once, without the losses that the
   * settings accept.
   */
  readonly losses: readonly Diagnostic[];
  /** How many more of them the settings accept. */
  readonly accepted: number;
  /** Examples and defaults of the document that do not fit their schemas. They are not looked for in a session. */
  readonly invalidExamples: readonly Diagnostic[];
  /** Absolute paths of the document's files; empty when it was not read. */
  readonly inputs: readonly string[];
}

/**
 * Generates code from a document. With `check`, only reports whether the output is up to date.
 *
 * @param session The session of earlier runs with the same options. The parts of it that still hold are reused.
 * @throws DiagnosticError with every problem of the command, the output folder and the document; nothing is written then.
 */
export async function generate(
  options: GenerateOptions,
  session?: Session,
): Promise<GenerateResult> {
  const resolved = resolveOptions(options);
  const { out, key } = resolved;
  // A session is empty unless the document was read the first time.
  const mayKnow = session === undefined && options.given === undefined && !options.isExhaustive;
  const unchanged = isReleased() && mayKnow ? unchangedFiles(out, key) : undefined;
  if (unchanged !== undefined) {
    return { ...nothingToDo, folder: out, imported: importedBy(options.targets), unchanged };
  }
  // Loading the reader and the emitters takes as long as finding out that nothing has changed.
  const { generateAnew } = await import("./generate-anew.ts");
  return generateAnew(options, resolved, session);
}

const nothingToDo = {
  isUpToDate: true,
  written: [],
  removed: [],
  diagnostics: [],
  losses: [],
  accepted: 0,
  invalidExamples: [],
  inputs: [],
};
