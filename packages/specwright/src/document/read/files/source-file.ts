import type { Diagnostic } from "../../../diagnostic.ts";

/** A file of the document, parsed. */
export interface SourceFile {
  /** The absolute path, without links. */
  readonly path: string;
  /** The path in messages: relative to the working folder, with `/`. */
  readonly name: string;
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly hash: string;
  /** The content of the file: JSON values, or the text itself when the file is neither JSON nor YAML. */
  readonly value: unknown;
  /** True when every value is at only one place. With YAML aliases, a value can be at several places. */
  readonly isTree?: boolean;
  /** False when no schema in the file can have an `$id`, an anchor or a `$schema`. Most documents do not use them. */
  readonly mayIdentify: boolean;
  /**
   * The text of a YAML file that is read only once. Keeping it needs no further memory, because long values are slices
   * of it.
   */
  readonly text?: string;
  /** Warnings about mistakes in the text that did not prevent reading it. */
  readonly warnings?: readonly Diagnostic[];
  /** The URI whose copy the file is, according to `remotes`. */
  readonly uri?: string;
}
