import { randomBytes } from "node:crypto";
import { decrypt, encrypt, SecretUnreadableError } from "./cipher.ts";
import type { MasterKeys } from "./master-keys.ts";

/** A data key as the table `data_keys` holds it. */
export interface WrappedDataKey {
  readonly owner_id: string;
  readonly version: number;
  readonly wrapped: string;
  readonly master_version: number;
}

/** Wraps a new random data key of 32 bytes with the primary master key. */
export function wrapNewDataKey(
  masterKeys: MasterKeys,
  ownerId: string,
  version: number,
): WrappedDataKey {
  return wrapDataKey(masterKeys, ownerId, version, randomBytes(32));
}

/**
 * Wraps a data key with the primary master key. The result is bound to the owner, the version of the data key and the
 * version of the master key.
 */
export function wrapDataKey(
  masterKeys: MasterKeys,
  ownerId: string,
  version: number,
  key: Buffer,
): WrappedDataKey {
  const master = masterKeys.primary;
  const wrapped = encrypt(
    requireMasterKey(masterKeys, master),
    key,
    buildWrapContext(ownerId, version, master),
  );
  return { owner_id: ownerId, version, wrapped, master_version: master };
}

/**
 * Unwraps a data key.
 *
 * @throws SecretUnreadableError when its master key is not configured, or the row was altered or moved
 */
export function unwrapDataKey(masterKeys: MasterKeys, row: WrappedDataKey): Buffer {
  const { owner_id, version, wrapped, master_version } = row;
  const key = requireMasterKey(masterKeys, master_version);
  return decrypt(key, wrapped, buildWrapContext(owner_id, version, master_version));
}

function requireMasterKey(masterKeys: MasterKeys, version: number): Buffer {
  const key = masterKeys.keys.get(version);
  if (key === undefined) {
    throw new SecretUnreadableError(`Version ${version} of the master keys is not configured.`);
  }
  return key;
}

function buildWrapContext(
  ownerId: string,
  version: number,
  masterVersion: number,
): readonly string[] {
  return ["data_key", ownerId, String(version), String(masterVersion)];
}
