import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../../base/db/opening/make-folder.ts";
import { WrongSizeError } from "../../base/files/exact-size.ts";
import type { FileStore } from "../../base/files/file-store.ts";
import { StartError } from "../start-error.ts";
import type { ExportedUnit, Unit } from "./manifest.ts";
import { readSealedPieces, writeSealedPieces } from "./sealed-pieces.ts";
import {
  type ExportPlace,
  hashBytes,
  listMovedFiles,
  locateUnit,
  type MovedFile,
  sealUnitFile,
} from "./unit-files.ts";

/**
 * Copies the bytes of a unit's files into the export. Files that an earlier run copied are kept.
 *
 * @returns the numbers, and the ids of files whose bytes the store does not have, or has others than their rows say
 */
export async function exportBytes(
  place: ExportPlace,
  unit: Unit,
  store: FileStore,
  onFile: () => void,
): Promise<Pick<ExportedUnit, "files" | "lost">> {
  await makeFolder(join(locateUnit(place, unit), "bytes"));
  const lost: string[] = [];
  let [count, bytes] = [0, 0];
  for await (const file of listMovedFiles(place, unit)) {
    if ((await isCopied(place, unit, file)) || (await copyBytes(place, unit, file, store))) {
      count += 1;
      bytes += file.size;
    } else {
      lost.push(file.id);
    }
    onFile();
  }
  return { files: { count, bytes }, lost };
}

async function isCopied(place: ExportPlace, unit: Unit, file: MovedFile): Promise<boolean> {
  try {
    return (await hashBytes(readCopy(place, unit, file))) === file.md5;
  } catch (error) {
    if (error instanceof StartError) {
      return false;
    }
    throw error;
  }
}

async function copyBytes(
  place: ExportPlace,
  unit: Unit,
  file: MovedFile,
  store: FileStore,
): Promise<boolean> {
  const [path, seal] = locateCopy(place, unit, file);
  try {
    const source = await store.read({ projectId: unit.id, fileId: file.id }, file.size);
    if (source === undefined) {
      return false;
    }
    const md5 = await writeSealedPieces(path, seal, async (write) => {
      const hash = createHash("md5");
      for await (const piece of source) {
        hash.update(piece);
        await write(piece);
      }
      return hash.digest("hex");
    });
    if (md5 === file.md5) {
      return true;
    }
    await rm(path);
    return false;
  } catch (error) {
    if (error instanceof WrongSizeError) {
      return false;
    }
    throw error;
  }
}

/**
 * Copies the bytes of a unit's files into the target's store, and reads them back. Files that are there already are kept.
 *
 * @throws StartError when the export is damaged, or the store returns other bytes
 */
export async function importBytes(
  place: ExportPlace,
  { unit, lost }: ExportedUnit,
  store: FileStore,
  onFile: () => void,
): Promise<void> {
  const missing = new Set(lost);
  for await (const file of listMovedFiles(place, unit)) {
    if (missing.has(file.id)) {
      continue;
    }
    const at = { projectId: unit.id, fileId: file.id };
    if ((await hashStored(store, at, file)) !== file.md5) {
      const received = await store.receive(readCopy(place, unit, file));
      await received.keep(at);
      if ((await hashStored(store, at, file)) !== file.md5) {
        throw new StartError(
          `The file ${file.id} of ${unit.id} has other bytes in the target's store than in the export. No row of ${unit.id} was written.
Check the disk or the bucket, and run this again.`,
        );
      }
    }
    onFile();
  }
}

async function hashStored(
  store: FileStore,
  at: Parameters<FileStore["read"]>[0],
  { size }: MovedFile,
): Promise<string | undefined> {
  try {
    const stored = await store.read(at, size);
    return stored && (await hashBytes(stored));
  } catch (error) {
    if (error instanceof WrongSizeError) {
      return undefined;
    }
    throw error;
  }
}

function readCopy(place: ExportPlace, unit: Unit, file: MovedFile): AsyncGenerator<Buffer> {
  return readSealedPieces(...locateCopy(place, unit, file));
}

function locateCopy(
  place: ExportPlace,
  unit: Unit,
  { id }: MovedFile,
): [path: string, seal: ReturnType<typeof sealUnitFile>] {
  const name = join("bytes", id);
  return [join(locateUnit(place, unit), name), sealUnitFile(place, unit, `bytes/${id}`)];
}
