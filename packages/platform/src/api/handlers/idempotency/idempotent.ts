import { takeTurnsFor } from "../../../base/sharing/take-turns.ts";
import { KeyTakenError } from "../../../domain/logs/execution-log.ts";
import { fingerprintRequest, type IdempotencyOwner } from "../../../domain/requests/idempotency.ts";
import type { RequestContext } from "../handler.ts";
import { KeyedRequest } from "./keyed-request.ts";
import { type Output, replayAnswer } from "./stored-answer.ts";

/** The part of a POST handler's input that idempotency uses. */
interface Input {
  readonly context: RequestContext;
  readonly header: { readonly "Idempotency-Key"?: string };
  readonly body?: unknown;
}

/** A handler. Called with a key, it also gets the owner of the key, and with it what was found out about the caller. */
type Handler<Given, Answered, Owner> = (
  input: Given,
  owner?: Owner,
) => Answered | Response | Promise<Answered | Response>;

/** How an operation treats an `Idempotency-Key`. */
export interface IdempotencyRules<Given, Owner extends IdempotencyOwner> {
  /** Returns the owner of the key, which may have further members for the handler. Called only when a key was sent. */
  readonly owner: (input: Given) => Owner | Promise<Owner>;
  /**
   * True when the request has effects outside of one transaction, such as a call to an application. If such a request
   * is cut off, it is never run again automatically. Other requests have to answer through `runOnceInProject` or
   * `runOnceInOrganization`.
   */
  readonly hasOutsideEffect: boolean;
  /** True when the handler's action claims the key together with its log, by `toActionKey`. */
  readonly claimsInAction: boolean;
}

/**
 * Makes a handler's requests safe to repeat with an `Idempotency-Key` (docs/decisions.md §2): for 24 hours a repeated
 * request gets the first response again, even an error. A request that was refused for a temporary reason (429, 503)
 * runs again.
 */
export function makeIdempotent<
  Given extends Input,
  Answered extends Output,
  Owner extends IdempotencyOwner,
>(
  handler: Handler<Given, Answered, Owner>,
  rules: IdempotencyRules<Given, Owner>,
): (input: Given) => ReturnType<Handler<Given, Answered, Owner>> {
  return (input) => {
    const key = input.header["Idempotency-Key"];
    return key === undefined ? handler(input) : runWithKey(handler, input, key, rules);
  };
}

async function runWithKey<
  Given extends Input,
  Answered extends Output,
  Owner extends IdempotencyOwner,
>(
  handler: Handler<Given, Answered, Owner>,
  input: Given,
  key: string,
  { owner: findOwner, hasOutsideEffect, claimsInAction }: IdempotencyRules<Given, Owner>,
): Promise<Answered | Response> {
  await takeTurnsFor(input.body);
  const { found, services } = input.context;
  const owner = await findOwner(input);
  const request = {
    key,
    fingerprint: fingerprintInput(input, owner.signedInAs),
    hasOutsideEffect,
  };
  const keyed = new KeyedRequest(services.platform, owner, request);
  found.keyed = keyed;
  const run = () => runKeyed(() => handler(input, owner), input, keyed);
  const claimAndRun = async (): Promise<Answered | Response> => {
    const first = await keyed.begin();
    return first === undefined ? await run() : await replayAnswer<Answered>(first);
  };
  if (!claimsInAction) {
    return await claimAndRun();
  }
  try {
    return await run();
  } catch (error) {
    // Nothing was done yet, so the request can begin again as soon as it has the key.
    if (error instanceof KeyTakenError) {
      return await claimAndRun();
    }
    throw error;
  }
}

async function runKeyed<Answered extends Output>(
  handle: () => Answered | Response | Promise<Answered | Response>,
  input: Input,
  keyed: KeyedRequest,
): Promise<Answered | Response> {
  try {
    const answer = await handle();
    await keyed.finish(answer);
    return answer;
  } catch (error) {
    const first = await keyed.fail(error, input.context.services.warn);
    if (first === undefined) {
      throw error;
    }
    return await replayAnswer<Answered>(first);
  } finally {
    keyed.close();
  }
}

/** @param signedInAs nobody else gets the stored response of a user whom the address does not name */
function fingerprintInput(input: Input, signedInAs: string | undefined): string {
  return fingerprintRequest({
    // Only operations with this method take a key.
    method: "POST",
    path: input.context.target,
    contentType: undefined,
    body: Buffer.from(
      JSON.stringify(signedInAs === undefined ? (input.body ?? null) : [signedInAs, input.body]),
    ),
  });
}
