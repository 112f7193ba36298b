import { randomBytes } from "node:crypto";
import { sql } from "kysely";

import { browse } from "../e2e/suites/hosted-pages.ts";
import { readUpserted } from "../e2e/suites/triggers/instances.ts";
import type { World } from "../e2e/world.ts";
import type { Planting } from "./planting.ts";

/**
 * Puts a secret into every place that accepts one and uses each of them. Also makes requests fail that contain
 * secrets.
 */
export async function plantSecrets(world: World, planting: Planting): Promise<void> {
  const { secret: plant, shown: show } = planting;
  await plantCredentials(world, plant);
  await plantAuthorization(world, plant, show);
  await plantKeys(world, show);
  await plantWebhooks(world, show);
  await plantSessions(world, plant, show);
  await plantMcpServer(world, plant, show);
  await plantTriggers(world, plant);
  await sendMistakes(world, plant, show);
}

type Plant = Planting["secret"];
type Show = Planting["shown"];

/** Credentials of each scheme: used, changed and refused. */
async function plantCredentials(world: World, plant: Plant): Promise<void> {
  const { platform } = world;
  const vals = {
    API_KEY: { generic_api_key: plant("api key") },
    BEARER_TOKEN: { token: plant("bearer token") },
    BASIC: { username: "ada", password: plant("password"), extra_field: plant("unknown field") },
  };
  for (const [authScheme, val] of Object.entries(vals)) {
    const made = await platform.authConfigs.createAuthConfig({
      body: {
        toolkit: { slug: "acme" },
        auth_config: {
          type: "use_custom_auth",
          authScheme: authScheme as "API_KEY",
          credentials: {},
          proxy_config: {
            proxy_url: "http://127.0.0.1:9/",
            proxy_auth_key: plant(`proxy key of ${authScheme}`),
          },
          restrict_to_following_tools: [],
        },
      },
    });
    const nanoid = made.auth_config.id;
    const proxy_auth_key = plant(`changed proxy key of ${authScheme}`);
    await platform.authConfigs.updateAuthConfig({
      nanoid,
      body: { proxy_config: { proxy_url: "http://127.0.0.1:9/", proxy_auth_key } },
    });
    await platform.authConfigs.updateAuthConfig({ nanoid, body: { proxy_config: null } });
    const account = await platform.connectedAccounts.createConnectedAccount({
      body: {
        auth_config: { id: nanoid },
        connection: {
          user_id: authScheme,
          state: { authScheme: authScheme as "API_KEY", val: { status: "ACTIVE", ...val } },
        },
        validate_credentials: false,
      },
      header: { "Idempotency-Key": plant(`idempotency key of ${authScheme}`) },
    });
    await useAccount(world, account.id, plant);
    await platform.authConfigs.getAuthConfig({ nanoid });
  }
  await platform.authConfigs.listAuthConfigs();
  await platform.connectedAccounts.listConnectedAccounts();
}

/** Tools that succeed, fail and break off, each execution with its own secrets. */
async function useAccount(world: World, id: string, plant: Plant): Promise<void> {
  const { platform } = world;
  const parameters = [
    { name: "X-Custom", value: plant(`custom header of ${id}`), type: "header" as const },
    { name: "custom", value: plant(`custom query of ${id}`), type: "query" as const },
  ];
  for (const tool_slug of ["ACME_CREATE_THING", "ACME_BREAK_THING", "ACME_GET_LIMITED"]) {
    for (const custom of [{}, { custom_auth_params: { parameters } }]) {
      const body = {
        version: "latest",
        arguments: tool_slug.includes("CREATE") ? { title: "a" } : {},
      };
      await platform.tools
        .executeTool({ tool_slug, body: { ...body, connected_account_id: id, ...custom } })
        .catch(() => {});
    }
  }
  await platform.tools
    .proxyRequest({
      body: { endpoint: "/thing", method: "GET", connected_account_id: id, parameters },
    })
    .catch(() => {});
  await platform.connectedAccounts.getConnectedAccount({ nanoid: id });
  await platform.connectedAccounts
    .refreshConnectedAccount({ nanoid: id, body: { validate_credentials: true } })
    .catch(() => {});
  await platform.logs.listToolExecutionLogs({ body: {} });
}

