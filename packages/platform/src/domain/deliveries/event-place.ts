import type { SecretPlace } from "../../secrets/secrets.ts";

/** An envelope is bound to its event: moved to another event it does not open. */
export function placeEvent(projectId: string, id: string): SecretPlace {
  return { ownerId: projectId, table: "webhook_events", row: id, field: "body" };
}
