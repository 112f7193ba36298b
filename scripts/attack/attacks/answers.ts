import type { Attack } from "../attack.ts";
import { countStatuses, send } from "../send.ts";
import { describeDesk } from "../tenants.ts";

const mebibyte = 1024 * 1024;

/** Imported toolkits, each with a description of this many bytes. */
const toolkits = 5;
const descriptionBytes = 20 * mebibyte;

/** The largest answer of any list or search. */
const mostBytes = 4 * mebibyte;

export const answers: Attack = {
  name: "answers",
  what: `Lists and searches over ${toolkits} imported toolkits with descriptions of ${descriptionBytes / mebibyte} MiB`,
  promise: "No answer is larger than 4 MiB",
  isWitnessed: true,
  run: async ({ service, attacker, applicationUrl }) => {
    const headers = { "x-api-key": attacker.key, "content-type": "application/json" };
    const document = describeDesk(applicationUrl, "d".repeat(descriptionBytes));
    for (let index = 0; index < toolkits; index += 1) {
      const body = JSON.stringify({ slug: `large-${index}`, document });
      await send(
        `${service.url}/api/v3/toolkits/import`,
        { method: "POST", headers, body },
        120_000,
      );
    }
    const { session_id: id } = await attacker.platform.toolRouter.createSession({
      body: { user_id: "attacker" },
    });
    const paths = [
      "/toolkits?limit=1000",
      "/toolkits/large-0",
      "/tools?limit=1000",
      `/tool_router/session/${id}/toolkits`,
      `/tool_router/session/${id}/tools`,
    ];
    const meta = {
      slug: "PLATFORM_GET_TOOL_SCHEMAS",
      arguments: {
        tool_slugs: Array.from({ length: toolkits }, (_, index) => `LARGE_${index}_READ_NOTE`),
      },
    };
    const all = [
      ...(await Promise.all(
        paths.map((path) => send(`${service.url}/api/v3${path}`, { headers })),
      )),
      await send(`${service.url}/api/v3/tool_router/session/${id}/execute_meta`, {
        method: "POST",
        headers,
        body: JSON.stringify(meta),
      }),
    ];
    const largest = Math.max(...all.map(({ bytes }) => bytes));
    return {
      tried: toolkits + all.length,
      result: `${countStatuses(all)}; the largest answer has ${Math.round(largest / 1024)} KiB`,
      holds: largest <= mostBytes && all.every(({ status }) => status === 200),
    };
  },
};
