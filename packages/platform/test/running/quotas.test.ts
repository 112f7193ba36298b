import { createHash, createHmac, randomBytes, randomUUID } from "node:crypto";
import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { afterEach, expect, test } from "vitest";
import { writePlainHead } from "../../src/applications/toolkits/testing/write-plain-head.ts";
import { trimRecords } from "../../src/domain/storage/trim-records.ts";
import { goodKey } from "../e2e/application.ts";
import { startReceiver } from "../e2e/receiver.ts";
import { connect, createConfig } from "../e2e/suites/accounts.ts";
import { catchRefusal, startWorld, type World } from "../e2e/world.ts";

const failOnTrim = (_: string, error: unknown): never => {
  throw error;
};

let world: World;
afterEach(() => world.close());

const kib = 1024;

async function readUsed(name: string): Promise<number | undefined> {
  const { quotas } = await world.platform.projects.getProjectUsage();
  return quotas.find((each) => each.name === name)?.used;
}

async function request(bytes: Uint8Array): Promise<string> {
  const upload = await world.platform.files.requestFileUpload({
    body: {
      toolkit_slug: "vault",
      tool_slug: "VAULT_UPLOAD_DOCUMENT",
      filename: "a.bin",
      mimetype: "application/octet-stream",
      md5: createHash("md5").update(bytes).digest("hex"),
    },
  });
  return upload.new_presigned_url;
}

async function put(url: string, body: Uint8Array, isChunked = false): Promise<Response> {
  return await fetch(url, {
    method: "PUT",
    headers: { "content-type": "application/octet-stream" },
    // A stream has no Content-Length.
    body: isChunked ? new Blob([body.slice()]).stream() : body.slice(),
    ...(isChunked && { duplex: "half" }),
  } as RequestInit);
}

test("uploads and results together never pass the quota of files, however many come at once", async () => {
  world = await startWorld({ environment: { PLATFORM_QUOTA_FILES: "1MiB" } });
  const contents = Array.from({ length: 20 }, () => randomBytes(100 * kib));
  const urls = await Promise.all(contents.map(request));
  const responses = await Promise.all(
    contents.map((bytes, index) => put(urls[index] ?? "", bytes, index % 2 === 0)),
  );
  const refused = responses.filter(({ status }) => status !== 200);
  const stored = responses.length - refused.length;
  expect(stored).toBeGreaterThan(0);
  expect(stored).toBeLessThanOrEqual(10);
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([507]));
  expect(refused[0]?.headers.get("retry-after")).toBe("60");
  expect(await refused[0]?.json()).toMatchObject({
    error: { slug: "Project_StorageFull", suggested_fix: expect.stringContaining("QUOTA_FILES") },
  });
  expect(await readUsed("file_bytes")).toBe(stored * 100 * kib);
  // Uploads that were refused because others held the room fit one after the other, until the room is used up.
  const later: number[] = [];
  for (const [index, bytes] of contents.entries()) {
    later.push((await put(urls[index] ?? "", bytes)).status);
  }
  expect(later.filter((status) => status === 200)).toHaveLength(10);
  expect(new Set(later)).toEqual(new Set([200, 507]));
  expect(await readUsed("file_bytes")).toBe(1_000 * kib);
  const last = randomBytes(24 * kib);
  expect((await put(await request(last), last)).status).toBe(200);
  expect(await catchRefusal(request(randomBytes(1)))).toBe("507 Project_StorageFull");
  // The files of another project do not count.
  expect((await world.other.projects.getProjectUsage()).quotas[0]).toEqual({
    name: "file_bytes",
    used: 0,
    limit: 1024 * kib,
    unit: "bytes",
  });
});

test("an upload that breaks off, or differs from its request, gives its room back", async () => {
  world = await startWorld({ environment: { PLATFORM_QUOTA_FILES: "100KiB" } });
  const bytes = randomBytes(90 * kib);
  const url = await request(bytes);
  expect((await put(url, randomBytes(90 * kib))).status).toBe(422);
  expect(await readUsed("file_bytes")).toBe(0);
  const caller = new AbortController();
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      controller.enqueue(randomBytes(45 * kib));
      return new Promise(() => {});
    },
  });
  const headers = { "content-type": "application/octet-stream" };
  const broken = fetch(url, {
    method: "PUT",
    headers,
    body,
    signal: caller.signal,
    duplex: "half",
  } as RequestInit).catch(() => {});
  // The first bytes have arrived, and have room.
  await expect.poll(() => readUsed("file_bytes")).toBeGreaterThan(0);
  caller.abort();
  await broken;
  await expect.poll(() => readUsed("file_bytes")).toBe(0);
  expect((await put(url, bytes)).status).toBe(200);
  // A repeated upload needs no room, and another file has none.
  expect((await put(url, bytes)).status).toBe(200);
  const other = randomBytes(20 * kib);
  expect((await put(await request(other), other)).status).toBe(507);
});

test("the documents of toolkits have a quota, and a deleted toolkit frees its room", async () => {
  world = await startWorld({ environment: { PLATFORM_QUOTA_TOOLKITS: "16KiB" } });
  const { toolkits } = world.platform;
  // It does not compress.
  const write = (slug: string): string =>
    `${writePlainHead(slug)}\nx-noise: ${randomBytes(4 * kib).toString("hex")}\npaths: {}\n`;
  const importOne = (slug: string) =>
    toolkits.importToolkit({ body: { slug, document: write(slug) } });
  let count = 0;
  let refusal = "";
  while (refusal === "" && count < 10) {
    const slug = `own${count}`;
    const outcome = await catchRefusal(importOne(slug));
    refusal = outcome === "no error" ? "" : outcome;
    count += refusal === "" ? 1 : 0;
  }
  expect([refusal, count]).toEqual(["507 Project_StorageFull", 3]);
  const used = (await readUsed("toolkit_bytes")) ?? 0;
  expect(used).toBeGreaterThan(12 * kib);
  expect(used).toBeLessThanOrEqual(16 * kib);
  const again = toolkits.replaceToolkit({ slug: "own0", body: { document: write("own0") } });
  expect(await catchRefusal(again)).toBe("507 Project_StorageFull");
  await toolkits.deleteToolkit({ slug: "own0" });
  expect(await readUsed("toolkit_bytes")).toBeLessThan(used);
  await importOne("own9");
});

