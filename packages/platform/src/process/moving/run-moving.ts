import { existsSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { isUnavailable } from "../../base/db/is-unavailable.ts";
import {
  DirectoryLockedError,
  DirectoryUnusableError,
  lockDirectory,
} from "../../base/db/opening/lock-directory.ts";
import { aliveMs, listReplicas } from "../../base/db/replicas.ts";
import { readErrorCode } from "../../base/system-errors.ts";
import type { Platform } from "../../domain/scope.ts";
import type { PlatformConfig } from "../config/platform-config.ts";
import type { Outcome } from "../control/administer.ts";
import { openPlatform } from "../open-platform.ts";
import { StartError } from "../start-error.ts";
import { openFileStore } from "../starting/open-file-store.ts";
import { describeExport, describeImport } from "./describe-moving.ts";
import { readExportKey } from "./export-key.ts";
import { assertExportFolder, exportProjects, type MovingRequest } from "./export-projects.ts";
import { importProjects } from "./import-projects.ts";
import { readOneMoment } from "./read-one-moment.ts";

/** Options of both commands. */
export interface MovingOptions {
  /** The folder of the export. */
  readonly folder: string;
  readonly keyFile: string;
  /** The ids of the only projects to move; all without any. */
  readonly projects: readonly string[];
  readonly progress: (line: string) => void;
}

/**
 * `platform export`: writes projects, their secrets and their files into a folder that only its key opens.
 *
 * @param whileServing whether processes may serve the source meanwhile. Then the export has a moment of each project
 * @throws StartError, with what to do
 */
export async function runExport(
  config: PlatformConfig,
  options: MovingOptions & { readonly whileServing: boolean },
): Promise<Outcome> {
  const { folder, keyFile } = options;
  if (resolve(keyFile).startsWith(resolve(folder) + sep)) {
    throw new StartError(`The key file ${keyFile} would be in the folder of the export, and who gets the folder would get the key.
Choose another place with --key-file.`);
  }
  await assertExportFolder(folder);
  const unlock = await lockDirectory(folder).catch(explainFolder(folder));
  try {
    const exportKey = readExportKey(keyFile, !existsSync(join(folder, "manifest")));
    return await openInstallation(
      { ...config, storage: readOneMoment(config.storage) },
      { ...options, exportKey },
      async (request) => {
        if (!options.whileServing) {
          await assertNobodyServes(request.platform);
        }
        return describeExport(await exportProjects(request), options);
      },
    );
  } finally {
    unlock();
  }
}

/**
 * `platform import`: writes the projects of an export into the configured database and store of files.
 *
 * @throws StartError, with what to do; RowsDifferError when what was written is not what was exported
 */
export async function runImport(config: PlatformConfig, options: MovingOptions): Promise<Outcome> {
  const exportKey = readExportKey(options.keyFile, false);
  return await openInstallation(config, { ...options, exportKey }, async (request) =>
    describeImport(await importProjects(request), options),
  );
}

/** Opens the installation that is configured, with its files, and closes it again. */
async function openInstallation(
  config: PlatformConfig,
  { folder, exportKey, projects, progress }: Omit<MovingRequest, "platform" | "store">,
  work: (request: MovingRequest) => Promise<Outcome>,
): Promise<Outcome> {
  const opened = await openPlatform(config).catch((error: unknown) => {
    throw error instanceof DirectoryLockedError ? reportServing(config.dataDirectory) : error;
  });
  try {
    const files = await openFileStore(config);
    try {
      const { store } = files;
      const { platform } = opened;
      return await work({ platform, store, folder, exportKey, projects, progress });
    } finally {
      await files.close();
    }
  } catch (error) {
    throw explainMoving(error, folder);
  } finally {
    await opened.database.close();
  }
}

async function assertNobodyServes({ database }: Platform): Promise<void> {
  const serving = await listReplicas(database.unscoped, aliveMs);
  if (serving.length > 0) {
    throw new StartError(`Processes serve the source: ${serving.map(({ name }) => name).join("; ")}. Rows that they write after the export would be lost.
Stop them first; a process that was killed counts for ${aliveMs / 1000} seconds. For a copy of a source that stays in use, pass --while-serving.`);
  }
}

function reportServing(directory: string): StartError {
  return new StartError(`A service uses ${directory}, or another command does.
Stop it, and run this again. Nothing may write to that directory meanwhile.`);
}

function explainFolder(folder: string) {
  return (error: unknown): never => {
    if (error instanceof DirectoryLockedError) {
      throw new StartError(
        `Another export writes to ${folder}. Wait for it, or choose another folder with --to.`,
      );
    }
    if (error instanceof DirectoryUnusableError) {
      const reason = error.message.split("\n")[0]?.replace("data directory", "folder");
      throw new StartError(`${reason}\nChoose another folder with --to.`);
    }
    throw error;
  };
}

/** The meaning of errors by their codes, those of the system and of PostgreSQL (appendix A of its documentation). */
const reasons: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the quota of this user on the disk is used up",
  "53100": "the disk of the database is full",
  "55P03": "the database is busy",
  "23505": "another import writes the same project, or the target has rows of it",
};

/** The error as it is printed. A command that is run again continues, and nothing of an unfinished project is in the target. */
function explainMoving(error: unknown, folder: string): unknown {
  if (!(error instanceof Error) || error instanceof StartError) {
    return error;
  }
  const code = readErrorCode(error) ?? "";
  const reason = reasons[code] ?? (isUnavailable(error) ? "the database went away" : undefined);
  if (reason === undefined) {
    return error;
  }
  return new StartError(
    `The command stopped: ${reason}${code === "" ? "" : ` (${code})`}. The export in ${folder} and the projects that are imported are whole.
Mend that, and run the same command again: it continues with the next project.`,
    { cause: error },
  );
}
