import type { Attack } from "../attack.ts";
import { repeat, send } from "../send.ts";

/** Messages of MCP whose every member is broken in several ways. */
function createMessages(): readonly unknown[] {
  const call = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "PLATFORM_SEARCH_TOOLS", arguments: {}, _meta: { progressToken: 1 } },
  };
  const good: readonly Readonly<Record<string, unknown>>[] = [
    call,
    { jsonrpc: "2.0", id: 1, method: "ping" },
    { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} },
    { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } },
  ];
  const wrong = [null, "x", [], {}, 2 ** 60, -1, true];
  return good.flatMap((message) => [
    { ...message, extra: 1 },
    { ...message, result: {} },
    JSON.parse(JSON.stringify(message).replace("{", '{"__proto__":1,')),
    { ...message, params: { _meta: "x" } },
    { ...message, params: { _meta: { progressToken: null } } },
    ...Object.keys(message).flatMap((name) =>
      wrong.map((value) => ({ ...message, [name]: value })),
    ),
  ]);
}

/** Milliseconds within which every message has its answer. */
const mostMs = 2_000;

export const messages: Attack = {
  name: "messages",
  what: "Messages of MCP with a broken member, to a session's URL",
  promise: "Each is answered within 2 s",
  isWitnessed: true,
  run: async ({ service, attacker }) => {
    const { session_id: id } = await attacker.platform.toolRouter.createSession({
      body: { user_id: "attacker" },
    });
    const all = createMessages();
    const answers = await repeat(all.length * 5, 50, (index) =>
      send(`${service.url}/tool_router/${id}/mcp`, {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json" },
        body: JSON.stringify(all[index % all.length]),
      }),
    );
    const slow = answers.filter(({ milliseconds }) => milliseconds > mostMs).length;
    const broken = answers.filter(({ status }) => status === 0 || status >= 500).length;
    const longest = Math.max(...answers.map(({ milliseconds }) => milliseconds));
    return {
      tried: answers.length,
      result: `${answers.length - slow - broken} answered, the slowest in ${Math.round(longest)} ms`,
      holds: slow + broken === 0,
    };
  },
};
