import { createHmac, randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { writePlainHead } from "../../src/applications/toolkits/testing/write-plain-head.ts";
import { toolkitFolder } from "../../src/base/package-files.ts";
import { scheduleRegistrations } from "../../src/domain/accounts/connected-accounts/changing/account-triggers.ts";
import { changeAccount } from "../../src/domain/accounts/connected-accounts/changing/change-account.ts";
import { lockAccount } from "../../src/domain/accounts/connected-accounts/open-account.ts";
import { runInProject } from "../../src/domain/scope.ts";
import { type HookedApplication, startHookedApplication } from "./hooked-application.ts";
import { type Receiver, startReceiver } from "./receiver.ts";
import { catchRefusal, startWorld, type World } from "./world.ts";

/** A toolkit whose hooks expire, as Google's channels do. */
const calendar = (url: string): string => `${writePlainHead("calendar", `${url}/calendar`)}
  webhooks:
    signature: { scheme: token, header: X-Channel-Token }
    delivery: { header: X-Message }
    hooks:
      register: { operation: watch, arguments: { id: '{uuid}', address: '{url}', token: '{secret}' }, id: /id, expires: { pointer: /expiration, unit: milliseconds } }
      unregister: { operation: stop, arguments: { id: '{id}' } }
  auth: [{ mode: API_KEY, security_scheme: key, name: Key }]
security: [{ key: [] }]
components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }
paths:
  /watch: { post: { operationId: watch, summary: Watch, description: Makes a channel., requestBody: &body { required: true, content: { application/json: { schema: { type: object, properties: { id: { type: string }, address: { type: string }, token: { type: string } } } } } }, responses: &ok { '200': { description: Done. } } } }
  /stop: { post: { operationId: stop, summary: Stop, description: Ends a channel., requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { id: { type: string } } } } } }, responses: *ok } }
webhooks:
  changed:
    post:
      description: Fires when something changes.
      x-platform-trigger:
        type: webhook
        slug: CALENDAR_CHANGED
        name: Changed
        config: { type: object, properties: { calendar: { type: string } }, required: [], additionalProperties: false }
        payload: { type: object, properties: { title: { type: string } }, required: [title] }
        webhook: { when: [{ pointer: /title, present: true }], data: { title: /title } }
      responses: *ok
`;

function writeToolkits(url: string): string {
  const folder = mkdtempSync(join(tmpdir(), "platform-hooks-"));
  for (const toolkit of ["github", "linear", "stripe", "slack"]) {
    const text = readFileSync(join(toolkitFolder, `${toolkit}.yaml`), "utf8");
    const led = text.replace(/^servers:\n {2}- url: \S+/m, `servers:\n  - url: ${url}/${toolkit}`);
    writeFileSync(join(folder, `${toolkit}.yaml`), led);
  }
  writeFileSync(join(folder, "calendar.yaml"), calendar(url));
  // The same application once more, for which the deployment has no address.
  const slate = readFileSync(join(folder, "slack.yaml"), "utf8")
    .replaceAll("SLACK_", "SLATE_")
    .replace("slug: slack", "slug: slate")
    .replace(/legacy_id: \S+/, "legacy_id: 11111111-2222-4333-8444-555555555566");
  writeFileSync(join(folder, "slate.yaml"), slate);
  return folder;
}

/** The types of each application, with a scheme that needs no browser. */
const kinds = [
  {
    toolkit: "github",
    scheme: "BEARER_TOKEN",
    val: { token: "t" },
    slug: "GITHUB_ISSUE_ADDED",
    config: { owner: "octo", repo: "cat" },
  },
  {
    toolkit: "linear",
    scheme: "API_KEY",
    val: { generic_api_key: "t" },
    slug: "LINEAR_ISSUE_CREATED",
    config: { team_id: "team-1" },
  },
  {
    toolkit: "stripe",
    scheme: "API_KEY",
    val: { generic_api_key: "t" },
    slug: "STRIPE_PAYMENT_SUCCEEDED",
    config: {},
  },
  {
    toolkit: "calendar",
    scheme: "API_KEY",
    val: { generic_api_key: "t" },
    slug: "CALENDAR_CHANGED",
    config: { calendar: "a" },
  },
] as const;

const managedToken = "managed-app-of-the-deployment";
const managedSecret = "managed-signing-secret-canary";
const slackClient = { client_id: "managed", client_secret: "managed-client-secret" };
const managedAuth = {
  slack: {
    OAUTH2: { ...slackClient, signing_secret: managedSecret, webhook_token: managedToken },
  },
  slate: { OAUTH2: { ...slackClient, signing_secret: managedSecret } },
};

let application: HookedApplication;
let receiver: Receiver;
let world: World;

beforeAll(async () => {
  application = await startHookedApplication();
  receiver = await startReceiver();
  world = await startWorld({
    environment: { PLATFORM_MANAGED_AUTH: JSON.stringify(managedAuth) },
    writeToolkits: () => writeToolkits(application.url),
  });
  await world.platform.webhookSubscriptions.createWebhookSubscription({
    body: {
      webhook_url: receiver.url,
      enabled_events: ["platform.trigger.message", "platform.trigger.disabled"],
    },
  });
});
beforeEach(() => {
  application.mode = "works";
  application.delayMs = 5;
  application.lifeSeconds = 3600;
  application.hooks.length = 0;
  application.made = 0;
});
afterAll(async () => {
  await world.close();
  await receiver.close();
  await application.close();
});

async function openAccount(
  toolkit: string,
  scheme: string,
  val: Record<string, string>,
): Promise<string> {
  const { platform } = world;
  const { auth_config } = await platform.authConfigs.createAuthConfig({
    body: {
      toolkit: { slug: toolkit },
      auth_config: { type: "use_custom_auth", authScheme: scheme as "API_KEY", credentials: {} },
    },
  });
  const { id } = await platform.connectedAccounts.createConnectedAccount({
    body: {
      auth_config: { id: auth_config.id },
      connection: {
        user_id: "ada",
        state: { authScheme: scheme as "API_KEY", val: { status: "ACTIVE", ...val } },
      },
    },
  });
  return id;
}

/** An upsert with its status. */
async function upsert(
  slug: string,
  account: string,
  config: object,
  key: string = world.keys.project,
): Promise<{ readonly status: number; readonly id: string; readonly webhook: unknown }> {
  const response = await world.coverage.fetch(
    new Request(`${world.url}/api/v3/trigger_instances/${slug}/upsert`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: JSON.stringify({ connected_account_id: account, trigger_config: config }),
    }),
  );
  const body = (await response.json()) as {
    readonly trigger_id?: string;
    readonly webhook?: unknown;
    readonly error?: { readonly slug: string };
  };
  const { trigger_id: id = body.error?.slug ?? "", webhook } = body;
  return { status: response.status, id, webhook };
}

