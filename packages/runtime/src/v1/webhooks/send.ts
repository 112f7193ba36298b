import { call } from "../client/call.ts";
import type { ClientOperation } from "../client/operation.ts";
import { type HeadersOptions, mergeHeaders } from "../client/requests/headers.ts";
import {
  type CallLimits,
  createTransport,
  type Transport,
  type TransportOptions,
} from "../client/transport.ts";
import { excerptResponse } from "./excerpt.ts";
import { assertWebhookId, createWebhookSigner } from "./sign.ts";
import type { WebhookSecret } from "./signatures.ts";

/** Options for all messages of a sender. */
export type WebhookSenderOptions = CallLimits &
  Pick<TransportOptions, "fetch" | "headers" | "middleware" | "requestInit">;

/** The options of one message. */
export interface WebhookSendOptions extends CallLimits {
  /** Ends all attempts. The promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Merged over the sender's headers; `null` removes one. */
  readonly headers?: HeadersOptions;
}

/** The receiver of a message, and the secret that signs it. */
export interface WebhookTarget {
  /** The receiver's URL. The subscriber chose it, so check that it leads to a host that you allow. */
  readonly url: string | URL;
  /** The receiver's secret. While it is rotated, pass both the new and the old one. */
  readonly secret: WebhookSecret | readonly WebhookSecret[];
  /**
   * The id of the message. Use the same id whenever you send the message again, so that receivers recognize it.
   * Default: a new id for this delivery.
   */
  readonly id?: string;
}

/** The answer of a receiver that accepted a message (2xx). */
export interface WebhookDelivery {
  /** `webhook-id` of the message. */
  readonly id: string;
  readonly status: number;
  readonly headers: Headers;
  /** The beginning of the receiver's answer, at most 4 kB of text; undefined without a body. */
  readonly body: string | undefined;
}

/** A message that has been validated and encoded. */
export interface EncodedWebhook extends WebhookTarget {
  /** The name of the webhook, for errors. */
  readonly name: string;
  readonly contentType: string;
  /** JSON. */
  readonly text: string;
  readonly headers: Headers;
}

/**
 * Milliseconds after which a receiver that has not answered counts as unavailable. Standard Webhooks 1.0 recommends 15
 * to 30 seconds.
 */
const attemptTimeout = 15_000;

/**
 * Signs a message and sends it. Failed attempts are repeated like the calls of a client. Each attempt has a new
 * signature and the same id. Redirects are not followed.
 *
 * @throws TypeError for an id or a secret that cannot sign; ApiError when the receiver refuses the message; otherwise as
 *   `call`
 */
export async function sendWebhook(
  message: EncodedWebhook,
  sender: WebhookSenderOptions,
  options: WebhookSendOptions,
): Promise<WebhookDelivery> {
  const { name, contentType, text } = message;
  const id = message.id ?? `msg_${crypto.randomUUID().replaceAll("-", "")}`;
  // Check the id now. During sending, this mistake of the caller would look like a network failure.
  assertWebhookId(id);
  const operation: ClientOperation = {
    name,
    method: "POST",
    path: "",
    parameters: [{ name: "webhook-id", in: "header" }],
    body: { [contentType]: () => text },
    // The id makes it safe to send the message again.
    idempotencyKey: "webhook-id",
  };
  const { status, headers, body } = await call(
    buildWebhookTransport(message, id, sender),
    operation,
    { "webhook-id": id, body: text },
    options,
  ).withResponse();
  return { id, status, headers, body: typeof body === "string" ? body : undefined };
}

/** A transport for one message. It signs each attempt last, when the rest of the request is complete. */
function buildWebhookTransport(
  { url, secret, headers }: EncodedWebhook,
  id: string,
  sender: WebhookSenderOptions,
): Transport {
  const sign = createWebhookSigner(secret);
  const baseUrl = String(url);
  const transport = createTransport({
    attemptTimeout,
    ...sender,
    baseUrl,
    headers: mergeHeaders(sender.headers, headers),
    requestInit: { ...sender.requestInit, redirect: "manual" },
  });
  return {
    ...transport,
    // `createTransport` removes a slash at the end of a base URL. A receiver's URL is used as it was given.
    baseUrl,
    fetch: async (request) => {
      const body = new Uint8Array(await request.clone().arrayBuffer());
      for (const [name, value] of Object.entries(await sign(body, { id }))) {
        request.headers.set(name, value);
      }
      return excerptResponse(await transport.fetch(request));
    },
  };
}
