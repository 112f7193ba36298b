import { z } from "zod";
import type { Schemas } from "../../../base/api-types.ts";
import { type Lease, LeaseLostError } from "../../../base/jobs/job-types.ts";
import { runInBatchesByKey } from "../../../base/sharing/in-batches.ts";
import type { Platform, Scope } from "../../scope.ts";
import {
  openWebhookSecrets,
  type WebhookSecrets,
} from "../webhook-subscriptions/webhook-secrets.ts";
import { type DeliveryRow, readDeliveriesOfJobs } from "./delivery-statements.ts";
import { placeEvent } from "./event-place.ts";

/** One attempt of a delivery, with all data that it needs. */
export interface WebhookMessage {
  readonly projectId: string;
  readonly subscriptionId: string;
  readonly deliveryId: string;
  readonly eventId: string;
  readonly eventAt: Date;
  readonly url: string;
  /** The text to send. */
  readonly body: string;
  readonly version: Schemas["WebhookVersion"];
  /** From 1. */
  readonly attempt: number;
  /** The time of this attempt by the database's clock. Receivers refuse a signature whose time is wrong. */
  readonly at: Date;
  /** The secret. For a day after a rotation, also the previous secret. */
  readonly secrets: readonly string[];
  readonly signatureKey: Schemas["WebhookSignatureKey"];
}

/** A delivery with a due attempt, a delivery that has to wait, or one that needs no attempt. */
export type OpenedDelivery =
  | { readonly kind: "due"; readonly message: WebhookMessage }
  | { readonly kind: "early"; readonly at: Date }
  | { readonly kind: "over" };

/**
 * Reads the delivery of a job for its next attempt.
 *
 * @throws LeaseLostError when the worker does not have the job any more
 */
export type OpenDelivery = (lease: Lease) => Promise<OpenedDelivery>;

/** A claim brings up to 500 jobs. A statement that hangs delays the deliveries after it by this long. */
const batches = { atMost: 500, patienceMs: 200 };

/** Deliveries of jobs that begin at the same time are read with one statement, whatever their projects (ADR 93). */
export function createOpenDelivery(platform: Platform): OpenDelivery {
  const openInBatches = runInBatchesByKey(
    ({ worker }: Lease) => worker,
    (leases) => openTogether(platform, leases),
    batches,
  );
  return async (lease) => (await openInBatches(lease))();
}

/** A function for each lease, in their order, which returns the delivery or throws. */
async function openTogether(
  platform: Platform,
  leases: readonly Lease[],
): Promise<readonly (() => OpenedDelivery)[]> {
  const opened = new Map<string, () => OpenedDelivery>();
  for (let left = leases; left.length > 0; ) {
    const rows = new Map(
      (await readDeliveriesOfJobs(platform.database.unscoped, left)).map((row) => [
        row.job_id,
        row,
      ]),
    );
    const complete = left.filter(({ id }) => rows.get(id)?.isLeftOut !== true);
    const byProject = Map.groupBy(complete, ({ projectId }) => projectId);
    await Promise.all(
      [...byProject].map(async ([projectId, ofProject]) => {
        const theirs = ofProject.flatMap(({ id }) => rows.get(id) ?? []);
        for (const [id, result] of await openRows(platform, projectId, theirs)) {
          opened.set(id, result);
        }
      }),
    );
    left = left.filter((lease) => !complete.includes(lease));
  }
  return leases.map(({ id }) => opened.get(id) ?? throwLeaseLost);
}

function throwLeaseLost(): never {
  throw new LeaseLostError("The worker does not hold the job of the delivery.");
}

/** A row whose envelopes cannot be opened fails its own delivery. */
async function openRows(
  platform: Platform,
  projectId: string,
  rows: readonly DeliveryRow[],
): Promise<readonly (readonly [string, () => OpenedDelivery])[]> {
  const due = rows.filter(
    (row) => row.delivery_id !== null && row.status === "pending" && !row.isEarly,
  );
  const messages = new Map<string, () => OpenedDelivery>();
  if (due.length > 0) {
    // Data keys are usually known, and then the transaction sends nothing.
    await platform.database.transactInProject(projectId, async (trx) => {
      const secrets = new Map<string, Promise<WebhookSecrets>>();
      for (const row of due) {
        const result = await toMessage({ platform, projectId, trx }, row, secrets).then(
          (message) => () => ({ kind: "due", message }) as const,
          (error: unknown) => () => {
            throw error;
          },
        );
        messages.set(row.job_id, result);
      }
    });
  }
  return rows.map(
    (row) => [row.job_id, messages.get(row.job_id) ?? (() => toWaiting(row))] as const,
  );
}

function toWaiting({ delivery_id: id, status, next_attempt_at: at }: DeliveryRow): OpenedDelivery {
  return id === null || status !== "pending" || at === null
    ? { kind: "over" }
    : { kind: "early", at };
}

const textShape = z.string();

/** @param known the secrets of the subscriptions of rows before */
async function toMessage(
  scope: Pick<Scope, "platform" | "projectId" | "trx">,
  row: DeliveryRow,
  known: Map<string, Promise<WebhookSecrets>>,
): Promise<WebhookMessage> {
  const { platform, projectId, trx } = scope;
  const opening =
    known.get(row.secrets) ??
    openWebhookSecrets(scope, {
      id: row.subscription_id,
      secrets: row.secrets,
      secrets_version: row.secrets_version,
    });
  known.set(row.secrets, opening);
  const secrets = await opening;
  const isRotating = row.isRotating && secrets.previous !== undefined;
  const place = placeEvent(projectId, row.event_id);
  return {
    projectId,
    subscriptionId: row.subscription_id,
    deliveryId: row.delivery_id ?? "",
    eventId: row.event_id,
    eventAt: row.event_at,
    url: row.webhook_url,
    body: textShape.parse(await platform.secrets.open(trx, place, row.body)),
    version: row.version,
    attempt: row.attempts + 1,
    at: row.read_at,
    secrets: [secrets.secret, ...(isRotating ? [secrets.previous] : [])],
    signatureKey: row.signature_key,
  };
}
