import { createHash } from "node:crypto";
import type { MasterKeys } from "../../base/secrets/master-keys.ts";
import { unwrapDataKey, type WrappedDataKey, wrapDataKey } from "../../base/secrets/wrap.ts";

/** The table whose rows change on the way: a data key is wrapped by a key of the export, and then by one of the target. */
export const dataKeys = "data_keys";

/**
 * A row of `data_keys` as JSON, with its key wrapped by the primary one of `to`.
 *
 * @throws SecretUnreadableError when `from` does not open it
 */
export function rewrapLine(line: string, from: MasterKeys, to: MasterKeys): string {
  const row: WrappedDataKey = JSON.parse(line);
  const rewrapped = wrapDataKey(to, row.owner_id, row.version, unwrapDataKey(from, row));
  return JSON.stringify({ ...row, ...rewrapped });
}

/** The row as it is compared: with the hash of the key, whatever wraps it. */
export function compareByKey(line: string, keys: MasterKeys): string {
  const row: WrappedDataKey = JSON.parse(line);
  const hash = createHash("sha256").update(unwrapDataKey(keys, row)).digest("hex");
  return JSON.stringify({ ...row, wrapped: hash, master_version: 0 });
}
