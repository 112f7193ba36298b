import { createDiagnosticError } from "../../diagnostic.ts";

/**
 * Runs work that recurses over a document, and throws a DiagnosticError when the call stack overflows. Limits on the
 * nesting of files do not prevent this, because references may lead deeper than any file is nested.
 */
export function guardDepth<Result>(document: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RangeError) || !error.message.includes("call stack")) {
      throw error;
    }
    throw createDiagnosticError({
      code: "nested-too-deeply",
      message: "The schemas of the document are nested too deeply.",
      fix: "Look for long chains of `allOf` or references, and shorten them.",
      file: document,
    });
  }
}
