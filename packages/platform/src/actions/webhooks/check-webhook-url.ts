import { setTimeout as sleep } from "node:timers/promises";
import type { Egress } from "../../egress/create-egress.ts";
import { EgressError, type EgressReason } from "../../egress/egress-error.ts";
import { PlatformError } from "../../errors.ts";

/** Milliseconds. If the name is not resolved by then, the first delivery checks it, as every delivery does. */
const lookupMs = 2_000;

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
export async function checkWebhookUrl(egress: Egress, url: string): Promise<void> {
  const timeUp = new AbortController();
  const isLate = sleep(lookupMs, undefined, { signal: timeUp.signal }).catch(() => {});
  try {
    await Promise.race([egress.check(url), isLate]);
  } catch (error) {
    if (!(error instanceof EgressError)) {
      throw error;
    }
    const isPlain = URL.canParse(url) && new URL(url).protocol === "http:";
    const line = lines[error.reason] ?? (isPlain ? lines["scheme-not-allowed"] : undefined);
    if (line !== undefined) {
      throw new PlatformError("Webhook_UrlNotAllowed", { errors: [`body.webhook_url: ${line}`] });
    }
  } finally {
    timeUp.abort();
  }
}
