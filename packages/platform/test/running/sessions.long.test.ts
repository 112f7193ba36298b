import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createPlatform } from "../../../../generated/client/index.js";
import { findNeed } from "../../../../test/support/needs.ts";
import { createDatabase } from "../../src/testing/created-databases.ts";
import { openSessionClient } from "../e2e/suites/tool-router/mcp.ts";
import { startBalancer } from "./support/balancer.ts";
import { runPlatform, startProcess } from "./support/platform-process.ts";

const server = findNeed("postgresql");

test.skipIf(server === undefined)(
  "a session works with two replicas behind a round-robin balancer, after both were restarted, and at none once it is deleted",
  async () => {
    const balancer = await startBalancer();
    const environment = {
      DATABASE_URL: await createDatabase(server ?? ""),
      PLATFORM_BASE_URL: balancer.url,
      PLATFORM_MASTER_KEYS: `1:${randomBytes(32).toString("base64")}`,
      PLATFORM_LOG_LEVEL: "error",
    };
    const made = await runPlatform(["keys", "create"], environment);
    const ownerKey = /oak_[\w-]{32}/.exec(made.stdout)?.[0] ?? "";
    const createClient = (key: string) =>
      createPlatform({
        baseUrl: balancer.url,
        auth: { ProjectKey: key, OrganizationKey: key },
        retries: 0,
      });
    const begin = async () => {
      const replica = await startProcess(environment);
      balancer.add(replica.url);
      await expect
        .poll(() => fetch(`${balancer.url}/ready`).then(({ status }) => status))
        .toBe(200);
      return replica;
    };
    const end = async (replica: Awaited<ReturnType<typeof begin>>) => {
      balancer.remove(replica.url);
      replica.send("SIGTERM");
      await replica.ended;
    };
    const first = [await begin(), await begin()];
    const { api_key } = await createClient(ownerKey).projects.createProject({
      body: { name: "sessions", should_create_api_key: true },
    });
    const { toolRouter } = createClient(api_key ?? "");
    const { session_id, mcp } = await toolRouter.createSession({ body: { user_id: "kim" } });
    expect(mcp.url).toBe(`${balancer.url}/tool_router/${session_id}/mcp`);
    const client = await openSessionClient(balancer.url, session_id);
    const search = async () => {
      const found = await client.callTool({
        name: "PLATFORM_SEARCH_TOOLS",
        arguments: { queries: [{ use_case: "create an issue on GitHub" }] },
      });
      return JSON.stringify(found.structuredContent).includes('"GITHUB_CREATE_ISSUE"');
    };
    const useIt = async () => {
      for (let round = 0; round < 10; round += 1) {
        expect(await search()).toBe(true);
        expect((await toolRouter.getSession({ session_id })).session_id).toBe(session_id);
      }
    };
    await useIt();
    const countAnswered = () => [...balancer.answers.values()].map(({ count }) => count);
    // Round robin: the requests went to both.
    expect(countAnswered().filter((count) => count >= 8)).toHaveLength(2);
    const second = [await begin(), await begin()];
    await Promise.all(first.map(end));
    // The same client continues its session, because replicas do not keep its state.
    await useIt();
    expect(countAnswered().filter((count) => count >= 8)).toHaveLength(4);
    await client.close();
    // A deleted session is gone at every replica at once.
    await toolRouter.deleteSession({ session_id });
    for (let round = 0; round < 4; round += 1) {
      const response = await fetch(mcp.url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }),
      });
      expect(response.status).toBe(404);
    }
    await Promise.all(second.map(end));
    await balancer.close();
  },
  180_000,
);
