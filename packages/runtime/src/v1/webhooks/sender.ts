import { decodeRequestBody } from "../conversions/convert-route.ts";
import { stringifyExactly } from "../conversions/exact-json.ts";
import { convertNamed } from "../conversions/operation-conversions.ts";
import { encodeHeaders } from "../parameters.ts";
import { issuesToLines } from "../server/answers/issues.ts";
import type { OperationValidators } from "../server/operation.ts";
import { holds } from "./condition.ts";
import type { WebhookDefinition, WebhookReceiverDefinition } from "./receiver.ts";
import {
  sendWebhook,
  type WebhookDelivery,
  type WebhookSenderOptions,
  type WebhookSendOptions,
  type WebhookTarget,
} from "./send.ts";

/** A message to send. Generated code declares its types for each webhook. */
export type WebhookMessage<Body = unknown, Header = undefined> = WebhookTarget & {
  readonly body: Body;
} & HeaderMember<Header>;

/** The documented headers, without the signature's and without headers that have only one possible value. */
type HeaderMember<Header> = Header extends undefined
  ? unknown
  : Record<never, never> extends Header
    ? { readonly header?: Header }
    : { readonly header: Header };

/**
 * Validates a message against the document, signs it and sends it. Repeats this with backoff when the receiver is
 * unavailable.
 *
 * @throws TypeError when the message does not match the document; it is not sent then
 * @throws ApiError when the receiver answers with anything but a success; 410 means that the receiver does not want
 * further messages
 */
export type SendWebhook<Body = unknown, Header = undefined> = (
  message: WebhookMessage<Body, Header>,
  options?: WebhookSendOptions,
) => Promise<WebhookDelivery>;

/** The sender of a generated document: a function for each webhook. */
export function createWebhookSender(
  { webhooks, validators }: WebhookReceiverDefinition,
  options: WebhookSenderOptions = {},
): Readonly<Record<string, SendWebhook<unknown, Readonly<Record<string, unknown>>>>> {
  return Object.fromEntries(
    webhooks.map((webhook) => [
      webhook.name,
      async (message, sending = {}) => {
        const encoded = encode(webhook, validators[webhook.name], message);
        return sendWebhook({ ...message, ...encoded }, options, sending);
      },
    ]),
  );
}

interface Encoded {
  readonly name: string;
  readonly contentType: string;
  readonly text: string;
  readonly headers: Headers;
}

/** @throws TypeError that lists all mistakes */
function encode(
  webhook: WebhookDefinition,
  validators: OperationValidators | undefined,
  message: { readonly body: unknown; readonly header?: object },
): Encoded {
  const { name, parameters = [], conditions, sending = {} } = webhook;
  // The declared types name all members.
  const given = (message.header ?? {}) as Readonly<Record<string, unknown>>;
  const header = convertNamed(given, sending.parameters?.header ?? {}, "/header");
  const body = decodeRequestBody(sending, "", message.body);
  const headers = new Headers(
    encodeHeaders(
      parameters.filter((each) => each.in === "header"),
      header,
    ),
  );
  for (const condition of conditions) {
    const [value = "", ...others] = condition.values;
    if (condition.in === "header" && others.length === 0) {
      headers.set(condition.name, value);
    }
  }
  const text = stringifyExactly(body) ?? "";
  const sent: unknown = text === "" ? undefined : JSON.parse(text);
  const [validator] = Object.values(validators?.requestBody ?? {});
  const result = validator?.safeParse(sent);
  const problems = [
    ...(text === "" ? ["body: missing"] : []),
    ...(result?.success === false ? issuesToLines("body", result.error.issues) : []),
    ...conditions
      .filter((condition) => !holds(condition, headers, sent))
      .map(
        ({ in: place, name, values }) =>
          `${place}.${name}: expected ${values.map(quote).join(" or ")}`,
      ),
  ];
  if (problems.length > 0) {
    throw new TypeError(
      `The webhook ${name} cannot be sent: ${[...new Set(problems)].join("; ")}.`,
    );
  }
  return { name, contentType: chooseWebhookContentType(webhook), text, headers };
}

function quote(value: string): string {
  return JSON.stringify(value);
}

/** The document's media type for JSON. */
function chooseWebhookContentType({ body }: WebhookDefinition): string {
  const types = Object.keys(body?.content ?? {});
  return types.find((type) => /^[^*]+[/+]json\b/i.test(type)) ?? "application/json";
}