/** Lets the waiting jobs of a kind run now. */
async function runJobs(kind: string): Promise<void> {
  await world.asOwner(
    sql`update jobs set next_at = now() - interval '1 second' where kind = ${kind}`,
  );
  await world.asOwner(sql`notify jobs`);
}

const find = async (id: string) =>
  (
    await world.platform.triggerInstances.listActiveTriggers({
      trigger_ids: [id],
      show_disabled: true,
    })
  ).items[0];

describe.each(kinds)("hooks of $toolkit", ({ toolkit, scheme, val, slug, config }) => {
  let account = "";
  beforeAll(async () => {
    account = await openAccount(toolkit, scheme, val);
  });

  test("fifty upserts at once make one instance and one hook, and are answered when it is there", async () => {
    const { triggerInstances } = world.platform;
    application.delayMs = 100;
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => upsert(slug, account, config)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array.from({ length: 49 }, () => 200),
      201,
    ]);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(answers[0]?.webhook).toBeUndefined();
    expect([application.made, application.hooks.length]).toEqual([1, 1]);
    expect(application.hooks[0]?.url).toContain(`/api/v3/webhook_ingress/${toolkit}/`);
    const { id = "" } = answers[0] ?? {};
    expect(JSON.parse((await find(id))?.trigger_data ?? "{}")).toEqual({
      id: application.hooks[0]?.id,
    });
    // Off: the hook goes. On: there is another. Deleted: it goes.
    await triggerInstances.setTriggerStatus({ id, body: { status: "disable" } });
    await expect.poll(() => application.hooks.length, { timeout: 20_000 }).toBe(0);
    await triggerInstances.setTriggerStatus({ id, body: { status: "enable" } });
    expect([application.made, application.hooks.length]).toEqual([2, 1]);
    await triggerInstances.deleteTrigger({ id });
    await expect.poll(() => application.hooks.length, { timeout: 20_000 }).toBe(0);
  }, 60_000);

  test("an application that refuses leaves no instance, and a disabled one as it was", async () => {
    const { triggerInstances } = world.platform;
    const { id } = await upsert(slug, account, config);
    await triggerInstances.setTriggerStatus({ id, body: { status: "disable" } });
    await expect.poll(() => application.hooks.length, { timeout: 20_000 }).toBe(0);
    application.mode = "refuses";
    expect(await upsert(slug, account, config)).toMatchObject({
      status: 502,
      id: "Trigger_RegistrationFailed",
    });
    expect(
      await catchRefusal(triggerInstances.setTriggerStatus({ id, body: { status: "enable" } })),
    ).toBe("502 Trigger_RegistrationFailed");
    expect((await find(id))?.disabled_at).not.toBeNull();
    await triggerInstances.deleteTrigger({ id });
    expect((await upsert(slug, account, config)).status).toBe(502);
    const left = await triggerInstances.listActiveTriggers({
      connected_account_ids: [account],
      show_disabled: true,
    });
    expect([left.total_items, application.made]).toEqual([0, 1]);
  }, 60_000);

  test("a hook whose answer was lost is found by its address and removed", async () => {
    application.mode = "loses";
    expect((await upsert(slug, account, config)).status).toBe(502);
    application.mode = "works";
    if (toolkit === "calendar") {
      // Channels cannot be listed. This one expires by itself.
      return;
    }
    await runJobs("trigger.unregister");
    await expect.poll(() => application.hooks.length, { timeout: 20_000 }).toBe(0);
    const { status, id } = await upsert(slug, account, config);
    expect([status, application.hooks.length]).toEqual([201, 1]);
    await world.platform.triggerInstances.deleteTrigger({ id });
    await expect.poll(() => application.hooks.length, { timeout: 20_000 }).toBe(0);
  }, 60_000);

  test("deleting does not wait for an application that is away, and the hook goes when it is back", async () => {
    const { id } = await upsert(slug, account, config);
    application.mode = "down";
    await world.platform.triggerInstances.deleteTrigger({ id });
    expect(await find(id)).toBeUndefined();
    expect(application.hooks.length).toBe(1);
    application.mode = "works";
    await expect
      .poll(
        async () => {
          await runJobs("trigger.unregister");
          return application.hooks.length;
        },
        { timeout: 20_000, interval: 500 },
      )
      .toBe(0);
  }, 60_000);
});

