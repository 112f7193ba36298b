import type { Delivery } from "../../applications/ingress/delivery.ts";
import { KeysUnavailableError } from "../../applications/ingress/key-sets.ts";
import { isSigned } from "../../applications/ingress/signature.ts";
import { hasValidToken } from "../../applications/ingress/token.ts";
import { PlatformError } from "../../base/errors.ts";
import type { OpenedAddress } from "../../domain/events/ingress/open-address.ts";
import type { Services } from "../services.ts";

/**
 * Verifies that the application sent a delivery to an address. It makes a request only for the scheme `jwt`.
 *
 * @param address with the URL that the application calls
 * @throws PlatformError `Trigger_SignatureInvalid`, and `Server_Unavailable` when the application's keys cannot be fetched: senders
 *   repeat a delivery then
 */
export async function assertFromApplication(
  { keySets, warn }: Services,
  delivery: Delivery,
  { settings, secrets, ...trusted }: OpenedAddress & { readonly url: string },
): Promise<void> {
  const { signature } = settings;
  try {
    const isGenuine =
      signature.scheme === "jwt"
        ? await hasValidToken(delivery, signature, trusted, keySets)
        : isSigned(delivery, { signature, delivery: settings.delivery }, secrets, trusted.now);
    if (!isGenuine) {
      throw new PlatformError("Trigger_SignatureInvalid");
    }
  } catch (error) {
    if (!(error instanceof KeysUnavailableError) || signature.scheme !== "jwt") {
      throw error;
    }
    // The toolkit document names the address.
    warn("keys of a sender cannot be fetched", { keys: signature.keys, failure: error });
    throw new PlatformError("Server_Unavailable", { cause: error });
  }
}
