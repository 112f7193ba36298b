import type { Diagnostic } from "../../diagnostic.ts";

/** A file of the document, parsed. */
export interface SourceFile {
  /** The absolute path, without links. */
  readonly path: string;
  /** The path that people are shown: relative to the working folder, with `/`. */
  readonly name: string;
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly hash: string;
  /** The content of the file: JSON values, or the text itself of files that are neither JSON nor YAML. */
  readonly value: unknown;
  /** False when no schema in it can have an `$id`, an anchor or a `$schema`, which most documents do without. */
  readonly mayIdentify: boolean;
  /** The text of a YAML file that this command reads once. Long values are pieces of it, so that it is in memory anyway. */
  readonly text?: string;
  /** Warnings: what of its text was read in spite of a mistake. */
  readonly warnings?: readonly Diagnostic[];
  /** The URI that it is a copy of, when `remotes` say so. */
  readonly uri?: string;
}
