import type { Attack } from "../attack.ts";
import { countStatuses, repeat, send } from "../send.ts";

/** Executions of which the log then has entries. */
const entries = 300;
const connections = 40;
const durationMs = 8_000;

export const processor: Attack = {
  name: "processor",
  what: `Lists of logs and searches of ten queries over ${connections} connections`,
  promise: "Another project does not notice",
  isWitnessed: true,
  run: async ({ service, attacker }) => {
    const headers = { "x-api-key": attacker.key, "content-type": "application/json" };
    const post = (path: string, body: unknown) =>
      send(`${service.url}/api/v3${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    const { session_id: id } = await attacker.platform.toolRouter.createSession({
      body: { user_id: "attacker" },
    });
    await repeat(entries, 8, () =>
      post("/tools/execute/DESK_READ_NOTE", {
        version: "latest",
        arguments: {},
      }),
    );
    const queries = Array.from({ length: 10 }, (_, index) => ({
      use_case: `send a message to team ${index}`,
    }));
    const until = performance.now() + durationMs;
    const all = await repeat(100_000, connections, (index) => {
      if (performance.now() > until) {
        return Promise.resolve(undefined);
      }
      return index % 2 === 0
        ? post("/logs/tool_execution", { limit: 1000 })
        : post(`/tool_router/session/${id}/execute_meta`, {
            slug: "PLATFORM_SEARCH_TOOLS",
            arguments: { queries },
          });
    });
    const answered = all.filter((each) => each !== undefined);
    return {
      tried: answered.length,
      result: countStatuses(answered),
      holds: answered.every(({ status }) => status === 200 || status === 429),
    };
  },
};
