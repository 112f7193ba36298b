import { PlatformError } from "../../errors.ts";
import { sha256 } from "../../secrets/hash.ts";
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
  | { readonly kind: "organization"; readonly organizationId: string };

/**
 * Finds out whose key it is. Each request asks the database, so that a replaced key is refused on every replica from the
 * moment that its replacement was answered.
 *
 * @param key the value of `x-api-key`, or undefined without the header
 * @throws PlatformError `Auth_KeyInvalid`
 */
export async function authenticate(platform: Platform, key: string | undefined): Promise<Caller> {
  // A text that cannot be a key is not worth a query. Headers of any length arrive here.
  if (key === undefined || !/^o?ak_[A-Za-z0-9_-]{27,64}$/.test(key)) {
    throw new PlatformError("Auth_KeyInvalid");
  }
  const found = await platform.database.findApiKey(sha256(key));
  if (found === undefined) {
    throw new PlatformError("Auth_KeyInvalid");
  }
  const { id: keyId, organizationId, projectId, catalogVersion } = found;
  return projectId === null
    ? { kind: "organization", organizationId }
    : { kind: "project", organizationId, projectId, keyId, catalogVersion };
}
