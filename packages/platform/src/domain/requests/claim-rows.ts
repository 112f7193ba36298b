import { type Selectable, sql } from "kysely";
import { addToDatabaseNow, readDatabaseNow } from "../../base/db/now.ts";
import type { Tables } from "../../base/db/tables.ts";
import type { ScopedTransaction } from "../../base/db/transactions/scoped.ts";
import type { IdempotencyClaim, IdempotentRequest } from "./idempotency.ts";

/** Milliseconds for which a response is kept (docs/decisions.md §2). */
export const keepMs: number = 24 * 60 * 60 * 1000;

/**
 * Milliseconds for which a request holds its key. Each beat of `keepClaim` extends it by the same time. If the process
 * of a request dies, the key is soon free again, and the caller can repeat the request.
 */
export const leaseMs: number = 15_000;

/** A key that was claimed before. */
type ClaimRow = Selectable<Tables["idempotency_keys"]> & {
  readonly is_over: boolean;
  readonly is_running: boolean;
};

/** A claim as `log_executions` takes it. */
export function toClaimRow(
  { id, runner }: IdempotencyClaim,
  { fingerprint, hasOutsideEffect }: IdempotentRequest,
): object {
  return {
    id,
    runner,
    fingerprint,
    has_outside_effect: hasOutsideEffect,
    lease_ms: leaseMs,
    keep_ms: keepMs,
  };
}

/** Writes a claim, unless the key already has a row. */
export async function insertClaim(
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
      leased_until: addToDatabaseNow(leaseMs),
      expires_at: addToDatabaseNow(keepMs),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/** The row of a key, locked. */
export async function readClaim(
  trx: ScopedTransaction,
  claim: IdempotencyClaim,
): Promise<ClaimRow> {
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

/** Gives a key to this claim when its earlier claim has expired, or its earlier run had no effect. */
export async function takeOver(
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
      leased_until: addToDatabaseNow(leaseMs),
      expires_at: addToDatabaseNow(keepMs),
      created_at: readDatabaseNow(),
    })
    .where("owner_id", "=", claim.owner.id)
    .where("id", "=", claim.id)
    .execute();
}