test("Stripe's deliveries are verified with the secret in its answer", async () => {
  const account = await openAccount("stripe", "API_KEY", { generic_api_key: "t" });
  const { id } = await upsert("STRIPE_PAYMENT_SUCCEEDED", account, {});
  const [hook] = application.hooks;
  const body = JSON.stringify({
    id: `evt_${randomUUID()}`,
    type: "payment_intent.succeeded",
    data: { object: { id: "pi_1", amount: 1200, currency: "eur", customer: null } },
  });
  const time = Math.floor(Date.now() / 1000);
  const signature = createHmac("sha256", hook?.secret ?? "")
    .update(`${time}.${body}`)
    .digest("hex");
  const before = receiver.received.length;
  const response = await world.coverage.fetch(
    new Request(hook?.url ?? "", {
      method: "POST",
      body,
      headers: {
        "content-type": "application/json",
        "stripe-signature": `t=${time},v1=${signature}`,
      },
    }),
  );
  expect(response.status).toBe(200);
  await receiver.waitFor(before + 1);
  expect(JSON.parse(receiver.received.at(-1)?.body ?? "{}")).toMatchObject({
    metadata: { trigger_id: id, trigger_slug: "STRIPE_PAYMENT_SUCCEEDED" },
    data: { id: "pi_1" },
  });
  const { logs } = await world.platform.logs.listToolExecutionLogs({ body: {} });
  expect(JSON.stringify(logs)).toContain("STRIPE_CREATE_WEBHOOK_ENDPOINT");
  expect(JSON.stringify(logs)).not.toContain(hook?.secret);
  expect(JSON.stringify(logs)).not.toContain(hook?.url.split("/").at(-1));
});