/** OAuth from the link to the revocation, with the deployment's client and with a project's own. */
async function plantAuthorization(world: World, plant: Plant, show: Show): Promise<void> {
  const { platform, application } = world;
  const ofProject = {
    type: "use_custom_auth" as const,
    authScheme: "OAUTH2" as const,
    credentials: { client_id: "another", client_secret: plant("client secret of the project") },
    restrict_to_following_tools: [],
  };
  for (const auth_config of [ofProject, { type: "use_platform_managed_auth" as const }]) {
    const name = auth_config.type;
    const config = await platform.authConfigs.createAuthConfig({
      body: { toolkit: { slug: "acme" }, auth_config },
    });
    const link = await platform.connectedAccounts.createLink({
      body: { auth_config_id: config.auth_config.id, user_id: name },
      header: { "Idempotency-Key": plant(`idempotency key of ${name}`) },
    });
    show(`link token of ${name}`, link.link_token);
    const led = await browse(world, link.redirect_url, { form: {} });
    const location = led.headers.get("location") ?? "";
    const cookie = led.headers.get("set-cookie")?.split(";")[0] ?? "";
    show(`state of ${name}`, new URL(location).searchParams.get("state") ?? "");
    show(`cookie of ${name}`, cookie.split("=")[1] ?? "");
    const back = await fetch(location, { redirect: "manual" });
    const callback = new URL(back.headers.get("location") ?? "");
    // The application issues short codes; an unknown code fails at the token endpoint.
    if (name === "use_custom_auth") {
      callback.searchParams.set("code", plant("unknown code"));
    }
    await browse(world, callback.href, { headers: { cookie } });
    const call = application.seen.filter(({ path }) => path === "/token").at(-1);
    const form = new URLSearchParams(call?.body);
    plant(`code verifier of ${name}`, form.get("code_verifier") ?? "");
    await platform.connectedAccounts
      .refreshConnectedAccount({ nanoid: link.connected_account_id })
      .then(({ redirect_url }) => {
        if (redirect_url !== null) {
          show(`refresh link of ${name}`, redirect_url.split("/").at(-1) ?? "");
        }
      });
    await platform.tools
      .executeTool({
        tool_slug: "ACME_GET_THING",
        body: { version: "latest", arguments: {}, connected_account_id: link.connected_account_id },
      })
      .catch(() => {});
    await platform.connectedAccounts.getConnectedAccount({ nanoid: link.connected_account_id });
    await platform.connectedAccounts.deleteConnectedAccount({ nanoid: link.connected_account_id });
  }
  await planFormSecrets(world, plant, show);
  application.given().forEach((token, index) => {
    plant(`token ${index} of the application`, token);
  });
}

/** Secrets that a user types into the hosted page: one is stored, one is refused, and one cannot be checked. */
async function planFormSecrets(world: World, plant: Plant, show: Show): Promise<void> {
  for (const slug of ["plain", "acme", "quay"]) {
    const config = await world.platform.authConfigs.createAuthConfig({
      body: {
        toolkit: { slug },
        auth_config: {
          type: "use_custom_auth",
          authScheme: "API_KEY",
          credentials: {},
          restrict_to_following_tools: [],
        },
      },
    });
    const link = await world.platform.connectedAccounts.createLink({
      body: { auth_config_id: config.auth_config.id, user_id: "typist" },
    });
    show(`link token of the form of ${slug}`, link.link_token);
    const send = (form: Record<string, string>, headers: Record<string, string> = {}) =>
      browse(world, link.redirect_url, { form, headers });
    await send({ unknown: plant(`unknown field of the form of ${slug}`), generic_api_key: "" });
    const generic_api_key = plant(`api key of the form of ${slug}`);
    const key = plant(`idempotency key of the form of ${slug}`);
    await send({ generic_api_key }, { "idempotency-key": key });
    await send({ generic_api_key: plant(`second form of ${slug}`) });
    await browse(world, link.redirect_url);
  }
}

