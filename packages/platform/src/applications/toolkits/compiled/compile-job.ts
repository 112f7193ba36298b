import type { ImportWish } from "../importing/import-types.ts";
import type { Compilation } from "./compiled-toolkit.ts";

/** The document of a job. A file is removed by its owner, after the job. */
export type DocumentSource =
  | { readonly file: string }
  /** From `packDocument`. */
  | { readonly packed: Uint8Array }
  | { readonly text: string };

/** Compiles a document for a project. */
export interface CompileJob {
  readonly kind: "compile";
  readonly source: DocumentSource;
  readonly wish: ImportWish;
}

/** Takes the document out of the JSON of a request, so that the service never parses it. */
export interface SplitJob {
  readonly kind: "split";
  /** The file with the JSON. */
  readonly file: string;
  /** The file that gets the text of the member `document`. */
  readonly documentFile: string;
}

/** A piece of work for the process that compiles. */
export type Job = CompileJob | SplitJob;

/** The JSON of a request without its document. */
export interface SplitBody {
  /**
   * In place of the document it has a text with the document's SHA-256. If the bytes are not JSON, or do not have a document,
   * it has the same mistake.
   */
  readonly head: Uint8Array;
}

/** The outcome of a job. The tools are positions in one buffer, which moves between threads without a copy. */
export interface CompilationMessage extends Omit<Compilation, "compiled"> {
  readonly compiled?: {
    readonly slug: string;
    readonly bytes: Uint8Array<ArrayBuffer>;
    readonly outlineEnd: number;
    readonly tools: readonly (readonly [
      slug: string,
      identity: string,
      recordEnd: number,
      executionEnd: number,
    ])[];
  };
}

/** A document took more time or memory than the limits allow. */
export class TooCostlyError extends Error {
  override readonly name = "TooCostlyError";
}

/** The document reader recognizes the format by the ending of the name. */
export function nameDocumentFile(text: string | Uint8Array): string {
  const beginning = typeof text === "string" ? text : Buffer.from(text.subarray(0, 64)).toString();
  return /^\uFEFF?\s*\{/.test(beginning) ? "document.json" : "document.yaml";
}
