import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type MasterKeys, parseMasterKeys } from "../secrets/master-keys.ts";

/**
 * The master keys of an embedded installation that has none configured: read from `master-keys` in the data directory,
 * and made there at the first start, readable for the owner alone. To be called while the directory is locked.
 *
 * @throws Error when the file was damaged; it is never replaced, because that would lose every secret
 */
export function readLocalMasterKeys(dataDirectory: string): MasterKeys {
  const path = join(dataDirectory, "master-keys");
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
  try {
    // `wx` fails when the file exists, so that keys are never overwritten.
    writeFileSync(path, `1:${randomBytes(32).toString("base64")}\n`, { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  const keys = parseMasterKeys(readFileSync(path, "utf8").trim());
  if ("problem" in keys) {
    throw new Error(`${path} cannot be read: ${keys.problem}. Restore it from a backup.`);
  }
  return keys;
}
