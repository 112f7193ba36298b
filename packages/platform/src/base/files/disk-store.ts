import { createHash } from "node:crypto";
import { openAsBlob } from "node:fs";
import { type FileHandle, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../db/opening/make-folder.ts";
import { createRandomToken } from "../ids.ts";
import { ignoreMissingFile, readErrorCode } from "../system-errors.ts";
import { WrongSizeError } from "./exact-size.ts";
import type { FilePlace, FileStore, ReceivedBytes } from "./file-store.ts";

/**
 * Milliseconds without a new byte after which an upload is abandoned. Connections end after 30 s of silence, so its
 * process has ended.
 */
const abandonedMs = 10 * 60 * 1000;

/** The number of bytes to read at a time. */
const pieceSize = 128 * 1024;

/**
 * Stores files in a folder: `<project>/<file>`, and `incoming/` for unfinished uploads. A file is first written to
 * disk and then renamed to its place, so that a place has either all bytes or none.
 */
export function createDiskStore(folder: string): FileStore {
  const incoming = join(folder, "incoming");
  const locateFile = ({ projectId, fileId }: FilePlace): string => join(folder, projectId, fileId);
  return {
    backend: "s3",
    receive: async (source) => {
      await makeFolder(incoming);
      const path = join(incoming, createRandomToken());
      const { size, md5 } = await write(path, source);
      return {
        size,
        md5,
        keep: async (place) => {
          const project = join(folder, place.projectId);
          const isNew = await makeFolder(project);
          await rename(path, locateFile(place));
          await syncFolder(project);
          if (isNew) {
            await syncFolder(folder);
          }
        },
        discard: () => rm(path, { force: true }),
      };
    },
    read: async (place, size) => {
      try {
        return streamFile(await open(locateFile(place)), size);
      } catch (error) {
        if (readErrorCode(error) === "ENOENT") {
          return undefined;
        }
        throw error;
      }
    },
    open: async (place, size) => {
      const path = locateFile(place);
      const found = await stat(path).catch(ignoreMissingFile);
      return found?.size === size
        ? { bytes: await openAsBlob(path), close: () => Promise.resolve() }
        : undefined;
    },
    remove: (place) => rm(locateFile(place), { force: true }),
    removeProject: (projectId) => rm(join(folder, projectId), { recursive: true, force: true }),
    sweep: () => sweep(incoming),
  };
}

async function write(
  path: string,
  source: AsyncIterable<Uint8Array>,
): Promise<Pick<ReceivedBytes, "size" | "md5">> {
  const hash = createHash("md5");
  let size = 0;
  const handle = await open(path, "wx", 0o600);
  try {
    for await (const piece of source) {
      size += piece.byteLength;
      hash.update(piece);
      await writeWhole(handle, piece);
    }
    // Sync to disk: an acknowledged upload must survive a crash of the machine.
    await handle.datasync();
    await handle.close();
  } catch (error) {
    await handle.close();
    await rm(path, { force: true });
    throw error;
  }
  return { size, md5: hash.digest("hex") };
}

/** The name of a file is part of its folder, and survives a crash of the machine only after the folder is on disk. */
async function syncFolder(path: string): Promise<void> {
  // Windows does not open folders.
  if (process.platform === "win32") {
    return;
  }
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The system may write only a part of the piece. */
async function writeWhole(handle: FileHandle, piece: Uint8Array): Promise<void> {
  for (let written = 0; written < piece.byteLength; ) {
    written += (await handle.write(piece, written)).bytesWritten;
  }
}

function streamFile(handle: FileHandle, size: number): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { bytesRead, buffer } = await handle.read({
            buffer: Buffer.allocUnsafe(pieceSize),
          });
          sent += bytesRead;
          if (sent > size || (bytesRead === 0 && sent < size)) {
            throw new WrongSizeError();
          }
          if (bytesRead > 0) {
            controller.enqueue(buffer.subarray(0, bytesRead));
            return;
          }
        } catch (error) {
          await handle.close();
          throw error;
        }
        await handle.close();
        controller.close();
      },
      async cancel() {
        await handle.close();
      },
    },
    // Do not read ahead of the consumer.
    { highWaterMark: 0 },
  );
}

/** The time by the clock of the disk, which also set the times of the files. Other machines may share the disk. */
async function readDiskClock(incoming: string): Promise<number> {
  const path = join(incoming, createRandomToken());
  await writeFile(path, "");
  const { mtimeMs } = await stat(path);
  await rm(path, { force: true });
  return mtimeMs;
}

async function sweep(incoming: string): Promise<void> {
  const names = await readdir(incoming).catch((error: unknown) => {
    if (readErrorCode(error) === "ENOENT") {
      return [];
    }
    throw error;
  });
  if (names.length === 0) {
    return;
  }
  const now = await readDiskClock(incoming);
  for (const name of names) {
    const path = join(incoming, name);
    const modified = await stat(path).then(({ mtimeMs }) => mtimeMs, ignoreMissingFile);
    if (modified !== undefined && modified < now - abandonedMs) {
      await rm(path, { force: true });
    }
  }
}
