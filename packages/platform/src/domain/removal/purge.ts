import type { Platform } from "../scope.ts";
import { failDeadDeliveries, keepEventPartitions } from "../webhooks/deliveries/keep-events.ts";
import { deliverKind } from "../webhooks/webhook-subscriptions/deliver-kind.ts";
import { purgeExpired, purgeWebhookReceipts } from "./purge-expired.ts";

/**
 * Removes rows past their retention, in bounded steps: logs after 30 days, stored responses and revocations after 24
 * hours, used links, and receipts of webhooks after 72 hours. Weeks of events are dropped after 90 days, and those to come
 * are made. Deliveries whose jobs are dead are failed. Every worker calls it on a timer; several may run at the same time.
 */
export async function purge(platform: Platform): Promise<number> {
  const step = 5_000;
  let total = 0;
  const { unscoped } = platform.database;
  await keepEventPartitions(unscoped);
  for (;;) {
    // Before their jobs are removed.
    const failed = await failDeadDeliveries(unscoped, deliverKind, step);
    const removed =
      (await purgeExpired(unscoped, step)) + (await purgeWebhookReceipts(unscoped, step));
    total += removed;
    if (failed + removed === 0) {
      return total;
    }
  }
}
