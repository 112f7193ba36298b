import type { OutputFile } from "../output-file.ts";

/** The bytes of a file whose characters are its bytes. Undefined for text. */
export function encodeBytes({ content, isBinary }: OutputFile): Uint8Array | undefined {
  return isBinary === true ? Buffer.from(content, "latin1") : undefined;
}
