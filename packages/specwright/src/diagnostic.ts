/**
 * A problem of the user's document or command, as a value. Problems are collected and reported together, never one at a
 * time.
 */
export interface Diagnostic {
  /**
   * A `loss` is a part of the document that a target neither enforces nor carries. The part is not wrong, but a user
   * may rely on it and has to know.
   */
  readonly severity: "error" | "warning" | "loss";
  /** A stable name in kebab-case, such as `unresolved-reference`. */
  readonly code: string;
  /**
   * The subject of a loss whose code covers several subjects, such as the format `int32`. Configurations write it after
   * the code: `format-not-enforced:int32`.
   */
  readonly detail?: string;
  /** The problem, in a sentence. */
  readonly message: string;
  /** How to fix the problem, in a sentence. */
  readonly fix: string;
  /** The file, relative to the working folder. Absent when the problem does not belong to a file. */
  readonly file?: string;
  /** JSON Pointer in the file (RFC 6901). */
  readonly pointer?: string;
  /** From 1. */
  readonly line?: number;
  /** From 1. */
  readonly column?: number;
  /** Another place that belongs to the problem, such as the first of two duplicates. */
  readonly related?: Pick<Diagnostic, "file" | "pointer" | "line" | "column">;
  /**
   * The folder that would have to be allowed, relative to the working folder. Set when a reference leads to a folder
   * that is not allowed.
   */
  readonly allow?: string;
  /**
   * Returns a question such as "did you mean …?" (`askDidYouMean`), which is put before `fix` when the diagnostic is
   * listed. It is computed only then, because searching for similar words takes time and a hostile document can have
   * millions of problems.
   */
  readonly suggest?: () => string;
  /** The stack of an error that code of the user threw, such as a target of one's own. */
  readonly stack?: string;
  /** The number of further diagnostics of the same kind, which are not listed. */
  readonly more?: number;
}

/** Thrown when the input cannot be processed. `diagnostics` contains every problem that was found. */
export class DiagnosticError extends Error {
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map((diagnostic) => diagnostic.message).join("\n"));
    this.name = "DiagnosticError";
    this.diagnostics = diagnostics;
  }
}

/** The error of input with a single problem. */
export function createDiagnosticError(problem: Omit<Diagnostic, "severity">): DiagnosticError {
  return new DiagnosticError([{ severity: "error", ...problem }]);
}
