import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { fetchDatabaseNow, readDatabaseNow } from "../../base/db/now.ts";
import type { ScopedTransaction } from "../../base/db/transactions/scoped.ts";
import { hashSha256 } from "../../base/secrets/hash.ts";
import { takeTurns } from "../../base/sharing/take-turns.ts";
import type { Platform } from "../scope.ts";
import { insertClaim } from "./claim-rows.ts";
import {
  answerShape,
  createClaim,
  type IdempotencyClaim,
  placeClaim,
  readFirstAnswer,
  storeAnswer,
} from "./idempotency.ts";

/**
 * A task is a call that outlives its request. It is stored as the row of an `Idempotency-Key` that nobody can send, since no header
 * field has a line break. So it has what such a row has: a lease that ends with its process, an encrypted answer, and an end after 24
 * hours.
 */
export type TaskClaim = IdempotencyClaim;

/** A task that was found. */
export interface FoundTask {
  readonly createdAt: Date;
  /** The JSON with which it ended, and when; undefined while it runs. */
  readonly end: { readonly outcome: string; readonly at: Date } | undefined;
}

/**
 * Names a task of a project. Whoever does not know all of the owner and the id does not find it.
 *
 * @param owner such as an endpoint and its user
 */
export function claimTask(
  projectId: string,
  owner: readonly (string | number)[],
  id: string,
): TaskClaim {
  // As JSON, two lists are equal only if each of their parts is.
  return createClaim({ kind: "project", id: projectId }, `task\n${JSON.stringify([...owner, id])}`);
}

/** Stores a task that begins, and returns when that was. Keep its claim with `keepClaim`: a task without lease is lost. */
export async function beginTask({ database }: Platform, claim: TaskClaim): Promise<Date> {
  const request = { key: "", fingerprint: hashSha256(claim.id), hasOutsideEffect: true };
  return await database.transactInProject(claim.owner.id, async (trx) => {
    await insertClaim(trx, claim, request);
    return await fetchDatabaseNow(trx);
  });
}

/**
 * Stores the end of a task.
 *
 * @param outcome the JSON of how it ended
 * @throws Error when the task was lost in the meantime, because its lease had ended
 */
export async function endTask(
  platform: Platform,
  claim: TaskClaim,
  outcome: string,
): Promise<void> {
  const at = await platform.database.transactInProject(claim.owner.id, fetchDatabaseNow);
  await takeTurns(outcome.length);
  await storeAnswer(platform, claim, toAnswer(outcome, at));
}

/**
 * Finds a task. One whose process died ends now, and stays so.
 *
 * @param lost the JSON of how such a task ended
 * @returns undefined when there is no such task, or its 24 hours are over
 */
export async function findTask(
  platform: Platform,
  claim: TaskClaim,
  lost: string,
): Promise<FoundTask | undefined> {
  const found = await platform.database.transactInProject(claim.owner.id, async (trx) => {
    const row = await selectRow(trx, claim);
    const isLost = row !== undefined && row.answer === null && !row.is_running;
    const now = isLost ? await loseTask(platform, trx, claim, { ...row, lost }) : row;
    if (now === undefined) {
      return undefined;
    }
    const { answer, runner, created_at: createdAt } = now;
    const opened = answer && (await platform.secrets.open(trx, placeClaim(claim), answer));
    const beginning = opened === null ? undefined : answerShape.parse(opened);
    return { createdAt, runner, beginning };
  });
  if (found?.beginning === undefined) {
    return found && { createdAt: found.createdAt, end: undefined };
  }
  const { createdAt, runner, beginning } = found;
  const answer = await readFirstAnswer(platform, claim, { kind: "answered", beginning, runner });
  return { createdAt, end: { outcome: answer.body, at: new Date(answer.headers.at ?? "") } };
}

type TaskRow = NonNullable<Awaited<ReturnType<typeof selectRow>>>;

/** Ends a task whose process died, unless another request just did, or the process has come back. Returns its row then. */
async function loseTask(
  { secrets }: Platform,
  trx: ScopedTransaction,
  claim: TaskClaim,
  { runner, leased_until: at, lost }: TaskRow & { readonly lost: string },
): Promise<TaskRow | undefined> {
  const sealed = await secrets.seal(trx, placeClaim(claim), { ...toAnswer(lost, at), pieces: 0 });
  await trx
    .updateTable("idempotency_keys")
    // A process that only seemed dead cannot change the end any more: the task has another runner.
    .set({ state: "answered", answer: sealed, runner: randomUUID() })
    .where("owner_id", "=", claim.owner.id)
    .where("id", "=", claim.id)
    .where("runner", "=", runner)
    .where("state", "=", "in_flight")
    .where("leased_until", "<=", readDatabaseNow())
    .execute();
  return await selectRow(trx, claim);
}

function toAnswer(outcome: string, at: Date) {
  return { status: 200, headers: { at: at.toISOString() }, body: outcome };
}

async function selectRow(trx: ScopedTransaction, { owner, id }: TaskClaim) {
  return await trx
    .selectFrom("idempotency_keys")
    .select(["runner", "answer", "created_at", "leased_until"])
    .select(sql<boolean>`leased_until > now()`.as("is_running"))
    .where("owner_id", "=", owner.id)
    .where("id", "=", id)
    .where("expires_at", ">", readDatabaseNow())
    .executeTakeFirst();
}
