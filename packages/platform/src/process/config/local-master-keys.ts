import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { type MasterKeys, parseMasterKeys } from "../../base/secrets/master-keys.ts";
import { readErrorCode } from "../../base/system-errors.ts";

/**
 * Reads the master keys of an embedded installation that has none configured. They are in the file `master-keys` of
 * the data directory, which only its owner can read. Call it while the directory is locked.
 *
 * @param hasSecrets whether the database has secrets. Without any, this is a first start, and a missing file is
 *   created.
 * @throws Error when the file is damaged, or is missing although there are secrets. It is never replaced, because the
 *   secrets that its keys wrap would be lost.
 */
export function readLocalMasterKeys(dataDirectory: string, hasSecrets: boolean): MasterKeys {
  if (hasSecrets) {
    return requireMasterKeys(dataDirectory);
  }
  const path = locateMasterKeys(dataDirectory);
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
  try {
    // `wx` fails when the file exists, so that keys are never overwritten.
    writeFileSync(path, `1:${randomBytes(32).toString("base64")}\n`, { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (readErrorCode(error) !== "EEXIST") {
      throw error;
    }
  }
  return parseFile(path);
}

/**
 * Reads the master keys of an embedded installation that has a database.
 *
 * @throws Error when the file is damaged or missing
 */
export function requireMasterKeys(dataDirectory: string): MasterKeys {
  const path = locateMasterKeys(dataDirectory);
  if (existsSync(path)) {
    return parseFile(path);
  }
  throw new Error(
    `${path} is missing, and the secrets in the database can be read only with its keys.
Restore the file from a backup, or start over with an empty directory: PLATFORM_DATA=<directory>.`,
  );
}

/**
 * Adds a new master key in front of the others, which makes it the primary key. The file is replaced as a whole. Only
 * the process that holds the lock of the directory may call it.
 *
 * @returns all keys
 * @throws Error when the file is damaged
 */
export function addLocalMasterKey(dataDirectory: string): MasterKeys {
  const path = locateMasterKeys(dataDirectory);
  const version = Math.max(...parseFile(path).keys.keys()) + 1;
  const text = `${version}:${randomBytes(32).toString("base64")},${readFileSync(path, "utf8").trim()}\n`;
  const next = `${path}.new`;
  rmSync(next, { force: true });
  // Sync the file to disk before the rename: a data key may be wrapped by the new key a moment later.
  const file = openSync(next, "wx", 0o600);
  writeSync(file, text);
  fsyncSync(file);
  closeSync(file);
  renameSync(next, path);
  return parseFile(path);
}

function locateMasterKeys(dataDirectory: string): string {
  return join(dataDirectory, "master-keys");
}

function parseFile(path: string): MasterKeys {
  const keys = parseMasterKeys(readFileSync(path, "utf8").trim());
  if ("problem" in keys) {
    throw new Error(`${path} cannot be read: ${keys.problem}. Restore it from a backup.`);
  }
  return keys;
}