/** Keys of the organization and of projects, including a replaced one. */
async function plantKeys(world: World, show: Show): Promise<void> {
  const { owner, keys } = world;
  show("project key", keys.project);
  show("organization key", keys.owner);
  const made = await owner.projects.createProject({
    body: { name: "canary", should_create_api_key: true },
  });
  show("replaced key", made.api_key ?? "");
  const renewed = await owner.projects.regenerateApiKey({ nano_id: made.id });
  show("new key", renewed.api_key.key);
  await owner.projects.getProject({ nano_id: made.id });
  await owner.projects.listProjects();
  await world
    .clientWith(made.api_key ?? "")
    .auth.getSessionInfo()
    .catch(() => {});
}

/** Secrets that sign webhooks. Each is shown once, when it is created. */
async function plantWebhooks({ platform }: World, show: Show): Promise<void> {
  const { webhookSubscriptions } = platform;
  const { id, secret } = await webhookSubscriptions.createWebhookSubscription({
    body: {
      webhook_url: "http://127.0.0.1:9/",
      enabled_events: ["platform.trigger.message"],
    },
  });
  show("webhook secret", secret);
  show("new webhook secret", (await webhookSubscriptions.rotateWebhookSecret({ id })).secret);
  await webhookSubscriptions.sendTestEvent({ id, body: {} });
  await webhookSubscriptions.getWebhookSubscription({ id });
  await webhookSubscriptions.listDeliveries({ id });
}

/** The id of a session, which authenticates over MCP, and a link of the session. */
async function plantSessions({ platform }: World, plant: Plant, show: Show): Promise<void> {
  const { toolRouter } = platform;
  const { session_id } = await toolRouter.createSession({
    body: { user_id: "of a session" },
    header: { "Idempotency-Key": plant("idempotency key of a session") },
  });
  show("session id", session_id);
  await toolRouter.getSession({ session_id });
  await toolRouter.listSessionTools({ session_id });
  await toolRouter.listSessionToolkits({ session_id });
  const link = await toolRouter.createSessionLink({ session_id, body: { toolkit: "acme" } });
  show("link token of a session", link.link_token);
  const body = { tool_slug: "ACME_CREATE_THING", arguments: { title: "a" } };
  await toolRouter.executeSessionTool({ session_id, body }).catch(() => {});
  const { data } = await toolRouter.executeMetaTool({
    session_id,
    body: { slug: "PLATFORM_MANAGE_CONNECTIONS", arguments: { toolkits: ["acme"] } },
  });
  for (const each of "results" in data ? data.results : []) {
    const url = "redirect_url" in each ? each.redirect_url : null;
    show("link token of a meta tool", url?.split("/").at(-1) ?? "");
  }
}

/** A signed URL of an MCP server. It is called as it is, with a wrong signature, and for a user who gets a link. */
async function plantMcpServer(world: World, plant: Plant, show: Show): Promise<void> {
  const { coverage, keys, platform, url } = world;
  const config = await platform.authConfigs.createAuthConfig({
    body: {
      toolkit: { slug: "acme" },
      auth_config: { type: "use_custom_auth", authScheme: "API_KEY", credentials: {} },
    },
  });
  const { id } = await platform.mcp.createMcpServer({
    body: {
      name: "Planted",
      auth_config_ids: [config.auth_config.id],
      managed_auth_via_platform: true,
    },
  });
  const { user_ids_url: urls } = await platform.mcp.generateMcpUrls({
    body: { mcp_server_id: id, user_ids: ["of a server"] },
  });
  const { search, searchParams } = new URL(urls[0] ?? "");
  show("signature", searchParams.get("sig") ?? "");
  const call = async (query: string, more: Readonly<Record<string, string>>): Promise<string> => {
    const response = await coverage.fetch(
      new Request(`${url}/mcp/${id}${query}`, {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json", ...more },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name: "ACME_CREATE_THING", arguments: { title: "a" } },
        }),
      }),
    );
    return await response.text();
  };
  await call(search, {});
  await call(`?user_id=u&sig=${randomBytes(30).toString("base64url")}`, {});
  const text = await call(search, {
    "x-api-key": keys.project,
    "idempotency-key": plant("idempotency key of MCP"),
  });
  show("link token of a server", /lk_[\w-]+/.exec(text)?.[0] ?? "");
}

