import { z } from "zod";
import type { Platform, Scope } from "../../scope.ts";
import type { WebhookMessage } from "./open-delivery.ts";

/** Bytes of a receiver's answer that an attempt keeps: enough for the message of an error. */
export const keptBytes = 512;

/** The envelope of the beginning of an answer, which may hold customers' data; null when it is empty. */
export async function sealResponseBody(
  platform: Platform,
  { projectId, deliveryId, attempt }: WebhookMessage,
  text: string,
): Promise<string | null> {
  if (text === "") {
    return null;
  }
  const place = placeResponseBody(projectId, deliveryId, attempt);
  // The data key is usually known, and then the transaction sends nothing.
  return await platform.database.transactInProject(
    projectId,
    async (trx) => await platform.secrets.seal(trx, place, text),
  );
}

const textShape = z.string();

/** The beginning of an answer; null when the attempt has none. */
export async function openResponseBody(
  { platform, projectId, trx }: Scope,
  deliveryId: string,
  { attempt, response_body: envelope }: { attempt: number; response_body: string | null },
): Promise<string | null> {
  if (envelope === null) {
    return null;
  }
  const place = placeResponseBody(projectId, deliveryId, attempt);
  return textShape.parse(await platform.secrets.open(trx, place, envelope));
}

/** The place is that of the attempt, also for the one that succeeded, whose envelope is in the row of its delivery. */
function placeResponseBody(ownerId: string, deliveryId: string, attempt: number) {
  const row = `${deliveryId} ${attempt}`;
  return { ownerId, table: "webhook_attempts", row, field: "response_body" };
}
