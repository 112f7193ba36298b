import {
  conversionErrorToLine,
  decodeParameters,
  decodeRequestBody,
  encodeResponse,
  readExactAsText,
} from "../conversions/convert-route.ts";
import { parseExactly } from "../conversions/exact-json.ts";
import type { OperationConversions } from "../conversions/operation-conversions.ts";
import {
  createAnswerBuilder,
  findResponse,
  type HandlerResponse,
} from "../server/answers/answer.ts";
import {
  answerError,
  answerFailure,
  type FailureOptions,
} from "../server/answers/answer-failure.ts";
import { Failed, type Failure, failInvalidRequest } from "../server/answers/failure.ts";
import { issuesToLines } from "../server/answers/issues.ts";
import { JsonProblem, parseJsonText } from "../server/bodies/json-text.ts";
import { type Answer, BodyTooLargeError, type Call, type Service } from "../server/call.ts";
import { answerToResponse, requestToCall } from "../server/http/fetch.ts";
import { createParameterReader, type ParameterReader } from "../server/input.ts";
import type { AnyHandler, OperationDefinition, OperationValidators } from "../server/operation.ts";
import { holds, type WebhookCondition } from "./condition.ts";
import type { WebhookSecret } from "./signatures.ts";
import { createWebhookVerifier, type VerifiedWebhook, WebhookVerificationError } from "./verify.ts";

/** A generated receiver's description of one webhook. */
export interface WebhookDefinition extends OperationDefinition {
  /**
   * A message belongs to this webhook when all conditions hold. Without conditions, it does when the validator accepts
   * it.
   */
  readonly conditions: readonly WebhookCondition[];
  /** Conversions of the sender. Those of the receiver are `conversions`. */
  readonly sending?: OperationConversions;
}

export interface WebhookReceiverDefinition {
  /** The first webhook that fits gets the message. */
  readonly webhooks: readonly WebhookDefinition[];
  readonly validators: Readonly<Record<string, OperationValidators | undefined>>;
}

/** The input of a handler. Generated code declares its types for each webhook. */
export interface ReceivedWebhook<Body = unknown, Header = unknown, Context = void>
  extends VerifiedWebhook {
  readonly body: Body;
  readonly header: Header;
  readonly context: Context;
}

export interface WebhookReceiverOptions<Context = void> extends FailureOptions<Context> {
  /** The secrets that senders may sign with. While a secret is rotated, pass both the old and the new one. */
  readonly secret: WebhookSecret | readonly WebhookSecret[];
  /** The largest body, in bytes. Default: 1 MiB. */
  readonly bodyLimit?: number;
  /**
   * Called with verified messages that do not fit any webhook of the document. They are acknowledged with 204: senders
   * add new events, and stop delivering to receivers that refuse them.
   */
  readonly onUnknown?: (message: ReceivedWebhook<unknown, undefined, Context>) => unknown;
}

interface Receiver<Context> {
  readonly webhooks: readonly Prepared[];
  readonly options: WebhookReceiverOptions<Context>;
  readonly verify: ReturnType<typeof createWebhookVerifier>;
}

interface Prepared {
  readonly definition: WebhookDefinition;
  readonly validators: () => OperationValidators | undefined;
  readonly handler: (message: ReceivedWebhook<unknown, unknown, unknown>) => unknown;
  readonly readParameters: ParameterReader;
  readonly buildAnswer: (response: unknown) => Answer;
}

/**
 * The webhook receiver of a generated server: `(Request) => Promise<Response>` for any path, which never rejects.
 * Handlers see only messages that are signed and valid. When a handler returns nothing, the answer has the document's
 * success status. When it throws, the answer is 500, so that the sender tries again.
 *
 * @throws Error at once when a handler is missing; TypeError for a secret that cannot be used
 */
export function createWebhookReceiver<Context = void>(
  definition: WebhookReceiverDefinition,
  handlers: Readonly<Record<string, AnyHandler | undefined>>,
  options: WebhookReceiverOptions<Context>,
): Service<Context> {
  const verify = createWebhookVerifier(options.secret);
  const webhooks = definition.webhooks.map((webhook) =>
    prepare(webhook, handlers[webhook.name], definition.validators),
  );
  const receiver: Receiver<Context> = { webhooks, options, verify };
  const answer = async (call: Call<Context>): Promise<Answer> => {
    try {
      const answered = await receive(receiver, call);
      return answered instanceof Failed ? answerFailure(answered.failure, call, options) : answered;
    } catch (error) {
      return answerError(error, call, options);
    }
  };
  const report = (error: unknown, call: Call<Context>) => void answerError(error, call, options);
  const receiveRequest = async (request: Request, context: Context): Promise<Response> =>
    answerToResponse(await answer(requestToCall(request, context)));
  return Object.assign(receiveRequest, { answer, report });
}

