import { createDiagnosticError } from "../../diagnostic.ts";

/**
 * Runs work that recurses over a document, and throws a DiagnosticError when the call stack overflows. Limits on the
 * nesting of files do not prevent this, because references may lead deeper than any file is nested.
 */
export function guardDepth<Result>(document: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    // When the stack overflows while V8 compiles a regular expression, the error is a SyntaxError with the same words.
    if (!(error instanceof Error) || !error.message.includes("Maximum call stack")) {
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
