import { type Diagnostic, DiagnosticError } from "../../diagnostic.ts";

/**
 * Runs work that may throw a DiagnosticError, and adds its problems to those found so far, so that every problem of a
 * command and its document is reported at once. Returns undefined after such an error.
 */
export function collectProblems<Result>(
  problems: Diagnostic[],
  work: () => Result,
): Result | undefined {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof DiagnosticError)) {
      throw error;
    }
    problems.push(...error.diagnostics);
    return undefined;
  }
}
