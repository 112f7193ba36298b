import { setTimeout as sleep } from "node:timers/promises";
import { ErrorCode } from "@modelcontextprotocol/sdk/types.js";
import { waitOutside } from "../../../base/sharing/fairness/work.ts";
import { createSlots } from "../../../base/sharing/slots.ts";
import type { McpCall, McpSubscriptionSource } from "../mcp-call.ts";
import { McpRefusal } from "../mcp-refusal.ts";
import { type ListenParameters, subscriptionId } from "./envelope.ts";

/** Milliseconds between two looks at the tools. A look costs one statement. */
const everyMs = 3_000;

/** The streams that a project may have open at one process, and those of each of its users, so that one user cannot take them all. */
const [mostOfProject, mostOfUser] = [100, 20];

const ofProject = createSlots(mostOfProject);
const ofUser = createSlots(mostOfUser);

/**
 * Tells a client when the list of tools has changed, until it leaves, the endpoint is gone or the process stops (MCP 2026-07-28,
 * subscriptions). Each stream looks for itself, so it does not matter which replica made the change.
 *
 * @returns the members of the response with which the stream ends
 * @throws McpRefusal for a client that does not read events, and for one stream too many
 */
export async function listen(
  { notifications }: ListenParameters,
  {
    id,
    subscription,
    signal,
    onNotification,
  }: Pick<McpCall, "id" | "subscription" | "signal" | "onNotification">,
): Promise<Readonly<Record<string, unknown>>> {
  if (subscription === undefined || signal === undefined) {
    throw new McpRefusal(
      ErrorCode.InvalidRequest,
      "A subscription is a stream of events. Send Accept: application/json, text/event-stream, and no Idempotency-Key.",
    );
  }
  const { readVersion, stopping } = subscription;
  const leave = takePlace(subscription);
  try {
    const _meta = { [subscriptionId]: id };
    const toolsListChanged = notifications.toolsListChanged === true;
    let seen = await readVersion();
    onNotification({
      jsonrpc: "2.0",
      method: "notifications/subscriptions/acknowledged",
      params: { _meta, notifications: toolsListChanged ? { toolsListChanged } : {} },
    });
    const ended = AbortSignal.any([signal, stopping]);
    while (seen !== undefined && (await pause(ended))) {
      const next = await readVersion();
      if (next !== seen && next !== undefined && toolsListChanged) {
        onNotification({
          jsonrpc: "2.0",
          method: "notifications/tools/list_changed",
          params: { _meta },
        });
      }
      seen = next;
    }
    return { _meta };
  } finally {
    leave();
  }
}

/**
 * Counts a stream until the returned function is called.
 *
 * @throws McpRefusal when the user or the project has all the streams that it may have
 */
function takePlace({ projectId, user }: McpSubscriptionSource): () => void {
  const leaveUser = ofUser.take(`${projectId} ${user}`);
  if (leaveUser === undefined) {
    throw refuse("user of this address", mostOfUser);
  }
  const leaveProject = ofProject.take(projectId);
  if (leaveProject === undefined) {
    leaveUser();
    throw refuse("project", mostOfProject);
  }
  return () => {
    leaveUser();
    leaveProject();
  };
}

function refuse(owner: string, count: number): McpRefusal {
  return new McpRefusal(
    ErrorCode.InternalError,
    `The ${owner} has ${count} subscriptions open, and may not have more. Close one, or list the tools again from time to time.`,
  );
}

/** False when the stream ends. */
async function pause(ended: AbortSignal): Promise<boolean> {
  try {
    await waitOutside(() => sleep(everyMs, undefined, { signal: ended }));
    return true;
  } catch {
    return !ended.aborted;
  }
}
