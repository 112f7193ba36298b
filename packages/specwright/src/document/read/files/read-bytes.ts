import { closeSync, openSync, readSync } from "node:fs";

/** The size of the buffer as a multiple of the file's size, so that an edited file may grow and still fit. */
const slack = 1.1;

/**
 * Reads a whole file into reusable memory. Allocating a large buffer for each read would keep the garbage collector
 * busy for longer than the reading takes.
 *
 * @param size The size of the file in bytes when it was last checked.
 * @param memory The memory for the bytes, if they fit.
 */
export function readBytes(path: string, size: number, memory: ArrayBufferLike | undefined): Buffer {
  const isLarge = memory !== undefined && memory.byteLength > size;
  // Not from the pool of `Buffer`, which other code shares.
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