/** An instance of a poll type on an account with a key. */
async function plantTriggers({ platform }: World, plant: Plant): Promise<void> {
  const { triggerInstances } = platform;
  const config = await platform.authConfigs.createAuthConfig({
    body: {
      toolkit: { slug: "acme" },
      auth_config: { type: "use_custom_auth", authScheme: "API_KEY", credentials: {} },
    },
  });
  const account = await platform.connectedAccounts.createConnectedAccount({
    body: {
      auth_config: { id: config.auth_config.id },
      connection: {
        user_id: "of a trigger",
        state: {
          authScheme: "API_KEY",
          val: { status: "ACTIVE", generic_api_key: plant("key of a polled account") },
        },
      },
    },
  });
  const upserted = await triggerInstances.upsertTrigger({
    slug: "ACME_THING_LISTED",
    body: { connected_account_id: account.id },
    header: { "Idempotency-Key": plant("idempotency key of a trigger") },
  });
  const { trigger_id: id } = readUpserted(upserted);
  await triggerInstances.listActiveTriggers({ trigger_ids: [id] });
  await triggerInstances.setTriggerStatus({ id, body: { status: "disable" } });
  await triggerInstances.deleteTrigger({ id });
}

/** Refused requests with secrets where callers put them by mistake, and a failing database. */
async function sendMistakes(world: World, plant: Plant, show: Show): Promise<void> {
  const { url, keys, coverage } = world;
  const send = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
    coverage.fetch(
      new Request(url + path, {
        redirect: "manual",
        ...init,
        headers: { "x-api-key": keys.project, "content-type": "application/json", ...init.headers },
      }),
    );
  const writeInUrl = (slot: string): string => encodeURIComponent(plant(slot));
  await send(`/api/v3/nothing/${writeInUrl("unknown path")}`);
  await send(`/api/v3/connected_accounts/${writeInUrl("wrong id")}`);
  await send(`/api/v3/connected_accounts?api_key=${writeInUrl("unknown parameter")}`);
  await send(`/api/v3/connected_accounts?cursor=${writeInUrl("wrong cursor")}`);
  await send(`/link/${writeInUrl("wrong link")}`, { headers: { accept: "text/html" } });
  await send(
    `/api/v3/toolkits/auth/callback?code=${writeInUrl("code")}&state=${writeInUrl("unknown state")}`,
  );
  await send("/api/v3/toolkits", {
    headers: { "x-api-key": `ak_${plant("wrong key").replaceAll(/\W/g, "")}` },
  });
  await send("/api/v3/toolkits", {
    headers: { authorization: `Bearer ${plant("authorization")}` },
  });
  await send("/api/v3/toolkits", {
    headers: { cookie: `a=${encodeURIComponent(plant("cookie"))}` },
  });
  const postTo = (body: string): Promise<Response> =>
    send("/api/v3/connected_accounts", { method: "POST", body });
  await postTo(`{"password": "${plant("broken JSON").slice(0, 8)}`);
  await postTo(JSON.stringify({ auth_config: { id: plant("wrong auth config") }, connection: {} }));
  await postTo(
    JSON.stringify({ connection: { state: { val: { password: [plant("wrong type")] } } } }),
  );
  // The error for an unknown member repeats its name to the sender.
  const member = plant("member name");
  show("member name", member);
  await postTo(JSON.stringify({ [member]: 1 }));
  const account = {
    auth_config: { id: "ac_000000000000" },
    connection: {
      user_id: "u",
      state: { authScheme: "BASIC", val: { status: "ACTIVE", password: plant("unknown config") } },
    },
  };
  await postTo(JSON.stringify(account));
  await send("/api/v3/tools/execute/ACME_CREATE_THING", {
    method: "POST",
    body: JSON.stringify({
      version: "latest",
      arguments: { title: 1, [plant("argument")]: plant("value") },
    }),
  });
  await world.asOwner(sql`alter table connected_accounts rename to taken_away`);
  const ofNobody = plant("failing database");
  account.connection.state.val.password = ofNobody;
  await postTo(JSON.stringify(account));
  await send(`/api/v3/connected_accounts?user_ids=${writeInUrl("failing query")}`);
  await world.asOwner(sql`alter table taken_away rename to connected_accounts`);
}
