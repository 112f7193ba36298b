import { randomUUID } from "node:crypto";
import { type Selectable, sql } from "kysely";
import { z } from "zod";
import { databaseNow, databaseNowPlus } from "../../db/now.ts";
import type { ScopedTransaction } from "../../db/scoped.ts";
import type { Tables } from "../../db/tables.ts";
import { PlatformError } from "../../errors.ts";
import { isSameHash, sha256 } from "../../secrets/hash.ts";
import type { SecretPlace } from "../../secrets/secrets.ts";
import type { Platform } from "../scope.ts";
import { type InScope, pieceLength, readPieces, storePieces } from "./answer-pieces.ts";

/** Whose key it is: the same `Idempotency-Key` of two owners has nothing in common. */
export interface IdempotencyOwner {
  readonly kind: "project" | "organization";
  readonly id: string;
}

/** A request that carries an `Idempotency-Key`. */
export interface IdempotentRequest {
  readonly key: string;
  /** From `fingerprintRequest`. */
  readonly fingerprint: string;
  /**
   * False only when the answer is stored in the same transaction as the effect (`storeAnswer` with that transaction):
   * then a cut off request had no effect and may run again. Else its outcome is unknown after a crash.
   */
  readonly hasOutsideEffect: boolean;
}

/** An answer as it is sent again. */
export interface StoredAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The right to run a request for its key. */
export interface IdempotencyClaim {
  readonly owner: IdempotencyOwner;
  readonly id: string;
  readonly runner: string;
}

/** Run the request and store its answer, or send the first answer again. */
export type IdempotencyStart =
  | { readonly kind: "run"; readonly claim: IdempotencyClaim }
  | { readonly kind: "replay"; readonly answer: StoredAnswer };

/** How long an answer is kept (decisions §2). */
const keepMs = 24 * 60 * 60 * 1000;

/**
 * A request holds its key for so long, and for so long again at each beat of `keepClaim`. A request whose process died
 * holds it no longer, so that the caller can repeat it soon.
 */
const leaseMs = 15_000;

/** Two beats may be late or lost before the lease ends. */
const beatMs = 5_000;