test("a hook that expires is replaced before, and events of both are taken meanwhile", async () => {
  const account = await openAccount("calendar", "API_KEY", { generic_api_key: "t" });
  application.lifeSeconds = 40 * 60;
  const { id } = await upsert("CALENDAR_CHANGED", account, {});
  const [first] = application.hooks;
  const left = async (column: string): Promise<number> => {
    const { project } = await world.platform.auth.getSessionInfo();
    return await runInProject(world.serving.platform, project?.id ?? "", async ({ trx }) => {
      const { rows } = await sql<{ readonly minutes: number }>`
        select (extract(epoch from ${sql.ref(column)} - now()) / 60)::float8 as minutes
        from trigger_instances where id = ${id}`.execute(trx);
      return rows[0]?.minutes ?? Number.NaN;
    });
  };
  // When a quarter of its life is left, or up to a fifth of that earlier.
  expect(await left("hook_renew_at")).toBeGreaterThan(27.5);
  expect(await left("hook_renew_at")).toBeLessThan(30.5);
  expect(await left("registration_expires_at")).toBeCloseTo(40, 0);
  // The job does nothing before that time, also when it runs too early.
  await runJobs("trigger.register");
  await world.asOwner(sql`update trigger_instances set hook_renew_at = now() where id = ${id}`);
  expect(application.made).toBe(1);
  application.lifeSeconds = 20 * 86_400;
  await runJobs("trigger.register");
  await expect
    .poll(() => application.hooks.map((each) => each.id), { timeout: 20_000 })
    .toHaveLength(1);
  await expect.poll(() => application.made, { timeout: 20_000 }).toBe(2);
  await expect.poll(() => application.hooks[0]?.id, { timeout: 20_000 }).not.toBe(first?.id);
  const [second] = application.hooks;
  expect([second?.url, second?.secret]).toEqual([first?.url, first?.secret]);
  // A day before its end, or up to a fifth of a day earlier.
  expect(await left("hook_renew_at")).toBeGreaterThan(18.79 * 1440);
  expect(await left("hook_renew_at")).toBeLessThan(19.01 * 1440);
  const before = receiver.received.length;
  const sent = await world.coverage.fetch(
    new Request(second?.url ?? "", {
      method: "POST",
      body: JSON.stringify({ title: "Moved" }),
      headers: {
        "content-type": "application/json",
        "x-channel-token": second?.secret ?? "",
        "x-message": randomUUID(),
      },
    }),
  );
  expect(sent.status).toBe(200);
  await receiver.waitFor(before + 1);
  expect(receiver.received.at(-1)?.body).toContain("Moved");
}, 60_000);

test("an instance whose process ended while it registered the hook gets one, and the lost one is removed", async () => {
  const account = await openAccount("stripe", "API_KEY", { generic_api_key: "t" });
  const { id } = await upsert("STRIPE_DISPUTE_CREATED", account, {});
  const [lost] = application.hooks;
  // The row as it is after the claim was committed; the application has the hook already.
  await world.asOwner(sql`update trigger_instances set registration = null,
    hook_claim = 'dead', hook_claim_until = now() - interval '1 second' where id = ${id}`);
  const project = (await world.platform.auth.getSessionInfo()).project?.id ?? "";
  await runInProject(world.serving.platform, project, (scope) =>
    scheduleRegistrations(scope, [id]),
  );
  await expect.poll(() => application.made, { timeout: 20_000 }).toBe(2);
  await expect
    .poll(() => application.hooks.map((each) => each.url), { timeout: 20_000 })
    .not.toContain(lost?.url);
  await expect.poll(async () => (await find(id))?.trigger_data, { timeout: 20_000 }).toBeDefined();
  expect(JSON.parse((await find(id))?.trigger_data ?? "{}")).toEqual({
    id: application.hooks[0]?.id,
  });
  expect(application.hooks).toHaveLength(1);
}, 60_000);

/** Connects a user of Slack. Its `auth.test` answers the parts of the token: `xoxb-T1-U9` is the app's user U9 in the workspace T1. */
async function openSlackAccount(
  { platform, projectId }: SlackProject,
  authConfigId: string,
  token: string,
): Promise<string> {
  const link = await platform.connectedAccounts.createLink({
    body: { auth_config_id: authConfigId, user_id: "ada" },
  });
  const id = link.connected_account_id;
  await runInProject(world.serving.platform, projectId, async (scope) => {
    const tokens = { access_token: token, token_type: "bearer" };
    const event = { type: "grant_succeeded", purpose: "connect", tokens } as const;
    await changeAccount(scope, await lockAccount(scope, id), event, { val: tokens });
  });
  return id;
}

