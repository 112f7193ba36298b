import { PlatformError } from "../../base/errors.ts";
import { hashSha256 } from "../../base/secrets/hash.ts";
import type { Platform } from "../scope.ts";

/** The owner of a request's key. */
export type Caller =
  | {
      readonly kind: "project";
      readonly organizationId: string;
      readonly projectId: string;
      readonly keyId: string;
      /** The version of the project's catalog at the time of the look-up. */
      readonly catalogVersion: number;
    }
  | { readonly kind: "organization"; readonly organizationId: string; readonly keyId: string };

/**
 * Finds the owner of a key. Every request asks the database, so that all replicas refuse a replaced key as soon as
 * its replacement was returned.
 *
 * @param key the value of `x-api-key`, or undefined without the header
 * @param hash its SHA-256 (hexadecimal), if the caller has computed it
 * @throws PlatformError `Auth_KeyInvalid`
 */
export async function authenticate(
  platform: Platform,
  key: string | undefined,
  hash?: string,
): Promise<Caller> {
  // Headers of any length arrive here. A string that cannot be a key is not looked up.
  if (key === undefined || !/^o?ak_[A-Za-z0-9_-]{27,64}$/.test(key)) {
    throw new PlatformError("Auth_KeyInvalid");
  }
  return await identifyKey(platform, hash ?? hashSha256(key));
}

/**
 * Finds the owner of the key with this SHA-256 (hexadecimal).
 *
 * @throws PlatformError `Auth_KeyInvalid`
 */
export async function identifyKey(platform: Platform, hash: string): Promise<Caller> {
  const found = await platform.database.findApiKey(hash);
  if (found === undefined) {
    throw new PlatformError("Auth_KeyInvalid");
  }
  const { id: keyId, organizationId, projectId, catalogVersion } = found;
  return projectId === null
    ? { kind: "organization", organizationId, keyId }
    : { kind: "project", organizationId, projectId, keyId, catalogVersion };
}
