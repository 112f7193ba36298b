import type { Diagnostic } from "../diagnostic.ts";
import { findUnchangedFiles } from "../write/is-unchanged.ts";
import { type GenerateOptions, resolveOptions } from "./generate-options.ts";
import type { Session } from "./load/session.ts";
import { isReleased } from "./output/cache-key.ts";
import type { OutputResult } from "./output/output-command.ts";
import { listImportedTargets, type TargetName } from "./settings/targets.ts";

/** The result of `generate`. */
export interface GenerateResult extends OutputResult {
  /** Targets that were not requested, and are generated because a requested target imports them. */
  readonly imported: readonly TargetName[];
  /**
   * The parts of the document that at least one target neither enforces nor carries. Each place is listed once. Losses
   * that the settings accept are left out.
   */
  readonly losses: readonly Diagnostic[];
  /** The number of further losses, which the settings accept. */
  readonly accepted: number;
  /**
   * Examples and defaults of the document that do not fit their schemas. Always empty in a session, where they are not
   * checked.
   */
  readonly invalidExamples: readonly Diagnostic[];
}

/**
 * Generates code from a document. With `check`, only reports whether the output is up to date.
 *
 * @param session The session of earlier runs with the same options. Its parts that are still valid are reused.
 * @throws DiagnosticError with every problem of the command, the output folder and the document. No file is written
 * then.
 */
export async function generate(
  options: GenerateOptions,
  session?: Session,
): Promise<GenerateResult> {
  const resolved = resolveOptions(options);
  const { out, key } = resolved;
  // When a session exists, the document has to be read, because the first run fills the session from it.
  const mayKnow = session === undefined && options.given === undefined && !options.isExhaustive;
  const unchanged = isReleased() && mayKnow ? findUnchangedFiles(out, key) : undefined;
  if (unchanged !== undefined) {
    return {
      ...nothingToDo,
      folder: out,
      imported: listImportedTargets(options.targets),
      unchanged,
    };
  }
  // Imported only here: loading the reader and the emitters takes as long as finding out that nothing has changed.
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
