import { randomUUID } from "node:crypto";
import { z } from "zod";
import { addToDatabaseNow } from "../../base/db/now.ts";
import type { ScopedTransaction } from "../../base/db/transactions/scoped.ts";
import { PlatformError } from "../../base/errors.ts";
import { hashSha256, isSameSecret } from "../../base/secrets/hash.ts";
import type { SecretPlace } from "../../base/secrets/secrets.ts";
import type { Platform } from "../scope.ts";
import { type InScope, pieceLength, readPieces, storePieces } from "./answer-pieces.ts";
import { insertClaim, leaseMs, readClaim, takeOver } from "./claim-rows.ts";

/** The owner of the key. The same `Idempotency-Key` of two owners means two keys. */
export interface IdempotencyOwner {
  readonly kind: "project" | "organization";
  readonly id: string;
  /** The user whose access token the request has, if it has one: nobody else gets the stored response. */
  readonly signedInAs?: string | undefined;
}

/** A request that carries an `Idempotency-Key`. */
export interface IdempotentRequest {
  readonly key: string;
  /** From `fingerprintRequest`. */
  readonly fingerprint: string;
  /**
   * Set it to false only when the response is stored in the transaction of the effect (`storeAnswer` with that
   * transaction). A request that was cut off then had no effect and may run again. Otherwise its outcome is unknown
   * after a crash.
   */
  readonly hasOutsideEffect: boolean;
}

/** A stored answer to send again. */
export interface StoredAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The right of one run to execute the request of a key. */
export interface IdempotencyClaim {
  readonly owner: IdempotencyOwner;
  readonly id: string;
  readonly runner: string;
}

/** Run the request and store its response, or send the stored response again. */
export type IdempotencyStart =
  | { readonly kind: "run" }
  | { readonly kind: "replay"; readonly answer: StoredAnswer };

/** Milliseconds. Two beats may be late or lost before the lease ends. */
const beatMs = 5_000;

