import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { createPlatform, type Platform } from "../../../../generated/client/index.js";
import { findNeed } from "../../../../test/support/needs.ts";
import { createDatabase } from "../../src/testing/created-databases.ts";
import { startBalancer } from "./support/balancer.ts";
import {
  fetchReadyStatus,
  type PlatformProcess,
  runPlatform,
  startProcess,
} from "./support/platform-process.ts";

const server = findNeed("postgresql");

/** An application that answers after half a second, so that requests are running whenever a replica stops. */
async function startSlowApplication() {
  const application = createServer((_, outgoing) => {
    setTimeout(() => outgoing.setHeader("content-type", "application/json").end("{}"), 500);
  });
  await new Promise<void>((resolve) => application.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this form.
  const { port } = application.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => application.close() };
}

/** A constant load of reads, writes and slow calls, until it is stopped. */
function startLoad(platform: Platform, applicationUrl: string) {
  const made: string[] = [];
  const failures: string[] = [];
  const done = { reads: 0, calls: 0 };
  let isRunning = true;
  const repeat = async (work: () => Promise<unknown>): Promise<void> => {
    while (isRunning) {
      await work().catch((error: unknown) => {
        const { status, body } = error as { readonly status?: number; readonly body?: unknown };
        failures.push(`${String(error)} ${status} ${JSON.stringify(body)}`);
      });
      // Leaves its connections idle for a moment, and then uses them again.
      await sleep(20 + Math.random() * 60);
    }
  };
  const read = async (): Promise<void> => {
    await platform.authConfigs.listAuthConfigs({ limit: 5 });
    done.reads += 1;
  };
  const write = async (): Promise<void> => {
    const { auth_config } = await platform.authConfigs.createAuthConfig({
      body: {
        toolkit: { slug: "stripe" },
        auth_config: { type: "use_custom_auth", authScheme: "API_KEY" },
      },
    });
    made.push(auth_config.id);
  };
  const call = async (): Promise<void> => {
    await platform.tools.executeTool({
      tool_slug: "HACKERNEWS_GET_ITEM",
      body: {
        version: "latest",
        arguments: { id: 1 },
        custom_auth_params: { base_url: applicationUrl },
      },
    });
    done.calls += 1;
  };
  const loops = [read, read, write, write, call, call, call].map(repeat);
  const stop = async (): Promise<void> => {
    isRunning = false;
    await Promise.all(loops);
  };
  return { made, failures, done, stop };
}

test.skipIf(server === undefined)(
  "two replicas are replaced three times each under load, and no request is lost",
  async () => {
    const environment = {
      DATABASE_URL: await createDatabase(server ?? ""),
      PLATFORM_BASE_URL: "http://127.0.0.1:3000",
      PLATFORM_MASTER_KEYS: `1:${randomBytes(32).toString("base64")}`,
      PLATFORM_EGRESS_ALLOW: "127.0.0.0/8",
      PLATFORM_RATE_LIMIT: "1000000",
      PLATFORM_POOL_SIZE: "4",
      HOST: "127.0.0.1",
    };
    const created = await runPlatform(["keys", "create"], environment);
    const ownerKey = /oak_[\w-]+/.exec(created.stdout)?.[0] ?? "";
    const balancer = await startBalancer();
    const application = await startSlowApplication();
    const createBalancedClient = (key: string): Platform =>
      createPlatform({
        baseUrl: balancer.url,
        auth: { ProjectKey: key, OrganizationKey: key },
        retries: 0,
      });
    const begin = async (): Promise<PlatformProcess> => {
      const replica = await startProcess(environment);
      balancer.add(replica.url);
      return replica;
    };
    /** Stops a replica. Returns the answers of its `/ready`, and how it ended. */
    const end = async (replica: PlatformProcess) => {
      replica.send("SIGTERM");
      const seen = new Set<number>();
      let code: number | null | undefined;
      const ended = replica.ended.then((value) => {
        code = value;
      });
      while (code === undefined) {
        seen.add(await fetchReadyStatus(replica.url));
        await sleep(100);
      }
      await ended;
      balancer.remove(replica.url);
      return { code, said503: seen.has(503), closed: balancer.answers.get(replica.url)?.closed };
    };
    const replicas = await Promise.all([begin(), begin()]);
    const { api_key: key } = await createBalancedClient(ownerKey).projects.createProject({
      body: { name: "load", should_create_api_key: true },
    });
    const platform = createBalancedClient(key ?? "");
    const load = startLoad(platform, application.url);
    const endings: ReturnType<typeof end>[] = [];
    for (let round = 0; round < 3; round += 1) {
      for (const place of [0, 1]) {
        const old = replicas[place];
        replicas[place] = await begin();
        if (old !== undefined) {
          endings.push(end(old));
        }
      }
    }
    const ended = await Promise.all(endings);
    await load.stop();
    expect(load.failures).toEqual([]);
    expect(ended).toHaveLength(6);
    for (const each of ended) {
      expect(each).toEqual({ code: 0, said503: true, closed: expect.any(Number) });
    }
    // Responses during a stop ask the client to open another connection. A replica may have no client at that moment.
    expect(ended.some(({ closed = 0 }) => closed > 0)).toBe(true);
    // Every acknowledged write exists, and nothing was written twice.
    const found = new Set<string>();
    for await (const { id } of platform.authConfigs.listAuthConfigsItems({ limit: 1000 })) {
      found.add(id);
    }
    expect(found).toEqual(new Set(load.made));
    expect(load.made.length).toBeGreaterThan(20);
    expect(load.done.calls).toBeGreaterThan(10);
    for (const replica of replicas) {
      replica.send("SIGTERM");
    }
    await Promise.all(replicas.map((replica) => replica.ended));
    application.close();
    await balancer.close();
  },
  180_000,
);
