import { sql } from "kysely";
import { z } from "zod";
import type { Schemas } from "../../api-types.ts";
import { readDatabaseNow } from "../../db/now.ts";
import type { Scope } from "../scope.ts";
import { openWebhookSecrets } from "../webhook-subscriptions/webhook-secrets.ts";
import { placeEvent } from "./event-place.ts";

/** The id of a delivery, and the time of its event, without which every week would be searched. */
export interface DeliveryPlace {
  readonly id: string;
  readonly at: Date;
}

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

const textShape = z.string();

/** Reads a delivery for its next attempt. */
export async function openDelivery(scope: Scope, delivery: DeliveryPlace): Promise<OpenedDelivery> {
  const { trx, projectId, platform } = scope;
  const row = await selectDelivery(scope, delivery);
  if (row === undefined || row.status !== "pending") {
    return { kind: "over" };
  }
  if (row.isEarly && row.next_attempt_at !== null) {
    return { kind: "early", at: row.next_attempt_at };
  }
  const place = placeEvent(projectId, row.event_id);
  const secrets = await openWebhookSecrets(scope, {
    id: row.subscription_id,
    secrets: row.secrets,
    secrets_version: row.secrets_version,
  });
  const isRotating = row.isRotating && secrets.previous !== undefined;
  return {
    kind: "due",
    message: {
      projectId,
      subscriptionId: row.subscription_id,
      deliveryId: delivery.id,
      eventId: row.event_id,
      eventAt: delivery.at,
      url: row.webhook_url,
      body: textShape.parse(await platform.secrets.open(trx, place, row.body)),
      version: row.version,
      attempt: row.attempts + 1,
      at: row.at,
      secrets: [secrets.secret, ...(isRotating ? [secrets.previous] : [])],
      signatureKey: row.signature_key,
    },
  };
}

async function selectDelivery({ trx, projectId }: Scope, { id, at }: DeliveryPlace) {
  return await trx
    .selectFrom("webhook_deliveries as d")
    .innerJoin("webhook_events as e", (join) =>
      join
        .onRef("e.project_id", "=", "d.project_id")
        .onRef("e.id", "=", "d.event_id")
        .onRef("e.created_at", "=", "d.event_at"),
    )
    .innerJoin("webhook_subscriptions as s", (join) =>
      join.onRef("s.project_id", "=", "d.project_id").onRef("s.id", "=", "d.subscription_id"),
    )
    .where("d.project_id", "=", projectId)
    .where("d.id", "=", id)
    .where("d.event_at", "=", at)
    .select(["d.event_id", "d.subscription_id", "d.status", "d.webhook_url", "d.next_attempt_at"])
    .select(["e.body", "e.version", "s.secrets", "s.secrets_version", "s.signature_key"])
    .select([
      readDatabaseNow().as("at"),
      sql<boolean>`coalesce(d.next_attempt_at > now(), false)`.as("isEarly"),
      sql<boolean>`coalesce(s.previous_until > now(), false)`.as("isRotating"),
      sql<number>`(select count(*)::integer from webhook_attempts a
        where a.project_id = d.project_id and a.delivery_id = d.id
          and a.event_at = d.event_at)`.as("attempts"),
    ])
    .executeTakeFirst();
}
