/** A file of the output: what emitters make and writing takes. */
export interface OutputFile {
  /** Relative to the output folder, with `/`, such as `client/toolkits.js`. */
  readonly path: string;
  readonly content: string;
}
