import { sql } from "kysely";
import type { World } from "./world.ts";

/** Lets every account be expired, as when an application has refused its key. */
export async function expireAccounts(world: World, reason: string): Promise<void> {
  await world.asOwner(
    sql`update connected_accounts set status = 'EXPIRED', status_reason = ${reason}`,
  );
}

/** Lets nobody have completed a connection that waits for its user. */
export async function expireLinks(world: World): Promise<void> {
  await world.asOwner(
    sql`update connected_accounts set status = 'EXPIRED', waits_until = null where status in ('INITIALIZING', 'INITIATED')`,
  );
}
