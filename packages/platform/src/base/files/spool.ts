import { openAsBlob } from "node:fs";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../db/opening/make-folder.ts";
import { createRandomToken } from "../ids.ts";
import type { OpenedBytes } from "./file-store.ts";

/**
 * Copies bytes from another machine into a file of `folder`, so that a request can send them again when it is repeated,
 * in constant memory. The copy is removed when it is closed. Copies of a killed process are removed when the next
 * process starts (`openSpool`).
 */
export async function spoolBytes(
  folder: string,
  source: AsyncIterable<Uint8Array>,
): Promise<OpenedBytes> {
  await makeFolder(folder);
  const path = join(folder, createRandomToken());
  const close = (): Promise<void> => rm(path, { force: true });
  try {
    const handle = await open(path, "wx", 0o600);
    try {
      await handle.writeFile(source);
    } finally {
      await handle.close();
    }
    return { bytes: await openAsBlob(path), close };
  } catch (error) {
    await close();
    throw error;
  }
}
