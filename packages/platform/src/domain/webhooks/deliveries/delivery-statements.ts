import { type Kysely, sql } from "kysely";
import type { Schemas } from "../../../base/api-types.ts";
import { compileOnce, sendQuery } from "../../../base/db/postgres/statements.ts";
import type { Tables } from "../../../base/db/tables.ts";
import type { Lease } from "../../../base/jobs/job-types.ts";
import type { Scope } from "../../scope.ts";
import { deliverKind } from "../webhook-subscriptions/deliver-kind.ts";

/** The receiver of events. Without one its members are null. */
export interface ReceiverValues {
  readonly subscription: string | null;
  readonly at: Date | null;
  readonly version: string | null;
  readonly url: string | null;
  /** The kind of the jobs that deliver, and the most attempts of one. */
  readonly kind: string;
  readonly most: number;
}

/** An event with its sealed body, and the ids of its delivery and its job if it is delivered. */
export interface EventValues extends ReceiverValues {
  readonly id: string;
  readonly type: string;
  readonly userId: string | null;
  readonly triggerId: string | null;
  readonly sealed: string;
  readonly isTest: boolean;
  readonly delivery: string | undefined;
  readonly job: string | undefined;
}

/** Events of one type, each as an entry of the lists. Only receipts and instances may be without a receiver. */
export interface ReceivedValues extends ReceiverValues {
  readonly receipts: readonly string[];
  readonly type: string;
  readonly instances: readonly string[];
  readonly named: readonly (string | null)[];
  readonly ids: readonly (string | null)[];
  readonly bodies: readonly (string | null)[];
  readonly users: readonly (string | null)[];
  readonly deliveries: readonly (string | null)[];
  readonly jobs: readonly (string | null)[];
}

/** Calls `add_event`. */
export async function addEvent({ trx, projectId }: Scope, values: EventValues): Promise<void> {
  await sendQuery(trx, addedEvent({ ...values, projectId }), { isPrepared: true });
}

const addedEvent = compileOnce(
  [
    ...([
      "projectId",
      "subscription",
      "id",
      "at",
      "type",
      "version",
      "sealed",
      "userId",
      "triggerId",
    ] as const),
    ...(["isTest", "url", "delivery", "job", "kind", "most"] as const),
  ],
  (each, trx) =>
    sql`select add_event(${each.projectId}, ${each.subscription}, ${each.id}, ${each.at}::timestamptz, ${each.type},
      ${each.version}, ${each.sealed}, ${each.userId}, ${each.triggerId}, ${each.isTest}::boolean, ${each.url}, ${each.delivery},
      ${each.job}, ${each.kind}, ${each.most}::integer)`.compile(trx),
);

/**
 * Calls `add_received_events`. It is the last statement of its transaction.
 *
 * @param isShort true when it takes about a millisecond; it may then share a commit with others
 */
export async function addReceivedEvents(
  { trx, projectId }: Scope,
  values: ReceivedValues,
  isShort: boolean,
): Promise<void> {
  const short = isShort ? ({ short: "writes" } as const) : {};
  const sending = { isPrepared: true, isLast: true, ...short };
  await sendQuery(trx, receivedEvents({ ...values, projectId }), sending);
}

const receivedEvents = compileOnce(
  [
    ...(["projectId", "receipts", "instances", "named", "subscription", "version", "url"] as const),
    ...(["type", "kind", "most", "at", "ids", "bodies", "users", "deliveries", "jobs"] as const),
  ],
  (each, trx) =>
    sql`select add_received_events(${each.projectId}, ${each.receipts}::text[], ${each.instances}::text[],
      ${each.named}::text[], ${each.subscription}, ${each.version}, ${each.url}, ${each.type}, ${each.kind},
      ${each.most}::integer, ${each.at}::timestamptz, ${each.ids}::text[], ${each.bodies}::text[], ${each.users}::text[],
      ${each.deliveries}::text[], ${each.jobs}::text[])`.compile(trx),
);

/** Calls `add_deliveries`; @param added JSON */
export async function insertDeliveries({ trx }: Scope, added: string): Promise<void> {
  await sendQuery(trx, sql`select add_deliveries(${added}::json)`, { isPrepared: true });
}

/** Calls `settle_delivered`, and returns the ids of the jobs that it settled; @param done JSON */
export async function settleJobs(
  unscoped: Kysely<Tables>,
  done: string,
): Promise<ReadonlySet<string>> {
  const query = sql<{ settled_id: string }>`select settled_id from settle_delivered(${done}::json)`;
  const { rows } = await sendQuery(unscoped, query, { isPrepared: true });
  return new Set(rows.map((row) => row.settled_id));
}

/** A delivery with its event and its subscription. Members are null when the delivery was deleted. */
export interface DeliveryRow {
  readonly job_id: string;
  readonly delivery_id: string | null;
  readonly event_at: Date;
  readonly event_id: string;
  readonly subscription_id: string;
  readonly status: string;
  readonly webhook_url: string;
  readonly next_attempt_at: Date | null;
  readonly body: string;
  /** True when the body did not fit in the result. */
  readonly isLeftOut: boolean;
  readonly version: Schemas["WebhookVersion"];
  readonly secrets: string;
  readonly secrets_version: number;
  readonly signature_key: Schemas["WebhookSignatureKey"];
  readonly read_at: Date;
  readonly isEarly: boolean;
  readonly isRotating: boolean;
  readonly attempts: number;
}

/** Bytes of sealed bodies that one statement returns; it always returns one. An event has at most about 1 MiB. */
const mostBytes = 4 * 1024 * 1024;

/** Reads the deliveries of the jobs of one worker. */
export async function readDeliveriesOfJobs(
  unscoped: Kysely<Tables>,
  leases: readonly Lease[],
): Promise<readonly DeliveryRow[]> {
  const worker = leases[0]?.worker ?? "";
  const ids = leases.map(({ id }) => id);
  const query = sql<DeliveryRow>`select *, is_left_out as "isLeftOut", is_early as "isEarly", is_rotating as "isRotating"
    from open_deliveries(${worker}::uuid, ${deliverKind}, ${ids}::text[], ${mostBytes}::bigint)`;
  return (await sendQuery(unscoped, query, { isPrepared: true })).rows;
}
