import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { afterAll, expect, test, vi } from "vitest";
import { createPlatform, type Platform } from "../../../../generated/client/index.js";
import { findNeed } from "../../../../test/support/needs.ts";
import { startS3Server } from "../../src/base/files/testing/s3-server.ts";
import { readConfig } from "../../src/process/config/read-config.ts";
import { type Serving, serve } from "../../src/process/serve.ts";
import { createDatabase } from "../../src/testing/created-databases.ts";
import { goodKey } from "../e2e/application.ts";
import { writeToolkits } from "../e2e/documents.ts";
import { startReceiver } from "../e2e/receiver.ts";
import { connect, createConfig } from "../e2e/suites/accounts.ts";
import { startWorld, type World } from "../e2e/world.ts";
import { seedProject } from "../isolation/seed-project.ts";
import { runHere } from "../running/support/run-here.ts";

const server = findNeed("postgresql");
const folder = mkdtempSync(join(tmpdir(), "platform-moved-"));
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

test.skipIf(server === undefined)(
  "an embedded installation works on PostgreSQL and a bucket as it did before, with its keys, secrets, files and deliveries",
  async () => {
    const source = { PLATFORM_DATA: join(folder, "data") };
    const world = await startWorld({ environment: source });
    const receiver = await startReceiver();
    receiver.answer = { status: 503 };
    const before = await prepare(world, receiver.url);
    await receiver.waitFor(1);
    const words = ["--key-file", join(folder, "key"), "--json"];
    const exporting = ["export", "--to", join(folder, "export"), ...words];
    const refused = await runHere(exporting, source);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/A service uses .*\nStop it, and run this again/),
    ]);
    await world.serving.stop();

    const exported = await runHere(exporting, source);
    expect(exported).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("is exported (4 of 4)"),
    });
    expect(JSON.parse(exported.stdout)).toMatchObject({ organizations: 1, files: 2 });
    expect(statSync(join(folder, "export")).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, "key")).mode & 0o777).toBe(0o600);

    const bucket = await startS3Server();
    const target = {
      ...bucket.environment,
      PLATFORM_FILES: bucket.location,
      DATABASE_URL: await createDatabase(server ?? ""),
      PLATFORM_DATA: join(folder, "target"),
      PLATFORM_BASE_URL: "http://localhost:0",
      PLATFORM_MASTER_KEYS: `7:${randomBytes(32).toString("base64")}`,
      PLATFORM_EGRESS_ALLOW: "127.0.0.0/8,::1/128",
      HOST: "127.0.0.1",
    };
    const importing = ["import", "--from", join(folder, "export"), ...words];
    const imported = await runHere(importing, target);
    expect([imported.code, JSON.parse(imported.stdout)]).toMatchObject([
      0,
      {
        organizations: 1,
        projects: [/^proj/, /^proj/, /^proj/].map((form) => expect.stringMatching(form)),
        files: 2,
        kept: [],
        lost: [],
      },
    ]);
    const again = await runHere(importing, target);
    expect(JSON.parse(again.stdout)).toMatchObject({
      projects: [],
      kept: [expect.stringMatching(/^org/), ...Array(3).fill(expect.stringMatching(/^proj/))],
    });

    receiver.answer = { status: 204 };
    for (const [name, value] of Object.entries(bucket.environment)) {
      vi.stubEnv(name, value);
    }
    const serving = await serve({
      config: readConfig({ ...target, PORT: "0", PLATFORM_METRICS_PORT: "off" }),
      toolkitFolder: writeToolkits(world.application.url),
      logTo: { write: () => {} },
    });
    await check(serving, world, before);
    await expect.poll(() => receiver.received.at(-1)?.headers["webhook-id"]).toBe(before.event);
    await expect
      .poll(async () =>
        (await listDeliveries(before.connectTo(serving.url))).map(({ status }) => status),
      )
      .toEqual(["delivered"]);
    const { headers, body } = receiver.received.at(-1) ?? { headers: {}, body: "" };
    expect(new Webhook(before.secret).verify(body, headers)).toMatchObject({ id: before.event });
    await serving.stop();
    await receiver.close();
    await world.close();
    await bucket.close();
    expect(existsSync(join(folder, "target", "files"))).toBe(false);
  },
);

