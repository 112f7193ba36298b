import type { ConfigProblem, ReadSettings } from "../config/read-config.ts";
import { readSettings } from "../config/read-config.ts";
import { readInstallation } from "../open-platform.ts";
import { findProxyProblem } from "../starting/find-proxy-problem.ts";
import { assertRemoteFiles } from "../starting/open-file-store.ts";
import { checkDatabase } from "./check-database.ts";
import { checkFolders } from "./check-folders.ts";
import { collectProblem } from "./collect-problem.ts";

/**
 * Reads the configuration, and looks at the parts that it names: the database, the data directory, the store of files and the
 * toolkits. Nothing is started. The only trace is an empty object that is written to a bucket and removed, because that
 * alone shows that the bucket takes writes.
 *
 * @returns what is in force, and all problems. Parts that a variable with a problem names are not looked at.
 */
export async function checkConfig(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Pick<ReadSettings, "settings" | "problems">> {
  const { config, settings, problems: read } = readSettings(environment);
  const wrong = new Set(read.map(({ variable }) => variable.replace(/_FILE$/, "")));
  const isRight = (...names: readonly string[]): boolean => names.every((name) => !wrong.has(name));
  const { storage, files } = config;
  const found: ConfigProblem[] = [];
  const collect = collectProblem(found);
  const proxy = findProxyProblem(config);
  const results = await Promise.all([
    isRight("DATABASE_URL", "PLATFORM_DB_ROLE_PREFIX") &&
      storage.kind === "postgres" &&
      checkDatabase(storage, isRight("PLATFORM_MASTER_KEYS") ? config.masterKeys : undefined),
    isRight("PLATFORM_DATA", "DATABASE_URL", "PLATFORM_DISK_RESERVE") && checkFolders(config),
    isRight("PLATFORM_FILES", "AZURE_STORAGE_CONNECTION_STRING") &&
      files !== undefined &&
      collect("PLATFORM_FILES", () => assertRemoteFiles(files)),
    isRight("PLATFORM_TOOLKITS", "PLATFORM_MANAGED_AUTH") &&
      collect("PLATFORM_TOOLKITS", async () => void (await readInstallation(config))),
  ]);
  return {
    settings,
    problems: [
      ...read,
      ...(proxy !== undefined && isRight(proxy.variable, "PLATFORM_BASE_URL") ? [proxy] : []),
      ...results.flatMap((each) => each || []),
      ...found,
    ],
  };
}
