/** A place in the source: enough to show a person the line. */
export interface Location {
  /** The file, relative to the working folder. */
  readonly file: string;
  /** JSON Pointer in that file (RFC 6901), `""` for the root. */
  readonly pointer: string;
}

/** The place as one text. Equal for a schema and for its variants in requests and responses. */
export function keyLocation({ file, pointer }: Location): string {
  return `${file}#${pointer}`;
}
