import type { SecretPlace } from "../../../base/secrets/secrets.ts";

/** The place of an event's envelope. The envelope is bound to its event: it does not open in another event's row. */
export function placeEvent(projectId: string, id: string): SecretPlace {
  return { ownerId: projectId, table: "webhook_events", row: id, field: "body" };
}
