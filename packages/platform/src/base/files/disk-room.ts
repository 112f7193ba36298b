import type { StatsFs } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { PlatformError } from "../errors.ts";

/** `low`: less than the reserve is free. `full`: nothing can be expected to be written. */
export type DiskState = "ok" | "low" | "full";

/** The disk on which local files and spooled bytes are. */
export interface DiskRoom {
  /** @throws PlatformError `Server_DiskFull` when less than the reserve is free */
  assertRoom(): Promise<void>;
  readState(): Promise<DiskState>;
  /** The error for a write that failed because the disk was full after all. */
  reportFull(cause?: unknown): PlatformError;
}

/** Milliseconds for which a reading counts. Asking the system costs little, but not nothing. */
const keepMs = 1_000;

/** Seconds. An operator has to make room. */
const retryAfterSeconds = 60;

const mostUsual = 1024 ** 3;

/** Below this part of the reserve even small rows may not fit. */
const fullPart = 1 / 32;

/**
 * Watches the disk of a folder, which may not exist yet.
 *
 * @param reserve bytes that have to stay free; `usual` for the smaller of 1 GiB and 5 % of the disk; undefined for none
 */
export function createDiskRoom(folder: string, reserve: number | "usual" | undefined): DiskRoom {
  let last: { readonly state: Promise<DiskState>; readonly at: number } | undefined;
  const readState = (): Promise<DiskState> => {
    if (reserve === undefined) {
      return Promise.resolve("ok");
    }
    const now = performance.now();
    if (last === undefined || now - last.at > keepMs) {
      last = { state: measure(folder, reserve), at: now };
    }
    return last.state;
  };
  const reportFull = (cause?: unknown): PlatformError =>
    new PlatformError("Server_DiskFull", { retryAfterSeconds, cause });
  return {
    readState,
    reportFull,
    assertRoom: async () => {
      if ((await readState()) !== "ok") {
        throw reportFull();
      }
    },
  };
}

async function measure(folder: string, reserve: number | "usual"): Promise<DiskState> {
  const { bavail, blocks, bsize } = await readDisk(folder);
  const free = bavail * bsize;
  const kept = reserve === "usual" ? Math.min(mostUsual, (blocks * bsize) / 20) : reserve;
  if (free >= kept) {
    return "ok";
  }
  return free < kept * fullPart ? "full" : "low";
}

async function readDisk(folder: string): Promise<StatsFs> {
  try {
    return await statfs(folder);
  } catch (error) {
    if (dirname(folder) === folder) {
      throw error;
    }
    return await readDisk(dirname(folder));
  }
}