const answerShape = z.object({
  status: z.number(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  // Answers of earlier versions were kept whole.
  pieces: z.number().default(0),
});

/** What makes two requests the same: method, path with query, media type and every byte of the body. */
export function fingerprintRequest(request: {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly contentType: string | undefined;
  readonly body: Uint8Array;
}): string {
  const { method, path, contentType, body } = request;
  return sha256(JSON.stringify([method, path, contentType ?? null, sha256(body)]));
}

/**
 * Claims a key and commits that before anything is done. Of any number of requests at the same time one runs.
 *
 * @throws PlatformError `Idempotency_KeyReused`, `Idempotency_InFlight`, `Idempotency_OutcomeUnknown`
 */
export async function claimIdempotencyKey(
  platform: Platform,
  owner: IdempotencyOwner,
  request: IdempotentRequest,
): Promise<IdempotencyStart> {
  const id = sha256(request.key);
  const claim: IdempotencyClaim = { owner, id, runner: randomUUID() };
  const start = await enter(platform, owner, async (trx) => {
    if (await insertClaim(trx, claim, request)) {
      return undefined;
    }
    const row = await readClaim(trx, claim);
    if (row.is_over) {
      await takeOver(trx, claim, request);
      return undefined;
    }
    if (!isSameHash(row.fingerprint, request.fingerprint)) {
      throw new PlatformError("Idempotency_KeyReused");
    }
    if (row.answer !== null) {
      const answer = await platform.secrets.open(trx, place(claim), row.answer);
      return { ...answerShape.parse(answer), runner: row.runner };
    }
    if (row.is_running) {
      throw new PlatformError("Idempotency_InFlight", { retryAfterSeconds: 1 });
    }
    if (row.has_outside_effect) {
      throw new PlatformError("Idempotency_OutcomeUnknown");
    }
    await takeOver(trx, claim, request);
    return undefined;
  });
  if (start === undefined) {
    return { kind: "run", claim };
  }
  const { pieces, runner, ...answer } = start;
  const first = { ...claim, runner };
  const rest = await readPieces(platform.secrets, first, pieces, scopeOf(platform, owner));
  return { kind: "replay", answer: { ...answer, body: answer.body + rest } };
}

/**
 * Stores the answer of a request, for 24 hours from its beginning.
 *
 * @param trx the transaction of the effect, in the owner's scope, for a request without outside effect
 * @throws Error when the claim was taken over, so that the effect of a request that was thought dead is undone
 */
export async function storeAnswer(
  platform: Platform,
  claim: IdempotencyClaim,
  answer: StoredAnswer,
  trx?: ScopedTransaction,
): Promise<void> {
  const inScope: InScope =
    trx === undefined ? scopeOf(platform, claim.owner) : async (work) => await work(trx);
  const pieces = await storePieces(platform.secrets, claim, answer.body, inScope);
  const first = { ...answer, body: answer.body.slice(0, pieceLength), pieces };
  await inScope(async (transaction) => {
    const sealed = await platform.secrets.seal(transaction, place(claim), first);
    const stored = await transaction
      .updateTable("idempotency_keys")
      .set({ state: "answered", answer: sealed })
      .where("owner_id", "=", claim.owner.id)
      .where("id", "=", claim.id)
      .where("runner", "=", claim.runner)
      .executeTakeFirst();
    if (stored.numUpdatedRows === 0n) {
      throw new Error("The idempotency key was taken over.");
    }
  });
}

/**
 * Extends the lease of a claim while its request runs. Most requests end before the first beat, and cost nothing.
 *
 * @returns a function that ends it
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
        .set({ leased_until: databaseNowPlus(leaseMs) })
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

/** Gives a key back whose request had no effect at all, such as one that was refused before it began. */
export async function releaseIdempotencyKey(
  platform: Platform,
  claim: IdempotencyClaim,
): Promise<void> {
  await enter(platform, claim.owner, async (trx) => {
    await trx
      .deleteFrom("idempotency_keys")
      .where("owner_id", "=", claim.owner.id)
      .where("id", "=", claim.id)
      .where("runner", "=", claim.runner)
      .where("state", "=", "in_flight")
      .execute();
  });
}

type ClaimRow = Selectable<Tables["idempotency_keys"]> & {
  readonly is_over: boolean;
  readonly is_running: boolean;
};

async function insertClaim(
  trx: ScopedTransaction,
  claim: IdempotencyClaim,
  request: IdempotentRequest,
): Promise<boolean> {
  const inserted = await trx
    .insertInto("idempotency_keys")
    .values({
      owner_id: claim.owner.id,
      id: claim.id,
      fingerprint: request.fingerprint,
      state: "in_flight",
      has_outside_effect: request.hasOutsideEffect,
      runner: claim.runner,
      leased_until: databaseNowPlus(leaseMs),
      expires_at: databaseNowPlus(keepMs),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

async function readClaim(trx: ScopedTransaction, claim: IdempotencyClaim): Promise<ClaimRow> {
  return await trx
    .selectFrom("idempotency_keys")
    .selectAll()
    .select([
      sql<boolean>`expires_at <= now()`.as("is_over"),
      sql<boolean>`leased_until > now()`.as("is_running"),
    ])
    .where("owner_id", "=", claim.owner.id)
    .where("id", "=", claim.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

async function takeOver(
  trx: ScopedTransaction,
  claim: IdempotencyClaim,
  request: IdempotentRequest,
): Promise<void> {
  await trx
    .deleteFrom("idempotency_pieces")
    .where("owner_id", "=", claim.owner.id)
    .where("id", "=", claim.id)
    .execute();
  await trx
    .updateTable("idempotency_keys")
    .set({
      fingerprint: request.fingerprint,
      state: "in_flight",
      has_outside_effect: request.hasOutsideEffect,
      runner: claim.runner,
      answer: null,
      leased_until: databaseNowPlus(leaseMs),
      expires_at: databaseNowPlus(keepMs),
      created_at: databaseNow(),
    })
    .where("owner_id", "=", claim.owner.id)
    .where("id", "=", claim.id)
    .execute();
}

function scopeOf(platform: Platform, owner: IdempotencyOwner): InScope {
  return (work) => enter(platform, owner, work);
}

async function enter<T>(
  platform: Platform,
  owner: IdempotencyOwner,
  work: (trx: ScopedTransaction) => Promise<T>,
): Promise<T> {
  const { database } = platform;
  return owner.kind === "project"
    ? await database.scoped(owner.id, work)
    : await database.ofOrganization(owner.id, work);
}

function place(claim: IdempotencyClaim): SecretPlace {
  return { ownerId: claim.owner.id, table: "idempotency_keys", row: claim.id, field: "answer" };
}
