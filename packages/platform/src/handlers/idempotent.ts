import { NotImplementedError } from "@specwright/runtime/v1/server";
import { z } from "zod";
import type { ScopedTransaction } from "../db/scoped.ts";
import {
  claimIdempotencyKey,
  fingerprintRequest,
  type IdempotencyClaim,
  type IdempotencyOwner,
  keepClaim,
  releaseIdempotencyKey,
  type StoredAnswer,
  storeAnswer,
} from "../domain/idempotency/idempotency.ts";
import type { Platform } from "../domain/scope.ts";
import { errorSlugs } from "../error-slugs.ts";
import { type ErrorSlug, PlatformError } from "../errors.ts";
import { takeTurns } from "../take-turns.ts";
import type { RequestContext } from "./handler.ts";

/** What a handler of a POST is given, as far as idempotency looks at it. */
interface Input {
  readonly context: RequestContext;
  readonly request: Request;
  readonly header: { readonly "Idempotency-Key"?: string };
  readonly body?: unknown;
}

/** What a handler answers, as far as it is stored. */
interface Output {
  readonly status: number;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly mediaType?: string;
  readonly body?: unknown;
}

/** How an operation goes with `Idempotency-Key`. */
export interface IdempotencyRules<Given> {
  /** Whose key it is; looked up when a key was sent. */
  readonly owner: (input: Given) => IdempotencyOwner | Promise<IdempotencyOwner>;
  /**
   * Whether something happens outside of one transaction, such as a call to an application. Such a request is never run
   * again by itself. The others answer through `onceOfProject` or `onceOfOrganization`.
   */
  readonly hasOutsideEffect: boolean;
}

/**
 * A handler whose requests are safe to repeat with an `Idempotency-Key` (decisions §2): the first answer, an error too,
 * is given again for 24 hours. A request that was refused for a reason that passes (429, 503) may be repeated.
 */
export function idempotent<Given extends Input, Answered extends Output>(
  handler: (input: Given) => Answered | Response | Promise<Answered | Response>,
  rules: IdempotencyRules<Given>,
): (input: Given) => Promise<Answered | Response> {
  return async (input) => {
    const key = input.header["Idempotency-Key"];
    if (key === undefined) {
      return await handler(input);
    }
    const { platform } = input.context.services;
    const { hasOutsideEffect } = rules;
    await takeTurns();
    const start = await claimIdempotencyKey(platform, await rules.owner(input), {
      key,
      fingerprint: fingerprintOf(input),
      hasOutsideEffect,
    });
    // It was stored as an answer of this operation.
    if (start.kind === "replay") {
      const answer = readAnswer(start.answer) as Answered;
      await takeTurns(start.answer.body.length);
      return answer;
    }
    input.context.found.claim = start.claim;
    const stopKeeping = keepClaim(platform, start.claim);
    try {
      const answer = await handler(input);
      if (!(answer instanceof Response)) {
        await keepAnswer(input.context, answer);
        answerIsKept(input.context);
      }
      return answer;
    } catch (error) {
      await endFailed(platform, start.claim, error, hasOutsideEffect).catch((failure: unknown) =>
        input.context.services.warn("idempotency key not ended", { failure }),
      );
      throw error;
    } finally {
      stopKeeping();
    }
  };
}

/**
 * Stores the answer of a request that has a claim: in the transaction of its effect, if one is given. When that has
 * committed, and not before, since a transaction may be run again, `answerIsKept` says so.
 */
export async function keepAnswer(
  context: RequestContext,
  answer: Output,
  trx?: ScopedTransaction,
): Promise<void> {
  const { claim } = context.found;
  if (claim === undefined) {
    return;
  }
  const { status, headers = {}, mediaType, body } = answer;
  const stored = JSON.stringify({ headers, mediaType, body });
  await takeTurns(stored.length);
  await storeAnswer(context.services.platform, claim, { status, headers: {}, body: stored }, trx);
}

/** Ends the claim of a request whose answer was stored, so that it is not stored a second time. */
export function answerIsKept(context: RequestContext): void {
  delete context.found.claim;
}

/** Errors that say "not now": the request had no effect, and the next one may be let through. */
const passing: ReadonlySet<ErrorSlug> = new Set([
  "Request_RateLimited",
  "Server_Unavailable",
  "ToolExecution_ProviderRateLimited",
  "ToolExecution_TooManyAtOnce",
]);

/** Ends the claim of a request that failed. An error of ours is an answer; what else was thrown is undone or unknown. */
async function endFailed(
  platform: Platform,
  claim: IdempotencyClaim,
  error: unknown,
  hasOutsideEffect: boolean,
): Promise<void> {
  const isOurs = error instanceof PlatformError;
  const hasNoEffect = isOurs
    ? passing.has(error.slug)
    : error instanceof NotImplementedError || !hasOutsideEffect;
  if (hasNoEffect) {
    await releaseIdempotencyKey(platform, claim);
    return;
  }
  const { slug, errors, retryAfterSeconds } = isOurs
    ? error
    : new PlatformError("Server_Unexpected");
  const body = JSON.stringify({ slug, errors, retryAfterSeconds });
  // The status of an error is looked up by its slug when it is sent.
  await storeAnswer(platform, claim, { status: 0, headers: {}, body });
}

const answerShape = z.object({
  headers: z.record(z.string(), z.unknown()),
  mediaType: z.string().exactOptional(),
  body: z.unknown(),
});

const errorShape = z.object({
  slug: z.enum(errorSlugs),
  errors: z.array(z.string()).exactOptional(),
  retryAfterSeconds: z.number().exactOptional(),
});

/** A stored answer as the handler gave it; a stored error is thrown, so that it gets this request's id. */
function readAnswer({ status, body }: StoredAnswer): Output {
  if (status !== 0) {
    return { status, ...answerShape.parse(JSON.parse(body)) };
  }
  const { slug, ...details } = errorShape.parse(JSON.parse(body));
  throw new PlatformError(slug, details);
}

function fingerprintOf(input: Input): string {
  const { pathname, search } = new URL(input.request.url);
  return fingerprintRequest({
    method: input.request.method,
    path: pathname + search,
    contentType: undefined,
    body: Buffer.from(JSON.stringify(input.body ?? null)),
  });
}
