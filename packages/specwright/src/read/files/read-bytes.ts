import { closeSync, openSync, readSync } from "node:fs";

/** The buffer's size as a multiple of the file's, so that a file may grow while it is edited. */
const slack = 1.1;

/**
 * Reads a whole file into reusable memory. Large buffers that come and go make the garbage collector work, which takes
 * longer than reading.
 *
 * @param size The number of bytes that the file had a moment ago.
 * @param memory The memory for the bytes, if they fit.
 */
export function readBytes(path: string, size: number, memory: ArrayBufferLike | undefined): Buffer {
  const isLarge = memory !== undefined && memory.byteLength > size;
  // Never of Buffer's pool, which others use too.
  const buffer = isLarge
    ? Buffer.from(memory)
    : Buffer.allocUnsafeSlow(Math.ceil(size * slack) + 1);
  const file = openSync(path, "r");
  try {
    let length = 0;
    for (;;) {
      const read = readSync(file, buffer, length, buffer.length - length, null);
      if (read === 0) {
        return buffer.subarray(0, length);
      }
      length += read;
      if (length === buffer.length) {
        // It grew meanwhile.
        return readBytes(path, 2 * length, undefined);
      }
    }
  } finally {
    closeSync(file);
  }
}
