import { PlatformError } from "../../../base/errors.ts";
import { isLoopback } from "../../fields/host-fields.ts";

/** The longest address that all browsers accept. It is also the document's limit. */
const longest = 2048;

/** The names of the parameters that `addOutcome` adds. */
const ownParameters = ["status", "connected_account_id"] as const;

/**
 * Checks the address to which a user's browser will be sent (docs/decisions.md §6): absolute, https (http to
 * loopback), without user information. Its query must not contain our own parameters, because a reader could take the
 * wrong one.
 *
 * @param place its place in the request, such as `body.callback_url`
 * @returns the address as it was given
 * @throws PlatformError `ConnectedAccount_CallbackUrlInvalid`
 */
export function checkCallbackUrl(text: string, place: string): string {
  const url = text.length <= longest && URL.canParse(text) ? new URL(text) : undefined;
  const isSafe =
    url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url.hostname));
  // A URL parser drops an empty user name, removes white space and reads backslashes as slashes, so check the text
  // itself.
  if (url !== undefined && isSafe && !/[\s\\]/.test(text) && !/^https?:\/\/[^/?#]*@/i.test(text)) {
    const taken = ownParameters.filter((name) => url.searchParams.has(name));
    if (taken.length === 0) {
      return text;
    }
    throw new PlatformError("ConnectedAccount_CallbackUrlInvalid", {
      errors: taken.map(
        (name) => `${place}: must not have ${name} in its query, because the service adds it`,
      ),
    });
  }
  throw new PlatformError("ConnectedAccount_CallbackUrlInvalid", {
    errors: [`${place}: must be an https URL`],
  });
}

/**
 * Adds the outcome to the query of the callback address (docs/decisions.md §6). Addresses that were stored before our
 * parameters were refused may contain them; these are removed.
 */
export function addOutcome(
  callbackUrl: string,
  outcome: { readonly status: "success" | "failed"; readonly accountId: string },
): string {
  const url = new URL(callbackUrl);
  url.searchParams.set("status", outcome.status);
  url.searchParams.set("connected_account_id", outcome.accountId);
  return url.href;
}
