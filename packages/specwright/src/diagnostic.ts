/** A problem of the user's document or command, as a value: problems are collected and reported together, never one at a time. */
export interface Diagnostic {
  /**
   * A loss is something that the document says and a target neither enforces nor carries: nothing is wrong with it, and
   * a user who counts on it has to know.
   */
  readonly severity: "error" | "warning" | "loss";
  /** A stable name in kebab-case, such as `unresolved-reference`. */
  readonly code: string;
  /** The subject of a loss whose code covers several things, such as the format. Configurations name it behind the code. */
  readonly detail?: string;
  /** The problem, in a sentence. */
  readonly message: string;
  /** What to do about it, in a sentence. */
  readonly fix: string;
  /** The file, relative to the working folder. Absent when the problem is in no file. */
  readonly file?: string;
  /** JSON Pointer in the file (RFC 6901). */
  readonly pointer?: string;
  /** From 1. */
  readonly line?: number;
  /** From 1. */
  readonly column?: number;
  /** Another place that has to do with it, such as that of the first of two things that are the same. */
  readonly related?: Pick<Diagnostic, "file" | "pointer" | "line" | "column">;
  /** The folder that would have to be allowed, relative to the working folder: set where a reference leads to one that is not. */
  readonly allow?: string;
  /**
   * A question such as "did you mean …?" (`didYouMean`), which becomes the beginning of `fix` when the diagnostic is listed.
   * It is computed late because a document can be made to have millions of problems, and looking for similar words takes
   * time.
   */
  readonly suggest?: () => string;
  /** Set where this stands for diagnostics of its kind that are not listed: how many they are. */
  readonly more?: number;
}

/** Thrown when the input cannot be worked with. `diagnostics` holds every problem that was found. */
export class DiagnosticError extends Error {
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map((diagnostic) => diagnostic.message).join("\n"));
    this.name = "DiagnosticError";
    this.diagnostics = diagnostics;
  }
}
