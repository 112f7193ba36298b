import type { Egress } from "../../base/egress/create-egress.ts";
import type { EgressReason } from "../../base/egress/egress-error.ts";
import { findRefusal } from "../../base/egress/find-refusal.ts";
import { PlatformError } from "../../base/errors.ts";

/** The problem to report for each reason of egress. With any other reason, the address may be correct. */
const lines: Readonly<Partial<Record<EgressReason, string>>> = {
  "url-invalid": "must be an absolute URL in its usual form",
  "scheme-not-allowed": "must be an https URL",
  "credentials-in-url": "must not contain a user name or a password",
  "port-not-allowed": "must have port 443 or one from 1024 on",
  "address-not-allowed": "leads to an address that is not public",
};

/**
 * Refuses an address to which deliveries cannot be sent.
 *
 * @throws PlatformError `Webhook_UrlNotAllowed`
 */
export async function checkWebhookUrl({ check }: Egress, url: string): Promise<void> {
  const reason = await findRefusal(check, url);
  if (reason === undefined) {
    return;
  }
  const isPlain = URL.canParse(url) && new URL(url).protocol === "http:";
  const line = lines[reason] ?? (isPlain ? lines["scheme-not-allowed"] : undefined);
  if (line !== undefined) {
    throw new PlatformError("Webhook_UrlNotAllowed", { errors: [`body.webhook_url: ${line}`] });
  }
}