/** A project, and a client of it. */
interface SlackProject {
  readonly platform: World["platform"];
  readonly projectId: string;
  readonly key: string;
}

async function findProject(name: "project" | "other"): Promise<SlackProject> {
  const platform = name === "project" ? world.platform : world.other;
  const { project } = await platform.auth.getSessionInfo();
  return { platform, projectId: project?.id ?? "", key: world.keys[name] };
}

/** Sends to an address as Slack does. */
async function sendAsSlack(
  url: string,
  body: unknown,
  { secret, secondsAgo = 0 }: { readonly secret: string; readonly secondsAgo?: number },
): Promise<Response> {
  const text = JSON.stringify(body);
  const time = Math.floor(Date.now() / 1000) - secondsAgo;
  const signature = createHmac("sha256", secret).update(`v0:${time}:${text}`).digest("hex");
  const headers = {
    "content-type": "application/json",
    "x-slack-request-timestamp": String(time),
    "x-slack-signature": `v0=${signature}`,
  };
  return await world.coverage.fetch(new Request(url, { method: "POST", body: text, headers }));
}

/** An event of a workspace, which the app sees as one of its users there. */
const slackEvent = (team_id: string, user_id: string, event: object) => ({
  type: "event_callback",
  team_id,
  api_app_id: "A1",
  event_id: `Ev${randomUUID()}`,
  authorizations: [{ enterprise_id: null, team_id, user_id, is_bot: true }],
  event,
});

const slackMessage = (channel_type: string, more: object = {}) => ({
  type: "message",
  channel_type,
  channel: "C1",
  user: "U1",
  text: "hello",
  ts: "1.2",
  ...more,
});

const slackReaction = {
  type: "reaction_added",
  reaction: "thumbsup",
  user: "U1",
  item: { type: "message", channel: "C1", ts: "1.2" },
};

const slackHandshake = { type: "url_verification", challenge: "3eZbrw1a", token: "t" };

/** The ids of the instances whose events arrived, after the first ones. */
const readFired = (after: number): readonly string[] =>
  receiver.received.slice(after).map(({ body }) => JSON.parse(body).metadata.trigger_id);

test("Slack's deliveries reach the instances of the workspace and the app that they name", async () => {
  const own = await findProject("project");
  const secret = "slack-signing-secret-canary";
  const { auth_config } = await own.platform.authConfigs.createAuthConfig({
    body: {
      toolkit: { slug: "slack" },
      auth_config: {
        type: "use_custom_auth",
        authScheme: "OAUTH2",
        credentials: { client_id: "c", client_secret: "s", signing_secret: secret },
      },
    },
  });
  const accounts = {
    one: await openSlackAccount(own, auth_config.id, "xoxb-T1-U9"),
    two: await openSlackAccount(own, auth_config.id, "xoxb-T2-U8"),
    // A token of another app in the first workspace.
    stranger: await openSlackAccount(own, auth_config.id, "xoxb-T1-U7"),
  };
  const slugs = [
    "SLACK_CHANNEL_MESSAGE_RECEIVED",
    "SLACK_REACTION_ADDED",
    "SLACK_DIRECT_MESSAGE_RECEIVED",
  ];
  const made = new Map<string, string>();
  const addresses = new Set<unknown>();
  for (const [user, account] of Object.entries(accounts)) {
    for (const slug of slugs) {
      const { status, id, webhook } = await upsert(slug, account, {});
      expect(status).toBe(201);
      made.set(id, `${user} ${slug}`);
      addresses.add((webhook as { readonly url: string }).url);
    }
  }
  // An app has one address.
  expect(addresses.size).toBe(1);
  const [url = ""] = [...addresses].map(String);
  const challenge = await sendAsSlack(url, slackHandshake, { secret });
  expect(await challenge.json()).toMatchObject({ challenge: "3eZbrw1a" });
  expect((await sendAsSlack(url, slackHandshake, { secret: "another" })).status).toBe(401);
  const before = receiver.received.length;
  const direct = slackEvent("T1", "U9", slackMessage("im"));
  for (const each of [
    slackEvent("T1", "U9", slackMessage("channel")),
    slackEvent("T2", "U8", slackReaction),
    direct,
    direct,
    slackEvent("T3", "U9", slackMessage("channel")),
    // The app's own answer, which would otherwise fire for ever.
    slackEvent("T1", "U9", slackMessage("channel", { user: "U9", bot_id: "B1" })),
  ]) {
    expect((await sendAsSlack(url, each, { secret })).status).toBe(200);
  }
  const message = slackEvent("T1", "U9", slackMessage("channel"));
  expect((await sendAsSlack(url, message, { secret: "another" })).status).toBe(401);
  expect((await sendAsSlack(url, message, { secret, secondsAgo: 301 })).status).toBe(401);
  await receiver.waitFor(before + 3);
  expect(readFired(before).map((id) => made.get(id))).toEqual(
    expect.arrayContaining([
      "one SLACK_CHANNEL_MESSAGE_RECEIVED",
      "one SLACK_DIRECT_MESSAGE_RECEIVED",
      "two SLACK_REACTION_ADDED",
    ]),
  );
  expect(receiver.received).toHaveLength(before + 3);
}, 60_000);

