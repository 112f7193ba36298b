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
  /** Ends the attempts; what was waited for rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Over those of the sender; `null` removes one. */
  readonly headers?: HeadersOptions;
}

/** Where a message goes, and who signs it. */
export interface WebhookTarget {
  /** The receiver's address. It is the subscriber's: check that it leads where you want to send to. */
  readonly url: string | URL;
  /** The receiver's secret; while it is being rotated, the new one and the old one. */
  readonly secret: WebhookSecret | readonly WebhookSecret[];
  /**
   * The id of the message. It stays the same whenever the message is sent again, so that receivers recognize a message that
   * they have seen. Default: a new id, which only this delivery has.
   */
  readonly id?: string;
}

/** A receiver has accepted a message with a status of success. */
export interface WebhookDelivery {
  /** `webhook-id` of the message. */
  readonly id: string;
  readonly status: number;
  readonly headers: Headers;
  /** The beginning of the receiver's answer, at most 4 kB of text; undefined without a body. */
  readonly body: string | undefined;
}

/** A message as it is sent, checked and encoded. */
export interface EncodedWebhook extends WebhookTarget {
  /** The name of the webhook, for errors. */
  readonly name: string;
  readonly contentType: string;
  /** JSON. */
  readonly text: string;
  readonly headers: Headers;
}

/**
 * A receiver that is silent for longer counts as unavailable, in milliseconds: Standard Webhooks 1.0 recommends 15 to 30
 * seconds.
 */
const attemptTimeout = 15_000;

/**
 * Signs a message and sends it. Failed attempts are repeated as those of a client's calls are, each signed anew with the
 * same id. Redirects are not followed.
 *
 * @throws TypeError for an id or a secret that cannot sign; ApiError when the receiver refuses the message; otherwise as
 * `call`
 */
export async function sendWebhook(
  message: EncodedWebhook,
  sender: WebhookSenderOptions,
  options: WebhookSendOptions,
): Promise<WebhookDelivery> {
  const { name, contentType, text } = message;
  const id = message.id ?? `msg_${crypto.randomUUID().replaceAll("-", "")}`;
  // A mistake of the caller's: found while it is sent, it would be taken for a failure of the network.
  assertWebhookId(id);
  const operation: ClientOperation = {
    name,
    method: "POST",
    path: "",
    parameters: [{ name: "webhook-id", in: "header" }],
    body: { [contentType]: () => text },
    // A message with an id may be sent again.
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

/** A transport for one message: it signs each attempt when everything else of the request is settled. */
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
    // The whole URL, as it was given: a slash at its end is part of it.
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
