import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type CallToolResult, ErrorCode } from "@modelcontextprotocol/sdk/types.js";
import * as z from "zod";
import { waitOutside } from "../../../base/sharing/fairness/work.ts";
import { ConnectionNeeded } from "../connection-needed.ts";
import type { McpCall } from "../mcp-call.ts";
import { McpRefusal } from "../mcp-refusal.ts";
import { toMcpFailure } from "../mcp-tools.ts";
import { clientCapabilities, type ToolCallParameters } from "./envelope.ts";

/**
 * Milliseconds for which a call waits after its user has agreed to follow the link, and between two looks. Clients give up a call after 60
 * seconds; one that still lacks the connection asks again before that.
 */
const [patienceMs, pauseMs] = [40_000, 1_000];

/** What a state says: the call for which it was made. */
const stateShape = z.object({ call: z.string() });

/** A call that is not complete, since its user has to do something (MCP 2026-07-28, multi round-trip requests). */
interface InputRequired {
  readonly resultType: "input_required";
  readonly inputRequests: Readonly<Record<string, object>>;
  readonly requestState: string;
}

/** True when the client can show links to its user. */
export function canShowLinks({ _meta: meta }: ToolCallParameters): boolean {
  return meta[clientCapabilities].elicitation?.url !== undefined;
}

/**
 * Makes a call whose user may have to connect first. A client that shows links gets them, and repeats its call when its user has
 * agreed to follow them; the repeated call waits for the connection. Any other client gets the links in a result, for its model.
 *
 * @throws McpRefusal for a state that was not made for this call at this endpoint and for its user, was altered, or is too old
 */
export async function connectFirst<Result>(
  params: ToolCallParameters,
  { states, signal }: Pick<McpCall, "states" | "signal">,
  make: () => Promise<Result>,
): Promise<Result | CallToolResult | InputRequired> {
  const { requestState, inputResponses = {} } = params;
  if (requestState !== undefined) {
    await checkState(params, states, requestState);
    const actions = Object.values(inputResponses).map(({ action }) => action);
    if (actions.some((action) => action === "decline" || action === "cancel")) {
      return toMcpFailure("The user did not follow the link, so the application is not connected.");
    }
  }
  const isAgreed = requestState !== undefined && Object.keys(inputResponses).length > 0;
  const end = performance.now() + (isAgreed ? patienceMs : 0);
  for (;;) {
    try {
      return await make();
    } catch (error) {
      if (!(error instanceof ConnectionNeeded)) {
        throw error;
      }
      if (!canShowLinks(params)) {
        return error.result;
      }
      if (performance.now() >= end) {
        return await askToConnect(params, states, error);
      }
      await waitOutside(() => sleep(pauseMs, undefined, { ...(signal && { signal }) }));
    }
  }
}

async function askToConnect(
  params: ToolCallParameters,
  states: McpCall["states"],
  { links }: ConnectionNeeded,
): Promise<InputRequired> {
  const requests = links.map(({ toolkit, application, url }) => {
    const message = `Connect ${application}, so that ${params.name} can use it for you.`;
    const ask = { method: "elicitation/create", params: { mode: "url", message, url } };
    return [`connect_${toolkit}`, ask] as const;
  });
  return {
    resultType: "input_required",
    inputRequests: Object.fromEntries(requests),
    requestState: await states.seal({ call: digestCall(params) }),
  };
}

async function checkState(
  params: ToolCallParameters,
  states: McpCall["states"],
  sealed: string,
): Promise<void> {
  const { data: state } = stateShape.safeParse(await states.open(sealed));
  if (state === undefined || state.call !== digestCall(params)) {
    throw new McpRefusal(
      ErrorCode.InvalidParams,
      "message.params.requestState: is not one that this server gave for this call and user in the last ten minutes. Send the call without it.",
    );
  }
}

function digestCall({ name, arguments: given = {} }: ToolCallParameters): string {
  return createHash("sha256")
    .update(JSON.stringify([name, given]))
    .digest("base64url");
}
