import { afterAll, beforeAll, expect, test } from "vitest";
import { runWithinOneMinute } from "../../src/testing/within-one-minute.ts";
import { goodKey } from "../e2e/application.ts";
import { startWorld, type World } from "../e2e/world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

type Settings = Parameters<World["platform"]["projects"]["updateProjectConfig"]>[0]["body"];

/** Calls `look` three times: before a change of settings, after it, and after it was undone. */
async function compare<T>(changed: Settings, back: Settings, look: () => Promise<T>) {
  const { projects } = world.platform;
  const before = await look();
  await projects.updateProjectConfig({ body: changed });
  const after = await look();
  await projects.updateProjectConfig({ body: back });
  return { before, after, again: await look() };
}

async function createConfig(): Promise<string> {
  const { auth_config } = await world.platform.authConfigs.createAuthConfig({
    body: {
      toolkit: { slug: "acme" },
      auth_config: { type: "use_custom_auth", authScheme: "API_KEY" },
    },
  });
  return auth_config.id;
}

async function createAccount(user_id: string): Promise<string> {
  const { id } = await world.platform.connectedAccounts.createConnectedAccount({
    body: {
      auth_config: { id: await createConfig() },
      connection: {
        user_id,
        state: { authScheme: "API_KEY", val: { status: "INITIALIZING", generic_api_key: goodKey } },
      },
      validate_credentials: false,
    },
  });
  return id;
}

test("the hosted page shows display_name and logo_url", async () => {
  const link = await world.platform.connectedAccounts.createLink({
    body: { auth_config_id: await createConfig(), user_id: "shown" },
  });
  const logo = "https://cdn.example.com/acme.png";
  const seen = await compare(
    { display_name: "Shown Name", logo_url: logo },
    { display_name: "", logo_url: "" },
    async () => {
      const page = await fetch(link.redirect_url, { headers: { accept: "text/html" } });
      const [text, policy] = [await page.text(), page.headers.get("content-security-policy") ?? ""];
      return [text.includes("Shown Name"), text.includes(logo), policy.includes("cdn.example.com")];
    },
  );
  expect(seen).toEqual({
    before: [false, false, false],
    after: [true, true, true],
    again: [false, false, false],
  });
});

test("mask_secret_keys_in_connected_account decides whether reads and lists show secrets", async () => {
  const nanoid = await createAccount("masked");
  const { connectedAccounts } = world.platform;
  const seen = await compare(
    { mask_secret_keys_in_connected_account: false },
    { mask_secret_keys_in_connected_account: true },
    async () => {
      const one = await connectedAccounts.getConnectedAccount({ nanoid });
      const { items } = await connectedAccounts.listConnectedAccounts({ user_ids: ["masked"] });
      return [one, items[0]].map((account) => account?.state.val.generic_api_key);
    },
  );
  const mask = `${goodKey.slice(0, 4)}...`;
  expect(seen).toEqual({
    before: [mask, mask],
    after: [goodKey, goodKey],
    again: [mask, mask],
  });
});

test("log_visibility_setting decides whether bodies are kept", async () => {
  const connected_account_id = await createAccount("logged");
  const seen = await compare(
    { log_visibility_setting: "dont_store_data" },
    { log_visibility_setting: "show_all" },
    async () => {
      const { log_id } = await world.platform.tools.executeTool({
        tool_slug: "ACME_GET_THING",
        body: { version: "latest", arguments: {}, connected_account_id },
      });
      const { logs } = await world.platform.logs.listToolExecutionLogs({ body: { limit: 50 } });
      return JSON.stringify(logs.find(({ id }) => id === log_id)).includes("/api/thing");
    },
  );
  expect(seen).toEqual({ before: true, after: false, again: true });
});

test("the document itself refuses logos without https, user ids that no address can hold, and made-up cursors", async () => {
  const { projects, connectedAccounts, toolkits } = world.platform;
  const auth_config_id = await createConfig();
  const refused = await Promise.allSettled([
    projects.updateProjectConfig({ body: { logo_url: "http://cdn.example.com/acme.png" } }),
    ...[".", ".."].map((user_id) =>
      connectedAccounts.createLink({ body: { auth_config_id, user_id } }),
    ),
    toolkits.listToolkits({ cursor: "eyJhIjoxLCJiIjoyMCwiYyI6N30" }),
  ]);
  const reason = { status: 400, body: { error: { slug: "Validation_Failed" } } };
  expect(refused).toMatchObject(refused.map(() => ({ status: "rejected", reason })));
});

test("settings whose features are elsewhere are kept, and change no call with a key", async () => {
  const changed: Settings = {
    is_2FA_enabled: true,
    require_mcp_api_key: false,
    is_platform_link_enabled_for_managed_auth: false,
    signed_url_file_expiry_in_seconds: 60,
  };
  const answered = await world.platform.projects.updateProjectConfig({ body: changed });
  expect(answered).toMatchObject(changed);
  const link = world.platform.connectedAccounts.createLink({
    body: { auth_config_id: await createConfig(), user_id: "linked" },
  });
  expect((await link).link_token).toMatch(/^lk_/);
});

