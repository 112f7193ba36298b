import { type RawBuilder, type SqlBool, sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { Query, Schemas } from "../../../base/api-types.ts";
import { PlatformError } from "../../../base/errors.ts";
import type { Page } from "../../lists/cursors.ts";
import { countItemsAsked, countItemsBefore, type PageOf, toPage } from "../../lists/pages.ts";
import type { Scope } from "../../scope.ts";
import { checkKnownEvent } from "../webhook-subscriptions/event-types.ts";
import { readSubscription } from "../webhook-subscriptions/read-webhook-subscriptions.ts";
import { openResponseBody } from "./response-bodies.ts";

/**
 * The deliveries of a subscription, the newest first.
 *
 * @throws PlatformError `Webhook_SubscriptionNotFound`, `Validation_Failed` for an unknown type of event
 */
export async function listDeliveries(
  scope: Scope,
  id: string,
  { status, event_type: type, trigger_id: trigger }: Query<"listDeliveries">,
  page: Page,
): Promise<PageOf<Schemas["Delivery"]>> {
  await readSubscription(scope, id);
  if (type !== undefined) {
    checkKnownEvent(type);
  }
  let matching = selectDeliveries(scope, id);
  matching = status === undefined ? matching : matching.where("d.status", "=", status);
  matching = type === undefined ? matching : matching.where("d.event_type", "=", type);
  matching = trigger === undefined ? matching : matching.where(isOfTrigger(scope, trigger));
  const { total } = await matching
    .select(sql<number>`count(*)::integer`.as("total"))
    .executeTakeFirstOrThrow();
  const rows = await selectRecords(matching)
    .orderBy("d.created_at", "desc")
    .orderBy("d.id", "desc")
    .limit(countItemsAsked(page))
    .offset(countItemsBefore(page))
    .execute();
  const records = await Promise.all(rows.map((row) => toRecord(scope, row)));
  return toPage(page, total, records);
}

/** One delivery of a subscription; @throws PlatformError `Webhook_DeliveryNotFound` */
export async function getDelivery(
  scope: Scope,
  subscriptionId: string,
  id: string,
): Promise<Schemas["Delivery"]> {
  const row = await selectRecords(
    selectDeliveries(scope, subscriptionId).where("d.id", "=", id),
  ).executeTakeFirst();
  if (row === undefined) {
    throw new PlatformError("Webhook_DeliveryNotFound");
  }
  return await toRecord(scope, row);
}

function selectDeliveries({ trx, projectId }: Scope, subscriptionId: string) {
  return (
    trx
      .selectFrom("webhook_deliveries as d")
      .where("d.project_id", "=", projectId)
      .where("d.subscription_id", "=", subscriptionId)
      // A week is kept until its last event is 90 days old.
      .where(sql<boolean>`d.event_at >= now() - interval '90 days'`)
  );
}

/** True for deliveries of events of an instance. They are looked for among the events of its user, which have an index. */
function isOfTrigger({ projectId }: Scope, id: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(d.event_id, d.event_at) in (select e.id, e.created_at
    from trigger_instances t join webhook_events e on e.project_id = t.project_id and e.user_id = t.user_id and e.trigger_id = t.id
    where t.project_id = ${projectId} and t.id = ${id})`;
}

/**
 * One statement reads both deliveries and attempts. A second statement could see an attempt that ended in between,
 * although its delivery was still read as pending.
 */
function selectRecords(matching: ReturnType<typeof selectDeliveries>) {
  return matching
    .innerJoin("webhook_events as e", (join) =>
      join
        .onRef("e.project_id", "=", "d.project_id")
        .onRef("e.id", "=", "d.event_id")
        .onRef("e.created_at", "=", "d.event_at"),
    )
    .select(["d.id", "d.event_id", "d.event_type", "e.version", "d.webhook_url", "d.status"])
    .select(["e.is_test", "d.replay_of", "d.next_attempt_at", "d.created_at", "d.updated_at"])
    .select(["d.status_code", "d.latency_ms", "d.response_body"])
    .select((each) =>
      jsonArrayFrom(
        each
          .selectFrom("webhook_attempts as a")
          .select([
            "a.attempt",
            "a.attempted_at",
            "a.status_code",
            "a.latency_ms",
            "a.error",
            "a.response_body",
          ])
          .whereRef("a.project_id", "=", "d.project_id")
          .whereRef("a.delivery_id", "=", "d.id")
          .whereRef("a.event_at", "=", "d.event_at")
          .orderBy("a.attempt"),
      ).as("attempts"),
    );
}

type DeliveryRow = Awaited<ReturnType<ReturnType<typeof selectRecords>["execute"]>>[number];

async function toRecord(scope: Scope, row: DeliveryRow): Promise<Schemas["Delivery"]> {
  return {
    id: row.id,
    event_id: row.event_id,
    event_type: row.event_type,
    version: row.version,
    webhook_url: row.webhook_url,
    status: row.status,
    is_test: row.is_test,
    replay_of: row.replay_of,
    attempts: await Promise.all(
      listAttempts(row).map(async (attempt) => ({
        ...attempt,
        attempted_at: new Date(attempt.attempted_at).toISOString(),
        response_body: await openResponseBody(scope, row.id, attempt),
      })),
    ),
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** The attempts that failed, and the one that succeeded, which is stored in the delivery. */
function listAttempts(row: DeliveryRow): DeliveryRow["attempts"] {
  const { attempts, status_code, latency_ms, response_body } = row;
  if (status_code === null) {
    return attempts;
  }
  const attempted_at = row.updated_at.toISOString();
  const attempt = attempts.length + 1;
  const outcome = { status_code, latency_ms: latency_ms ?? 0, error: null, response_body };
  return [...attempts, { attempt, attempted_at, ...outcome }];
}
