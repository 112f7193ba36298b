import type { CatalogPlace } from "../../../applications/toolkits/types/catalog-types.ts";
import { PlatformError } from "../../../base/errors.ts";
import { hashSha256 } from "../../../base/secrets/hash.ts";
import type { Platform } from "../../scope.ts";
import { findWebhookAddress } from "./ingress-statements.ts";

/** The owner of an address that an application calls. */
export type AddressOwner =
  | { readonly kind: "instance"; readonly id: string }
  | { readonly kind: "auth_config"; readonly id: string };

/** An address, and its project. */
export interface LocatedAddress {
  readonly place: CatalogPlace;
  readonly owner: AddressOwner;
}

/**
 * The project and owner of an address.
 *
 * @throws PlatformError `Trigger_IngressNotFound`
 */
export async function locateAddress(platform: Platform, token: string): Promise<LocatedAddress> {
  const found = await findWebhookAddress(platform.database.unscoped, hashSha256(token));
  if (found === undefined) {
    throw new PlatformError("Trigger_IngressNotFound");
  }
  return found;
}
