import { randomBytes } from "node:crypto";
import { z } from "zod";
import {
  locateCurrentEnvelope,
  sealNextEnvelope,
  type VersionedRow,
  type VersionedSecrets,
} from "../../../base/secrets/versioned-row.ts";
import type { Scope } from "../../scope.ts";

/** The secrets with which a subscription signs. Each begins with `whsec_`. */
export interface WebhookSecrets {
  readonly secret: string;
  /** The secret before the last rotation. It signs until `previous_until`. */
  readonly previous?: string;
}

const shape = z.object({ secret: z.string(), previous: z.string().exactOptional() });

/** Creates a secret of 256 random bits, in the format of Standard Webhooks 1.0. */
export function createWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

/** Seals a subscription's secrets in its next envelope. `row` is locked, or the id of a new row. */
export async function sealWebhookSecrets(
  scope: Scope,
  row: VersionedRow | string,
  secrets: WebhookSecrets,
): Promise<VersionedSecrets> {
  return await sealNextEnvelope("webhook_subscriptions", scope, row, secrets);
}

/** @throws SecretUnreadableError when the envelope was altered, moved or put back */
export async function openWebhookSecrets(
  scope: Pick<Scope, "platform" | "projectId" | "trx">,
  row: VersionedRow & { readonly secrets: string },
): Promise<WebhookSecrets> {
  const at = locateCurrentEnvelope("webhook_subscriptions", scope.projectId, row);
  return shape.parse(await scope.platform.secrets.open(scope.trx, at, row.secrets));
}
