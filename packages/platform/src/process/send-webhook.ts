import { createHmac, createSecretKey } from "node:crypto";
import { readRetryAfterSeconds } from "../applications/execution/answers/retry-after.ts";
import type { EgressFetch } from "../base/egress/create-egress.ts";
import { EgressError } from "../base/egress/egress-error.ts";
import type { EgressResponse } from "../base/egress/egress-response.ts";
import { separateConnections } from "../base/egress/for-project.ts";
import type { SendWebhook } from "../domain/webhooks/deliveries/deliver.ts";
import type { WebhookMessage } from "../domain/webhooks/deliveries/open-delivery.ts";
import { keptBytes } from "../domain/webhooks/deliveries/response-bodies.ts";
import type { AttemptOutcome } from "../domain/webhooks/deliveries/settle-failure.ts";

/** A receiver has 15 seconds to answer (docs/decisions.md §9). */
const limits = { headersTimeout: 15_000, bodyTimeout: 5_000, totalTimeout: 15_000 };

/** Bytes of an answer that are read. The connection of a longer one is given up. */
const mostBytes = 20_000;

/** Sends webhooks, signed as in Standard Webhooks 1.0. A redirect is a failure and is not followed. */
export function createSendWebhook(egress: EgressFetch): SendWebhook {
  return async (message, signal) => {
    const headers = createHeaders(message);
    const begin = performance.now();
    const measureElapsed = (): number => Math.round(performance.now() - begin);
    try {
      const response = await separateConnections(
        egress,
        message.projectId,
        "webhooks",
      )(message.url, {
        method: "POST",
        headers,
        body: message.body,
        redirect: "manual",
        signal,
        limits,
      });
      const latencyMs = measureElapsed();
      // Only the status counts, even if the body breaks off.
      const responseBody = await readBeginning(response);
      return { ...toAttemptOutcome(response, latencyMs), responseBody };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof EgressError)) {
        throw error;
      }
      return {
        statusCode: null,
        latencyMs: measureElapsed(),
        error: sentences[error.reason] ?? otherwise,
        responseBody: "",
      };
    }
  };
}

function createHeaders(message: WebhookMessage): Readonly<Record<string, string>> {
  const { eventId, version, attempt, at } = message;
  const seconds = String(Math.floor(at.getTime() / 1000));
  return {
    "content-type": "application/json",
    "webhook-id": eventId,
    "webhook-timestamp": seconds,
    "webhook-signature": sign(message, `${eventId}.${seconds}.`),
    "x-platform-webhook-version": version,
    "x-platform-delivery-attempt": String(attempt),
  };
}

/**
 * A signature for each secret (Standard Webhooks 1.0: `v1`, HMAC-SHA256). The sender of the runtime is not used, because
 * WebCrypto hands the import of each key and each signature to another thread and back. Keys are KeyObjects: to find out that
 * bytes are not one, Node throws and catches two errors, which takes several times as long as the signature.
 */
function sign({ secrets, signatureKey, body }: WebhookMessage, prefix: string): string {
  return secrets
    .map((secret) => {
      const key =
        signatureKey === "raw"
          ? createSecretKey(secret, "utf8")
          : createSecretKey(secret.replace(/^whsec_/, ""), "base64");
      return `v1,${createHmac("sha256", key).update(prefix).update(body).digest("base64")}`;
    })
    .join(" ");
}

/** The first bytes of the body, as text. It is read to its end, so that the connection can be used again. */
async function readBeginning({ body }: Pick<EgressResponse, "body">): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const piece of body ?? []) {
      if (size < keptBytes) {
        pieces.push(piece.subarray(0, keptBytes - size));
      }
      size += piece.byteLength;
      if (size > mostBytes) {
        break;
      }
    }
  } catch {
    // It is too slow, or broke off; its beginning was read.
  }
  // With `stream`, a character that was cut in the middle is left out.
  return new TextDecoder().decode(Buffer.concat(pieces), { stream: true });
}

function toAttemptOutcome(
  { status, headers }: EgressResponse,
  latencyMs: number,
): Omit<AttemptOutcome, "responseBody"> {
  if (status >= 200 && status < 300) {
    return { statusCode: status, latencyMs, error: null };
  }
  const isRedirect = status >= 300 && status < 400;
  const error = isRedirect
    ? `The receiver answered ${status}, and redirects are not followed.`
    : `The receiver answered ${status}.`;
  const seconds = readRetryAfterSeconds(headers);
  return {
    statusCode: status,
    latencyMs,
    error,
    ...(seconds !== undefined && { retryAfterMs: seconds * 1000 }),
  };
}

const otherwise = "The request broke off.";
const late = "The receiver did not answer within 15 seconds.";
const refused = "The address may not be called: it is not a public https address.";

const sentences: Readonly<Partial<Record<EgressError["reason"], string>>> = {
  "url-invalid": refused,
  "scheme-not-allowed": refused,
  "port-not-allowed": refused,
  "address-not-allowed": refused,
  "host-not-found": "The host name was not found.",
  "host-lookup-failed": "The host name could not be looked up.",
  "host-lookup-timeout": "The host name could not be looked up in time.",
  "connect-failed": "The receiver refused the connection.",
  "connect-timeout": "The receiver could not be reached within 10 seconds.",
  "tls-failed": "The certificate of the receiver is not valid.",
  "headers-timeout": late,
  "total-timeout": late,
};
