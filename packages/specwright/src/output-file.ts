/** A file of the output. Emitters produce these files, and `write` stores them. */
export interface OutputFile {
  /** Relative to the output folder, with `/`, such as `client/toolkits.js`. */
  readonly path: string;
  readonly content: string;
  /** True when each character of the content is a byte, as in an image. Otherwise the file is UTF-8. */
  readonly isBinary?: boolean;
}