describe("the deployment's own app at Slack", () => {
  const url = (): string => `${world.url}/api/v3/webhook_ingress/slack/${managedToken}`;

  async function openManaged(project: SlackProject, token: string, toolkit = "slack") {
    const { auth_config } = await project.platform.authConfigs.createAuthConfig({
      body: { toolkit: { slug: toolkit }, auth_config: { type: "use_platform_managed_auth" } },
    });
    return await openSlackAccount(project, auth_config.id, token);
  }

  test("brings the events of all projects to one address, each to its own accounts", async () => {
    const own = await findProject("project");
    const other = await findProject("other");
    await other.platform.webhookSubscriptions.createWebhookSubscription({
      body: { webhook_url: receiver.url, enabled_events: ["platform.trigger.message"] },
    });
    const made = new Map<string, string>();
    for (const [name, project, token] of [
      ["own T1", own, "xoxb-T1-U9"],
      ["own T2", own, "xoxb-T2-U8"],
      ["other T1", other, "xoxb-T1-U9"],
      // Of another app: whoever is in a workspace can have one.
      ["stranger T1", other, "xoxb-T1-U7"],
    ] as const) {
      const account = await openManaged(project, token);
      const answer = await upsert("SLACK_CHANNEL_MESSAGE_RECEIVED", account, {}, project.key);
      // The operator entered the address at Slack, so there is nothing to enter.
      expect(answer).toMatchObject({ status: 201, webhook: undefined });
      made.set(answer.id, name);
    }
    const secret = managedSecret;
    const challenge = await sendAsSlack(url(), slackHandshake, { secret });
    expect(await challenge.json()).toMatchObject({ challenge: "3eZbrw1a" });
    const before = receiver.received.length;
    const message = slackEvent("T1", "U9", slackMessage("channel"));
    for (const [body, how, status] of [
      [message, { secret: "another" }, 401],
      [message, { secret, secondsAgo: 301 }, 401],
      [message, { secret }, 200],
      [message, { secret }, 200],
      [slackEvent("T2", "U8", slackMessage("channel")), { secret }, 200],
      [slackEvent("T3", "U9", slackMessage("channel")), { secret }, 200],
    ] as const) {
      expect((await sendAsSlack(url(), body, how)).status).toBe(status);
    }
    await receiver.waitFor(before + 3);
    const fired = readFired(before).map((id) => made.get(id));
    expect(fired.toSorted()).toEqual(["other T1", "own T1", "own T2"]);
    // Once it is switched off, its project gets nothing.
    const [off = ""] = [...made].find(([, name]) => name === "other T1") ?? [];
    await other.platform.triggerInstances.setTriggerStatus({
      id: off,
      body: { status: "disable" },
    });
    const again = slackEvent("T1", "U9", slackMessage("channel"));
    expect((await sendAsSlack(url(), again, { secret })).status).toBe(200);
    await receiver.waitFor(before + 4);
    expect(made.get(readFired(before)[3] ?? "")).toBe("own T1");
  }, 60_000);

  test("has no triggers as long as the operator gave it no address", async () => {
    const own = await findProject("project");
    const account = await openManaged(own, "xoxb-T1-U9", "slate");
    expect(await upsert("SLATE_REACTION_ADDED", account, {})).toMatchObject({
      status: 501,
      id: "Trigger_SchemeUnsupported",
    });
    const wrong = `${world.url}/api/v3/webhook_ingress/slate/${managedToken}`;
    const answer = await sendAsSlack(wrong, slackHandshake, { secret: managedSecret });
    expect(answer.status).toBe(404);
  });
});
