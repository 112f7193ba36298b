import type { Attack } from "../attack.ts";
import { countStatuses, repeat, send } from "../send.ts";
import { describeDesk } from "../tenants.ts";

const atOnce = 24;
const bytes = 30 * 1024 * 1024;

export const imports: Attack = {
  name: "imports",
  what: `Imports of 30 MiB by one project at the same time`,
  promise: "Each is taken or refused with 429, and memory stays below 1 GiB",
  isWitnessed: true,
  mostMemory: 1024,
  run: async ({ service, attacker, applicationUrl }) => {
    const headers = { "x-api-key": attacker.key, "content-type": "application/json" };
    const document = describeDesk(applicationUrl, "d".repeat(bytes));
    const all = await repeat(atOnce, atOnce, (index) => {
      const body = JSON.stringify({ slug: `parallel-${index}`, document });
      return send(
        `${service.url}/api/v3/toolkits/import`,
        { method: "POST", headers, body },
        120_000,
      );
    });
    // A refusal may come while the body is still being sent, and then ends the connection.
    const holds = all.every(({ status }) => [0, 201, 429].includes(status));
    return { tried: all.length, result: countStatuses(all), holds };
  },
};
