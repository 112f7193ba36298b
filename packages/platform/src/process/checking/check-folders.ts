import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { assertOurFolder } from "../../base/db/opening/lock-data-directory.ts";
import { assertWritable } from "../../base/db/opening/lock-directory.ts";
import { createDiskRoom } from "../../base/files/disk-room.ts";
import { requireMasterKeys } from "../config/local-master-keys.ts";
import type { PlatformConfig } from "../config/platform-config.ts";
import type { ConfigProblem } from "../config/read-config.ts";
import { StartError } from "../start-error.ts";
import { collectProblem } from "./collect-problem.ts";

/** Finds what is wrong with the data directory, and changes nothing in it. */
export async function checkFolders({
  dataDirectory,
  storage,
  masterKeys,
  diskReserve,
}: Pick<PlatformConfig, "dataDirectory" | "storage" | "masterKeys" | "diskReserve">): Promise<
  readonly ConfigProblem[]
> {
  const problems: ConfigProblem[] = [];
  const collect = collectProblem(problems);
  await collect("PLATFORM_DATA", async () => {
    await assertWritable(dataDirectory);
    // Each may be a volume of its own.
    for (const name of await readdir(dataDirectory).catch(() => [])) {
      if (["files", "postgres", "spool"].includes(name)) {
        await assertWritable(join(dataDirectory, name));
      }
    }
  });
  if (problems.length > 0) {
    return problems;
  }
  if (storage.kind === "embedded") {
    await collect("PLATFORM_DATA", () => assertOurFolder(dataDirectory));
    if (masterKeys === undefined && existsSync(join(dataDirectory, "postgres"))) {
      await collect("PLATFORM_DATA", async () => {
        try {
          requireMasterKeys(dataDirectory);
        } catch (error) {
          throw new StartError(error instanceof Error ? error.message : String(error), {
            cause: error,
          });
        }
      });
    }
  }
  await collect("PLATFORM_DISK_RESERVE", async () => {
    if ((await createDiskRoom(dataDirectory, diskReserve).readState()) !== "ok") {
      throw new StartError(
        `the disk of ${dataDirectory} has less room than the reserve, so that uploads and imports are refused. Free some room, or lower the reserve.`,
      );
    }
  });
  return problems;
}