/** Executes a tool until the project has used up its quota of logs and events. */
async function fillLogs(): Promise<void> {
  const { platform } = world.serving;
  for (let used = 0; used < 20 * kib; used = (await readUsed("log_and_event_bytes")) ?? 0) {
    await Promise.all(Array.from({ length: 10 }, execute));
  }
  // The process reads the sums that it has just written.
  await platform.records.flush();
}

async function execute(): Promise<void> {
  await world.platform.tools.executeTool({
    tool_slug: "HACKERNEWS_GET_ITEM",
    body: { version: "latest", arguments: { id: 8863 } },
  });
}

async function readNewestLog() {
  const { logs } = await world.platform.logs.listToolExecutionLogs({ body: {} });
  return logs[0];
}

test("above the quota logs have no bodies until the oldest are erased, and executions continue", async () => {
  // A worker would erase the oldest by itself, once a minute.
  const environment = { PLATFORM_QUOTA_LOGS_AND_EVENTS: "20KiB", PLATFORM_ROLE: "api" };
  world = await startWorld({ environment });
  const { platform } = world.serving;
  await execute();
  expect(await readNewestLog()).toMatchObject({ arguments: { id: 8863 }, truncated: [] });
  await fillLogs();
  await execute();
  expect(await readNewestLog()).toMatchObject({
    arguments: null,
    data: null,
    truncated: ["arguments", "data"],
    successful: true,
  });
  expect(await trimRecords(platform, failOnTrim)).toBeGreaterThan(0);
  const used = (await readUsed("log_and_event_bytes")) ?? 0;
  expect(used).toBeLessThanOrEqual(18 * kib);
  expect(used).toBeGreaterThan(10 * kib);
  await execute();
  expect(await readNewestLog()).toMatchObject({ arguments: { id: 8863 }, truncated: [] });
  // There is room, so nothing else goes.
  expect(await trimRecords(platform, failOnTrim)).toBe(0);
});

test("above the quota events are refused and not lost, delivered ones are erased, and others stay", async () => {
  world = await startWorld({ environment: { PLATFORM_QUOTA_LOGS_AND_EVENTS: "20KiB" } });
  const { triggerInstances, webhookSubscriptions } = world.platform;
  const receiver = await startReceiver();
  const { id } = await webhookSubscriptions.createWebhookSubscription({
    body: { webhook_url: receiver.url, enabled_events: ["platform.trigger.message"] },
  });
  const config = await createConfig(world, "API_KEY");
  const val = { generic_api_key: goodKey };
  const connected_account_id = await connect(world, config, "API_KEY", val, { user_id: "ada" });
  const made = await triggerInstances.upsertTrigger({
    slug: "ACME_THING_ADDED",
    body: { connected_account_id, trigger_config: { shelf: "low" } },
  });
  const { webhook } = made ?? {};
  const send = async (title: string): Promise<Response> => {
    const event = { id: randomUUID(), type: "thing.added", shelf: "low", thing: { title } };
    const body = JSON.stringify(event);
    const time = String(Math.floor(Date.now() / 1000));
    const signature = createHmac("sha256", webhook?.secret ?? "")
      .update(`${time}.${body}`)
      .digest("hex");
    return await fetch(webhook?.url ?? "", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-acme-time": time,
        "x-acme-signature": signature,
      },
      body,
    });
  };
  expect((await send("delivered")).status).toBe(200);
  await receiver.waitFor(1);
  receiver.answer = { status: 500 };
  expect((await send("waits")).status).toBe(200);
  await receiver.waitFor(2);
  await fillLogs();
  const refused = await send("refused");
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([507, "60"]);
  const test = webhookSubscriptions.sendTestEvent({ id, body: {} });
  expect(await catchRefusal(test)).toBe("507 Project_StorageFull");
  const list = async () =>
    (await webhookSubscriptions.listDeliveries({ id })).items
      .map(({ status }) => status)
      .toSorted();
  // What the receiver answered is written a little later.
  await expect.poll(list).toEqual(["delivered", "pending"]);
  await trimRecords(world.serving.platform, failOnTrim);
  expect(await list()).toEqual(["pending"]);
  await world.serving.platform.records.flush();
  expect((await send("later")).status).toBe(200);
  await receiver.close();
});

test("with less room on the disk than the reserve uploads and imports of all are refused, and /ready says so", async () => {
  const { bavail, bsize } = await statfs(tmpdir());
  // Others write on this disk too: half and double are far enough.
  const reserve = String(2 * bavail * bsize);
  world = await startWorld({ environment: { PLATFORM_DISK_RESERVE: reserve } });
  const ready = await fetch(`${world.url}/ready`);
  expect([ready.status, await ready.json()]).toEqual([200, { status: "ready", disk: "low" }]);
  const document = `${writePlainHead("own")}\npaths: {}\n`;
  for (const call of [
    request(randomBytes(1)),
    world.platform.toolkits.importToolkit({ body: { slug: "own", document } }),
    world.platform.toolkits.replaceToolkit({ slug: "own", body: { document } }),
  ]) {
    expect(await catchRefusal(call)).toBe("507 Server_DiskFull");
  }
  await execute();
  expect((await readNewestLog())?.successful).toBe(true);
});
