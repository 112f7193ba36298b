import { hash } from "node:crypto";
import { readDatabaseNow } from "../../../base/db/now.ts";
import type { Scope } from "../../scope.ts";
import { emitEvent } from "../../webhooks/deliveries/emit-event.ts";
import {
  buildTriggerMessageBody,
  type TriggerMessage,
} from "../../webhooks/deliveries/event-bodies.ts";
import type { PolledItem, PollResult } from "./poll-types.ts";
import type { TriggerRow } from "./trigger-record.ts";

/** How old an item may be when it appears late and still fires. The items of this period are remembered. */
export const latenessMs: number = 24 * 60 * 60 * 1000;

/**
 * Milliseconds. Items without a time were stored with our time, and the application's clock may be ahead by less than
 * this.
 */
const clocksMs = 60 * 60 * 1000;

/** Rows a statement. */
const rowsAtOnce = 1_000;

interface TimedItem extends PolledItem {
  readonly key: string;
  readonly at: Date;
}

/**
 * Stores the items of a poll, and an event for each that was not seen before, the oldest first. The first poll stores its items
 * and no events. An item that appears late counts when it is not older than a day before the newest one. The instance has to
 * be locked.
 */
export async function storeItems(
  scope: Scope,
  row: TriggerRow,
  account: TriggerMessage["account"],
  result: PollResult & { readonly kind: "items" },
): Promise<void> {
  const { trx, projectId } = scope;
  const { now } = await trx.selectNoFrom(readDatabaseNow().as("now")).executeTakeFirstOrThrow();
  const items = result.items.map((item) => toTimed(row.id, item, now));
  const before = row.oldest_item ?? new Date(now.getTime() - latenessMs);
  // If a list was not read to its end, the times of its items do not limit the times of the rest.
  const read = row.watermark === null && result.isCut ? items.map(({ at }) => at.getTime()) : [];
  const oldest = read.length === 0 ? before : chooseLater(before, new Date(Math.min(...read)));
  const counted = items.filter(({ at }) => at >= oldest);
  const added = await addItems(scope, row.id, counted);
  if (row.watermark !== null) {
    for (const item of added.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
      await emitItem(scope, row, account, item, result.logId);
    }
  }
  // An item may say a time to come; the present is what later ones are measured by.
  const newest = items.reduce((time, { at }) => (at > now ? time : chooseLater(time, at)), before);
  const watermark = chooseLater(row.watermark ?? (newest > before ? newest : now), newest);
  const kept = chooseLater(oldest, new Date(watermark.getTime() - latenessMs));
  await trx
    .updateTable("trigger_instances")
    .set({ watermark, oldest_item: kept })
    .where("project_id", "=", projectId)
    .where("id", "=", row.id)
    .execute();
  await trx
    .deleteFrom("trigger_items")
    .where("project_id", "=", projectId)
    .where("trigger_id", "=", row.id)
    .where("marked_at", "<", new Date(kept.getTime() - clocksMs))
    .execute();
}

function toTimed(triggerId: string, item: PolledItem, now: Date): TimedItem {
  const key = hash("sha256", `${triggerId} ${item.identity}`, "base64url");
  return { ...item, key, at: item.time ?? now };
}

/**
 * Stores items, and returns those that were not stored before. The primary key decides, so each item is new only once.
 */
async function addItems(
  { trx, projectId }: Scope,
  triggerId: string,
  items: readonly TimedItem[],
): Promise<readonly TimedItem[]> {
  const byKey = new Map(items.map((item) => [item.key, item]));
  const rows = [...byKey.values()].map(({ key, at }) => ({
    project_id: projectId,
    id: key,
    trigger_id: triggerId,
    marked_at: at,
  }));
  const added: TimedItem[] = [];
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const inserted = await trx
      .insertInto("trigger_items")
      .values(rows.slice(from, from + rowsAtOnce))
      .onConflict((conflict) => conflict.columns(["project_id", "id"]).doNothing())
      .returning("id")
      .execute();
    added.push(...inserted.flatMap(({ id }) => byKey.get(id) ?? []));
  }
  return added;
}

async function emitItem(
  scope: Scope,
  row: TriggerRow,
  account: TriggerMessage["account"],
  { data }: PolledItem,
  logId: string,
): Promise<void> {
  await emitEvent(scope, {
    type: "platform.trigger.message",
    userId: row.user_id,
    triggerId: row.id,
    body: (frame, version) =>
      buildTriggerMessageBody(
        frame,
        {
          logId,
          slug: row.trigger_slug,
          trigger: { id: row.id, uuid: row.uuid },
          account,
          userId: row.user_id,
          data,
        },
        version,
      ),
  });
}

function chooseLater(one: Date, other: Date): Date {
  return one > other ? one : other;
}