type Before = Awaited<ReturnType<typeof prepare>>;

/** An account, a file and a delivery that fails in one project, and a second project with rows in every table. */
async function prepare(world: World, webhook_url: string) {
  const { platform, keys } = world;
  const { organization } = await world.owner.auth.getSessionInfo();
  const seeded = await seedProject(
    world,
    { id: organization.id, key: keys.owner },
    "MVDXA",
    goodKey,
  );
  const account = await connect(world, await createConfig(world, "API_KEY"), "API_KEY", {
    generic_api_key: goodKey,
  });
  const md5 = createHash("md5").update("moved").digest("hex");
  const slugs = { toolkit_slug: "vault", tool_slug: "VAULT_UPLOAD_DOCUMENT" };
  const file = await platform.files.requestFileUpload({
    body: { ...slugs, filename: "moved.txt", mimetype: "text/plain", md5 },
  });
  const init = { method: "PUT", body: "moved", headers: { "content-type": "text/plain" } };
  await fetch(file.new_presigned_url, init);
  const session = await platform.toolRouter.createSession({ body: { user_id: "default" } });
  const subscription = await platform.webhookSubscriptions.createWebhookSubscription({
    body: { webhook_url, enabled_events: ["platform.trigger.message"] },
  });
  const sent = await platform.webhookSubscriptions.sendTestEvent({ id: subscription.id, body: {} });
  return {
    seeded,
    account,
    file,
    session: session.session_id,
    secret: subscription.secret,
    event: sent.event_id,
    connectTo: (baseUrl: string): Platform =>
      createPlatform({ baseUrl, auth: { ProjectKey: keys.project }, retries: 0 }),
  };
}

async function check({ url }: Serving, world: World, before: Before): Promise<void> {
  const platform = before.connectTo(url);
  const executed = await platform.tools.executeTool({
    tool_slug: "ACME_CREATE_THING",
    body: {
      version: "latest",
      arguments: { title: "after" },
      connected_account_id: before.account,
    },
  });
  expect(executed).toMatchObject({ successful: true });
  const vault = await createConfig({ platform }, "API_KEY", [], "vault");
  const account = await connect({ platform }, vault, "API_KEY", { generic_api_key: goodKey });
  const { file } = before;
  const uploaded = await platform.tools.executeTool({
    tool_slug: "VAULT_UPLOAD_DOCUMENT",
    body: {
      version: "latest",
      connected_account_id: account,
      arguments: { file: { name: "moved.txt", mimetype: "text/plain", key: file.key } },
    },
  });
  expect(uploaded.successful).toBe(true);
  expect(world.application.seen.at(-1)?.body).toContain("\r\n\r\nmoved\r\n");
  const { session_id } = await platform.toolRouter.getSession({ session_id: before.session });
  expect(session_id).toBe(before.session);
  const { seeded } = before;
  const seededClient = createPlatform({
    baseUrl: url,
    auth: { ProjectKey: seeded.key },
    retries: 0,
  });
  expect(
    await seededClient.tools.executeTool({
      tool_slug: "ACME_CREATE_THING",
      body: { version: "latest", arguments: { title: "b" }, connected_account_id: seeded.ids.ca },
    }),
  ).toMatchObject({ successful: true });
  const owner = createPlatform({ baseUrl: url, auth: { OrganizationKey: world.keys.owner } });
  expect((await owner.projects.listProjects()).data).toHaveLength(3);
}

async function listDeliveries({ webhookSubscriptions }: Platform) {
  const [subscription] = (await webhookSubscriptions.listWebhookSubscriptions()).items;
  const { items } = await webhookSubscriptions.listDeliveries({
    id: subscription?.id ?? "",
  });
  return items;
}
