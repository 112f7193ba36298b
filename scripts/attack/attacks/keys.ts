import { randomBytes } from "node:crypto";
import type { Attack } from "../attack.ts";
import { countStatuses, repeat, send } from "../send.ts";
import { createTenant } from "../tenants.ts";

const count = 5_000;

export const keys: Attack = {
  name: "keys",
  what: "Requests with made-up keys from the address of everybody else",
  promise: "None is let in, and a key that the service has not seen yet still works",
  isWitnessed: true,
  run: async ({ service, applicationUrl }) => {
    const { platform } = await createTenant(service, "unseen", applicationUrl);
    const all = await repeat(count, 40, () =>
      send(`${service.url}/api/v3/toolkits`, {
        headers: { "x-api-key": `ak_${randomBytes(24).toString("base64url")}` },
      }),
    );
    const { organizationKey, url } = service;
    const created = await send(`${url}/api/v3/org/owner/project/new`, {
      method: "POST",
      headers: { "x-api-key": organizationKey, "content-type": "application/json" },
      body: '{"name":"late","should_create_api_key":true}',
    });
    // The key that was just made reaches this process for the first time now.
    const lateKey = /"api_key":"(ak_[^"]+)"/.exec(created.text)?.[1] ?? "";
    const late = await send(`${url}/api/v3/toolkits?limit=1`, {
      headers: { "x-api-key": lateKey },
    });
    await platform.toolkits.listToolkits({ limit: 1 });
    return {
      tried: all.length,
      result: `${countStatuses(all)}; the new key got ${late.status}`,
      holds: all.every(({ status }) => status === 401 || status === 429) && late.status === 200,
    };
  },
};
