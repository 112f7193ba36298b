import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { decrypt, encrypt, SecretUnreadableError } from "../../base/secrets/cipher.ts";
import { StartError } from "../start-error.ts";

/** The key that seals a file of an export, and the place of the file, to which each of its pieces is bound. */
export interface Seal {
  readonly key: Buffer;
  /** Such as the id of the export and the name of the file. A file does not open at another place. */
  readonly place: readonly string[];
}

/** Bytes before each piece: its length. */
const lengthBytes = 4;

/** A piece is a page of rows or a part of a file. A longer one is damaged, and would take the memory of the machine. */
const longestPiece = 512 * 1024 * 1024;

/**
 * Writes a file of encrypted pieces, one at a time. The last piece is empty, so that a file that was cut off is recognised
 * wherever it was cut. The file gets its name when it is complete and on disk: a killed process leaves `<path>.part`, which
 * the next one replaces.
 *
 * @param work receives a function that writes a piece, which must not be empty
 */
export async function writeSealedPieces<T>(
  path: string,
  { key, place }: Seal,
  work: (write: (piece: Uint8Array) => Promise<void>) => Promise<T>,
): Promise<T> {
  const unfinished = `${path}.part`;
  const handle = await open(unfinished, "w", 0o600);
  try {
    let index = 0;
    const write = async (piece: Uint8Array): Promise<void> => {
      const sealed = encrypt(key, Buffer.from(piece), [...place, String(index)]);
      index += 1;
      const bytes = Buffer.from(sealed, "base64url");
      const length = Buffer.alloc(lengthBytes);
      length.writeUInt32BE(bytes.length);
      await handle.appendFile(Buffer.concat([length, bytes]));
    };
    const result = await work(write);
    await write(Buffer.alloc(0));
    await handle.sync();
    await handle.close();
    await rename(unfinished, path);
    return result;
  } catch (error) {
    await handle.close();
    await rm(unfinished, { force: true });
    throw error;
  }
}

/**
 * Reads the pieces of a file in their order.
 *
 * @throws StartError when the file is missing, cut off or altered
 */
export async function* readSealedPieces(
  path: string,
  { key, place }: Seal,
): AsyncGenerator<Buffer> {
  const handle = await open(path).catch((error: unknown) => {
    throw reportDamage(path, error);
  });
  try {
    for (let index = 0; ; index += 1) {
      const length = (await readBytes(handle, lengthBytes, path)).readUInt32BE();
      if (length > longestPiece) {
        throw reportDamage(path);
      }
      const sealed = (await readBytes(handle, length, path)).toString("base64url");
      const piece = openPiece(() => decrypt(key, sealed, [...place, String(index)]), path);
      if (piece.length === 0) {
        return;
      }
      yield piece;
    }
  } finally {
    await handle.close();
  }
}

async function readBytes(handle: FileHandle, length: number, path: string): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  for (let read = 0; read < length; ) {
    const { bytesRead } = await handle.read(bytes, read, length - read);
    if (bytesRead === 0) {
      throw reportDamage(path);
    }
    read += bytesRead;
  }
  return bytes;
}

function openPiece(read: () => Buffer, path: string): Buffer {
  try {
    return read();
  } catch (error) {
    throw error instanceof SecretUnreadableError ? reportDamage(path, error) : error;
  }
}

/** The error of a file that is not as it was exported. */
export function reportDamage(path: string, cause?: unknown): StartError {
  return new StartError(
    `The export is damaged: ${path} is missing, cut off, or was altered.
Copy the export again as a whole, or export again into a new folder.`,
    { cause },
  );
}