function prepare(
  definition: WebhookDefinition,
  handler: AnyHandler | undefined,
  all: Readonly<Record<string, OperationValidators | undefined>>,
): Prepared {
  if (typeof handler !== "function") {
    throw new Error(`handlers: missing ${definition.name}`);
  }
  const loadBodyValidators = () => all[definition.name];
  return {
    definition,
    validators: loadBodyValidators,
    // The handler's declared message type and the message itself both come from the webhook, so they match.
    handler: handler as Prepared["handler"],
    readParameters: createParameterReader(
      definition,
      readExactAsText(definition.conversions, definition.parameters ?? []),
      loadBodyValidators,
    ),
    buildAnswer: createAnswerBuilder(definition),
  };
}

const defaultBodyLimit = 1024 * 1024;

async function receive<Context>(
  { webhooks, options, verify }: Receiver<Context>,
  call: Call<Context>,
): Promise<Answer | Failed> {
  if (call.method !== "POST") {
    return new Failed({ kind: "method-not-allowed", status: 405, allow: "POST" });
  }
  const bytes = await readBytes(call, options.bodyLimit ?? defaultBodyLimit);
  if (bytes instanceof Failed) {
    return bytes;
  }
  const verified = await verify(call.headers, bytes).catch(toFailed);
  if (verified instanceof Failed) {
    return verified;
  }
  const isExact = webhooks.some(({ definition }) => definition.conversions?.isExact === true);
  const body = parseBody(bytes, isExact ? parseExactly : JSON.parse);
  if (body instanceof Failed) {
    return body;
  }
  const found = findWebhook(webhooks, call, body);
  if (found === undefined) {
    const { context } = call;
    await options.onUnknown?.({ ...verified, body, header: undefined, context });
    return { status: 204, headers: {}, body: null };
  }
  return deliver(found, call, verified, body);
}

async function readBytes(call: Call, limit: number): Promise<Uint8Array | Failed> {
  const tooLarge: Failure = { kind: "body-too-large", status: 413, limit };
  if (Number(call.headers.get("content-length") ?? 0) > limit) {
    return new Failed(tooLarge);
  }
  try {
    return await call.readBody(limit);
  } catch (error) {
    // Any other error means that the sender disconnected before the body was complete.
    return error instanceof BodyTooLargeError
      ? new Failed(tooLarge)
      : failInvalidRequest(["body: incomplete"]);
  }
}

function toFailed(error: unknown): Failed {
  if (error instanceof WebhookVerificationError) {
    return new Failed({ kind: "unverified", status: 401, reason: error.reason });
  }
  throw error;
}

/** Senders send JSON, whatever they call it. */
function parseBody(bytes: Uint8Array, parse: (text: string) => unknown): unknown {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const value = parseJsonText(text, undefined, parse);
    return value instanceof JsonProblem
      ? failInvalidRequest([`body${value.place}: ${value.message}`])
      : value;
  } catch {
    return failInvalidRequest(["body: not valid JSON"]);
  }
}

function findWebhook(
  webhooks: readonly Prepared[],
  call: Call,
  body: unknown,
): Prepared | undefined {
  const reported = webhooks.find(
    ({ definition: { conditions } }) =>
      conditions.length > 0 &&
      conditions.every((condition) => holds(condition, call.headers, body)),
  );
  if (reported !== undefined) {
    return reported;
  }
  const others = webhooks.filter(({ definition }) => definition.conditions.length === 0);
  return others.find((webhook) => findBodyErrors(webhook, body).length === 0) ?? others[0];
}

function findBodyErrors({ validators }: Prepared, body: unknown): readonly string[] {
  const [validator] = Object.values(validators()?.requestBody ?? {});
  const result = validator?.safeParse(body);
  return result?.success === false ? issuesToLines("body", result.error.issues) : [];
}

async function deliver(
  webhook: Prepared,
  call: Call,
  verified: VerifiedWebhook,
  body: unknown,
): Promise<Answer | Failed> {
  const errors: string[] = [];
  const { header } = webhook.readParameters(call, [], errors);
  errors.push(...findBodyErrors(webhook, body));
  if (errors.length > 0) {
    return failInvalidRequest(errors);
  }
  const { context } = call;
  const { conversions = {}, responses } = webhook.definition;
  let message: ReceivedWebhook<unknown, unknown, unknown>;
  try {
    message = {
      ...verified,
      body: decodeRequestBody(conversions, "", body),
      header: decodeParameters(conversions, { path: {}, query: {}, header, cookie: {} }).header,
      context,
    };
  } catch (error) {
    return failInvalidRequest([conversionErrorToLine(error)]);
  }
  const response = (await webhook.handler(message)) ?? acknowledge(webhook.definition);
  return webhook.buildAnswer(
    encodeResponse(conversions, response, (status) => findResponse(responses, status)?.[0]),
  );
}

/** The document's first success. */
function acknowledge({ responses }: WebhookDefinition): HandlerResponse {
  const success = Object.keys(responses).find((status) => /^2\d\d$/.test(status));
  return { status: Number(success ?? 204) };
}