/** A stored answer as its row has it: its beginning, and the number of pieces that follow. */
export const answerShape: z.ZodType<StoredAnswer & { readonly pieces: number }> = z.object({
  status: z.number(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  pieces: z.number(),
});

/** Identifies a request by its method, path with query, media type and every byte of the body. */
export function fingerprintRequest(request: {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly contentType: string | undefined;
  readonly body: Uint8Array;
}): string {
  const { method, path, contentType, body } = request;
  return hashSha256(JSON.stringify([method, path, contentType ?? null, hashSha256(body)]));
}

/** Result of a claim: the right to run the request, or the beginning of the stored response. */
export type ClaimedStart =
  | { readonly kind: "run" }
  | {
      readonly kind: "answered";
      readonly beginning: StoredAnswer & { readonly pieces: number };
      readonly runner: string;
    };

/** Creates the claim of a key. It is valid once `claimIn` has granted it and the transaction is committed. */
export function createClaim(owner: IdempotencyOwner, key: string): IdempotencyClaim {
  return { owner, id: hashSha256(key), runner: randomUUID() };
}

/**
 * Claims a key in a transaction of its owner, which must be committed before anything else is done. Of several
 * simultaneous requests only one runs. The function may be called again, as when PostgreSQL undoes the transaction.
 *
 * @throws PlatformError `Idempotency_KeyReused`, `Idempotency_InFlight`, `Idempotency_OutcomeUnknown`
 */
export async function claimIn(
  platform: Platform,
  trx: ScopedTransaction,
  claim: IdempotencyClaim,
  request: IdempotentRequest,
): Promise<ClaimedStart> {
  if (await insertClaim(trx, claim, request)) {
    return { kind: "run" };
  }
  const row = await readClaim(trx, claim);
  if (row.runner === claim.runner) {
    // It was claimed by an earlier call, whose commit was not confirmed.
    return { kind: "run" };
  }
  if (row.is_over) {
    await takeOver(trx, claim, request);
    return { kind: "run" };
  }
  if (!isSameSecret(row.fingerprint, request.fingerprint)) {
    throw new PlatformError("Idempotency_KeyReused");
  }
  if (row.answer !== null) {
    const answer = await platform.secrets.open(trx, placeClaim(claim), row.answer);
    return { kind: "answered", beginning: answerShape.parse(answer), runner: row.runner };
  }
  if (row.is_running) {
    throw new PlatformError("Idempotency_InFlight", { retryAfterSeconds: 1 });
  }
  if (row.has_outside_effect) {
    throw new PlatformError("Idempotency_OutcomeUnknown");
  }
  await takeOver(trx, claim, request);
  return { kind: "run" };
}

/** Reads the whole response of which `claimIn` found the beginning, piece by piece. */
export async function readFirstAnswer(
  platform: Platform,
  claim: IdempotencyClaim,
  { beginning, runner }: ClaimedStart & { readonly kind: "answered" },
): Promise<StoredAnswer> {
  const { pieces, ...answer } = beginning;
  const inScope = enterAs(platform, claim.owner);
  const rest = await readPieces(platform.secrets, { ...claim, runner }, pieces, inScope);
  return { ...answer, body: answer.body + rest };
}

/**
 * Claims a key in a transaction of its own. If the request may run, `work` runs in the same transaction.
 *
 * @throws PlatformError as `claimIn`
 */
export async function claimIdempotencyKey(
  platform: Platform,
  claim: IdempotencyClaim,
  request: IdempotentRequest,
  work: (trx: ScopedTransaction) => Promise<void> = async () => {},
): Promise<IdempotencyStart> {
  const start = await enter(platform, claim.owner, async (trx) => {
    const found = await claimIn(platform, trx, claim, request);
    if (found.kind === "run") {
      await work(trx);
    }
    return found;
  });
  return start.kind === "run"
    ? start
    : { kind: "replay", answer: await readFirstAnswer(platform, claim, start) };
}

/** True when a response is stored as one piece, in one statement. Only then may other work share its transaction. */
export function isShortAnswer({ body }: StoredAnswer): boolean {
  return body.length <= pieceLength;
}

/** The answer for a claim as it is stored: the end of its row. */
export interface SealedAnswer {
  readonly key_id: string;
  readonly key_runner: string;
  readonly key_answer: string;
}

/** Seals a short answer, to be stored together with other changes. */
export async function sealShortAnswer(
  { platform, trx }: { readonly platform: Platform; readonly trx: ScopedTransaction },
  claim: IdempotencyClaim,
  answer: StoredAnswer,
): Promise<SealedAnswer> {
  const sealed = await platform.secrets.seal(trx, placeClaim(claim), { ...answer, pieces: 0 });
  return { key_id: claim.id, key_runner: claim.runner, key_answer: sealed };
}

/**
 * Stores the response of a request. It is kept for 24 hours from the request's beginning.
 *
 * @param trx a transaction in the owner's scope, to store the response together with other changes. For a request
 *   without outside effect, it is the transaction of its effect.
 * @throws Error when another run took the claim over. The transaction of a request that was thought dead is then
 *   undone.
 */
export async function storeAnswer(
  platform: Platform,
  claim: IdempotencyClaim,
  answer: StoredAnswer,
  trx?: ScopedTransaction,
): Promise<void> {
  const inScope: InScope =
    trx === undefined ? enterAs(platform, claim.owner) : async (work) => await work(trx);
  const pieces = await storePieces(platform.secrets, claim, answer.body, inScope);
  const first = { ...answer, body: answer.body.slice(0, pieceLength), pieces };
  await inScope(async (transaction) => {
    const sealed = await platform.secrets.seal(transaction, placeClaim(claim), first);
    const stored = await transaction
      .updateTable("idempotency_keys")
      .set({ state: "answered", answer: sealed })
      .where("owner_id", "=", claim.owner.id)
      .where("id", "=", claim.id)
      .where("runner", "=", claim.runner)
      .executeTakeFirst();
    if (stored.numUpdatedRows === 0n) {
      throw new Error("Another request took over the idempotency key.");
    }
  });
}

/**
 * Extends the lease of a claim while its request runs. Most requests end before the first beat, which costs nothing.
 *
 * @returns a function that stops the beats
 */
export function keepClaim(
  platform: Platform,
  claim: IdempotencyClaim,
  everyMs: number = beatMs,
): () => void {
  const beat = async (): Promise<void> => {
    await enter(platform, claim.owner, async (trx) => {
      await trx
        .updateTable("idempotency_keys")
        .set({ leased_until: addToDatabaseNow(leaseMs) })
        .where("owner_id", "=", claim.owner.id)
        .where("id", "=", claim.id)
        .where("runner", "=", claim.runner)
        .where("state", "=", "in_flight")
        .execute();
    });
  };
  const timer = setInterval(() => {
    // While the database is away, the next beat tries again.
    beat().catch(() => {});
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Releases the key of a request that had no effect, such as one that was refused before it began.
 *
 * @param trx a transaction in the owner's scope, to release the key together with other changes
 */
export async function releaseIdempotencyKey(
  platform: Platform,
  claim: IdempotencyClaim,
  trx?: ScopedTransaction,
): Promise<void> {
  const inScope: InScope =
    trx === undefined ? enterAs(platform, claim.owner) : async (work) => await work(trx);
  await inScope(async (transaction) => {
    await transaction
      .deleteFrom("idempotency_keys")
      .where("owner_id", "=", claim.owner.id)
      .where("id", "=", claim.id)
      .where("runner", "=", claim.runner)
      .where("state", "=", "in_flight")
      .execute();
  });
}

function enterAs(platform: Platform, owner: IdempotencyOwner): InScope {
  return (work) => enter(platform, owner, work);
}

async function enter<T>(
  platform: Platform,
  owner: IdempotencyOwner,
  work: (trx: ScopedTransaction) => Promise<T>,
): Promise<T> {
  const { database } = platform;
  return owner.kind === "project"
    ? await database.transactInProject(owner.id, work)
    : await database.transactInOrganization(owner.id, work);
}

/** The place of the answer to a claim, which its envelope proves. */
export function placeClaim(claim: IdempotencyClaim): SecretPlace {
  return { ownerId: claim.owner.id, table: "idempotency_keys", row: claim.id, field: "answer" };
}
