import { createHmac } from "node:crypto";
import type { MasterKeys } from "./master-keys.ts";

/**
 * Describes master keys so that two processes can compare theirs without showing them: `version:check` for each key,
 * the primary one first. The check is 64 bits of an HMAC-SHA256 under the key, so that a version for which the
 * processes hold different keys is noticed too.
 */
export function describeMasterKeys({ primary, keys }: MasterKeys): readonly string[] {
  const described = [...keys].map(([version, key]) => ({
    version,
    text: `${version}:${createHmac("sha256", key).update("platform master key").digest("hex").slice(0, 16)}`,
  }));
  described.sort((a, b) => Number(b.version === primary) - Number(a.version === primary));
  return described.map(({ text }) => text);
}

/** The version of a described key. */
export function readDescribedVersion(described: string | undefined): number {
  return Number(described?.split(":")[0]);
}
