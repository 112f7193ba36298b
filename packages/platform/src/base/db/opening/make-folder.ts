import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { readErrorCode } from "../../system-errors.ts";

/**
 * Makes a folder that only this user can read, and the missing ones above it. `mkdir` with `recursive` never returns where
 * a file system answers ENOENT for a folder inside an existing one, as `/proc` does.
 *
 * @returns whether the folder was made; false when it was there
 * @throws the system's error when it cannot be made
 */
export async function makeFolder(path: string): Promise<boolean> {
  try {
    return await makeOne(path);
  } catch (error) {
    if (readErrorCode(error) !== "ENOENT") {
      throw error;
    }
  }
  // Another call may have made the folder above meanwhile.
  if (!(await isFolder(dirname(path)))) {
    await makeFolder(dirname(path));
  }
  return await makeOne(path);
}

async function makeOne(path: string): Promise<boolean> {
  try {
    await mkdir(path, { mode: 0o700 });
    return true;
  } catch (error) {
    if (await isFolder(path)) {
      return false;
    }
    throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() === true;
}