test("requests without a key are limited by the address that a trusted proxy names", async () => {
  const limited = await startWorld({
    environment: {
      PLATFORM_RATE_LIMIT: "3",
      PLATFORM_TRUSTED_PROXIES: "127.0.0.1",
    },
  });
  try {
    const open = async (address: string): Promise<number> => {
      const headers = { "x-forwarded-for": `1.2.3.4, ${address}` };
      const response = await fetch(`${limited.url}/link/lk_malformed`, { headers });
      await response.text();
      return response.status;
    };
    const statuses = await runWithinOneMinute(async (attempt) => {
      const [one, two] = [`203.0.113.${2 * attempt}`, `203.0.113.${2 * attempt + 1}`];
      const first = [await open(one), await open(one), await open(one)];
      return { first, fourth: await open(one), other: await open(two) };
    });
    expect(statuses).toEqual({ first: [400, 400, 400], fourth: 429, other: 400 });
  } finally {
    await limited.close();
  }
});

test("wrong keys count against the address of their caller, and good keys still work", async () => {
  const limited = await startWorld({
    environment: { PLATFORM_RATE_LIMIT: "20", PLATFORM_TRUSTED_PROXIES: "127.0.0.1" },
  });
  try {
    const ask = async (address: string, key: string): Promise<Response> => {
      const headers = { "x-forwarded-for": address, "x-api-key": key };
      const response = await fetch(`${limited.url}/api/v3/auth/session/info`, { headers });
      await response.text();
      return response;
    };
    let guess = 0;
    const guessOnce = (address: string): Promise<Response> => {
      guess += 1;
      return ask(address, `ak_${String(guess).padStart(32, "0")}`);
    };
    const guessUntilRefused = async (): Promise<Response> => {
      for (;;) {
        const response = await guessOnce(`2001:db8::${guess.toString(16)}`);
        if (response.status !== 401) {
          return response;
        }
        // A window may end within these.
        expect(guess).toBeLessThan(100);
      }
    };
    expect((await ask("2001:db8::1", limited.keys.project)).status).toBe(200);
    const refused = await guessUntilRefused();
    expect(guess).toBeGreaterThan(20);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await guessOnce("2001:db8:0:1::1")).status).toBe(401);
    expect((await ask("2001:db8:0:1::1", limited.keys.other)).status).toBe(200);
    expect((await ask("2001:db8::2", limited.keys.project)).status).toBe(200);
    // So does one that this process has not seen, although its address has guessed.
    const { api_key: unseen } = await limited.owner.projects.createProject({
      body: { name: "unseen", should_create_api_key: true },
    });
    await guessUntilRefused();
    expect((await ask("2001:db8::3", unseen ?? "")).status).toBe(200);
  } finally {
    await limited.close();
  }
});

test("labels of the metrics are names of the document, whatever is requested", async () => {
  const metrics = world.serving.metricsUrl ?? "";
  const fetchSeries = async (): Promise<string[]> => {
    const text = await (await fetch(metrics)).text();
    return text.split("\n").filter((line) => /^platform_\w+_(?:count|total)\{/.test(line));
  };
  const ask = async (round: number): Promise<void> => {
    const calls = Array.from({ length: 10 }, (_, index) => {
      const made = `${round}canary${index}`;
      return [
        fetch(`${world.url}/api/v3/${made}?${made}=1`),
        fetch(`${world.url}/api/v3/toolkits/${made}`, { headers: { "x-api-key": made } }),
        fetch(`${world.url}/api/v3/toolkits`, { method: `M${made.toUpperCase()}` }),
        world.platform.tools
          .executeTool({
            tool_slug: `X${made.toUpperCase()}`,
            body: { version: made, arguments: {} },
          })
          .catch(() => undefined),
      ];
    });
    await Promise.all(calls.flat());
  };
  let [round, before] = [0, 0];
  // Jobs of the service add their own series meanwhile, but not with each round.
  await expect
    .poll(async () => {
      round += 1;
      await ask(round);
      const { length } = await fetchSeries();
      const isSame = length === before;
      before = length;
      return isSame;
    })
    .toBe(true);
  expect((await fetchSeries()).join("\n")).not.toMatch(/canary/i);
  expect(new URL(metrics).port).not.toBe(new URL(world.url).port);
  expect((await fetch(`${world.url}/metrics`)).status).toBe(404);
});

test("the log names requests by their routes: no path, no query, no key and no secret", () => {
  const text = world.log.join("");
  expect(text).toContain('"route":"/api/v3/tools/execute/{tool_slug}"');
  expect(text).toContain('"route":"/link/{token}"');
  expect(text).not.toMatch(/lk_[\w-]{20}/);
  for (const secret of ["canary", "ACME_GET_THING", goodKey, ...Object.values(world.keys)]) {
    expect(text.toLowerCase()).not.toContain(secret.toLowerCase());
  }
});

test("an operator hears of a proxy that is not named: at the start, and when it reports a caller", async () => {
  const readWarnings = (log: readonly string[]) =>
    log.flatMap((line) => {
      const { level, msg, address } = JSON.parse(line) as Record<string, unknown>;
      return level === 40 ? [[String(msg).slice(0, 26), address]] : [];
    });
  const behind = await startWorld({
    environment: { PLATFORM_BASE_URL: "https://platform.example.com" },
  });
  const headers = { "x-forwarded-for": "192.0.2.1" };
  for (let request = 0; request < 2; request += 1) {
    await fetch(`${behind.url}/api/v3/nothing`, { headers });
  }
  const warnings = readWarnings(behind.log);
  await behind.close();
  expect(warnings).toEqual([
    ["PLATFORM_TRUSTED_PROXIES: ", undefined],
    ["a request reports another ", "127.0.0.1"],
  ]);
  expect(readWarnings(world.log)).toEqual([]);
});
