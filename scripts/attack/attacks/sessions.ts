import type { Attack } from "../attack.ts";
import { countStatuses, repeat, send } from "../send.ts";

const count = 50;

export const sessions: Attack = {
  name: "sessions",
  what: "Calls to the URLs of sessions that were withdrawn",
  promise: "None works from the answer on",
  isWitnessed: false,
  run: async ({ service, attacker }) => {
    const answers = await repeat(count, 4, async () => {
      const { session_id: id } = await attacker.platform.toolRouter.createSession({
        body: { user_id: "leaked" },
      });
      await attacker.platform.toolRouter.deleteSession({ session_id: id });
      return await send(`${service.url}/tool_router/${id}/mcp`, {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json" },
        body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
      });
    });
    return {
      tried: answers.length,
      result: countStatuses(answers),
      holds: answers.every(({ status }) => status === 404),
    };
  },
};
