import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { type MasterKeys, parseMasterKeys } from "../../base/secrets/master-keys.ts";
import { readErrorCode } from "../../base/system-errors.ts";
import { StartError } from "../start-error.ts";

/** The key of an export: it seals the files, and wraps the data keys as a master key does. */
export interface ExportKey {
  readonly key: Buffer;
  readonly wrapping: MasterKeys;
}

/**
 * Reads the key of an export from a file of the operator, in the form of `PLATFORM_MASTER_KEYS` with one key.
 *
 * @param make what to do when the file is missing: make it with a new key (0600), as an export does
 * @throws StartError when the file cannot be read or made, or has something else
 */
export function readExportKey(path: string, make: boolean): ExportKey {
  if (make) {
    makeKey(path);
  }
  const keys = parseMasterKeys(readText(path));
  const key = "problem" in keys ? undefined : keys.keys.get(keys.primary);
  if ("problem" in keys || key === undefined || keys.keys.size !== 1) {
    const problem = "problem" in keys ? keys.problem : "it has several keys";
    throw new StartError(`The key file ${path} cannot be used: ${problem}.
Use the file that "platform export" made.`);
  }
  return { key, wrapping: keys };
}

function makeKey(path: string): void {
  try {
    writeFileSync(path, `1:${randomBytes(32).toString("base64")}\n`, { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (readErrorCode(error) !== "EEXIST") {
      throw new StartError(`The key file ${path} cannot be made (${readErrorCode(error)}).
Choose another place with --key-file.`);
    }
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    throw new StartError(`The key file ${path} cannot be read (${readErrorCode(error)}).
Use the file that "platform export" made. Without it the export cannot be opened.`);
  }
}
