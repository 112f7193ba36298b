/** The deployment's keys, which wrap the data keys of projects and organizations. */
export interface MasterKeys {
  /** The version that new data keys are wrapped with. */
  readonly primary: number;
  /** A key of 32 bytes for each version. Every version here can be read. */
  readonly keys: ReadonlyMap<number, Buffer>;
}

/** The problem with the text of `PLATFORM_MASTER_KEYS`, in a sentence that repeats no part of a key. */
export interface MasterKeysProblem {
  readonly problem: string;
}

/**
 * Reads `PLATFORM_MASTER_KEYS`: `version:key` pairs, separated by commas, each key 32 bytes in base64 or base64url.
 * The first is the primary one. To add a key, first append it on every replica, so that all can read it, and then
 * move it to the front.
 */
export function parseMasterKeys(text: string): MasterKeys | MasterKeysProblem {
  const keys = new Map<number, Buffer>();
  let primary: number | undefined;
  for (const [index, entry] of text.split(",").entries()) {
    const place = `entry ${index + 1}`;
    const match = /^\s*([1-9][0-9]{0,8}):([A-Za-z0-9+/_-]+={0,2})\s*$/.exec(entry);
    const [, version, encoded] = match ?? [];
    if (version === undefined || encoded === undefined) {
      return { problem: `${place} is not of the form version:base64` };
    }
    const key = Buffer.from(encoded, "base64");
    if (key.length !== 32) {
      return { problem: `the key of ${place} does not have 32 bytes` };
    }
    if (keys.has(Number(version))) {
      return { problem: `version ${version} is given twice` };
    }
    keys.set(Number(version), key);
    primary ??= Number(version);
  }
  if (primary === undefined) {
    return { problem: "no key is set" };
  }
  return { primary, keys };
}
