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

/** The same for work that has to be awaited. */
export async function collectLater<Result>(
  problems: Diagnostic[],
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    return collectProblems(problems, () => {
      throw error;
    });
  }
}
