import { expect, test } from "vitest";
import type { World } from "../../world.ts";
import { createConfig } from "../accounts.ts";
import { openClient } from "./open-client.ts";

/** Calls over MCP that take some time: their progress, and ending them early. */
export function testMcpCalls(world: () => World): void {
  const slow = { name: "ACME_GET_SLOW", arguments: {} };
  const withKey = () => ({ "x-api-key": world().keys.project });
  const runWithServer = async (name: string, work: (id: string, at: string) => Promise<void>) => {
    const { mcp } = world().platform;
    const config = await createConfig(world(), "API_KEY");
    const { id } = await mcp.createMcpServer({
      body: { name, auth_config_ids: [config], allowed_tools: [] },
    });
    await work(id, `${world().url}/mcp/${id}`);
    await mcp.deleteMcpServer({ id });
  };
  const countAsked = () =>
    world().application.seen.filter(({ path }) => path === "/api/slow").length;
  const countLeft = () => world().application.left.length;
  /** Sends a message and waits until its call has reached the application. */
  const begin = async (url: string, message: object, headers: Record<string, string> = {}) => {
    const before = countAsked();
    const answered = post(url, message, headers);
    await expect.poll(countAsked).toBe(before + 1);
    return { answered };
  };
  const buildPost = (message: object, headers: Record<string, string> = {}) => ({
    method: "POST",
    headers: {
      ...withKey(),
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: "2.0", ...message }),
  });
  const post = async (url: string, message: object, headers: Record<string, string> = {}) => {
    const request = new Request(url, buildPost(message, headers));
    const response = await world().coverage.fetch(request);
    const type = response.headers.get("content-type");
    return { status: response.status, type, text: await response.text() };
  };
  const callOf = (id: number | string, _meta?: object) => ({
    id,
    method: "tools/call",
    params: { ...slow, ...(_meta === undefined ? {} : { _meta }) },
  });
  const buildCancellation = (requestId: number | string) => ({
    method: "notifications/cancelled",
    params: { requestId },
  });

  test("a client that asked for progress gets it each second, and then the result", async () => {
    await runWithServer("Progress", async (_, at) => {
      const client = await openClient(`${at}?user_id=ada`, withKey());
      const release = world().application.holdSlow();
      const heard: number[] = [];
      const done = await client.callTool(slow, undefined, {
        onprogress: ({ progress, message }) => {
          heard.push(progress);
          expect(message).toBe(`ACME_GET_SLOW has run for ${progress} s.`);
          if (progress === 2) {
            release();
          }
        },
      });
      expect(heard.slice(0, 2)).toEqual([1, 2]);
      expect(done.structuredContent).toEqual({ ok: true });
      await client.close();
    });
  });

  test("progress needs a token and a client that takes events", async () => {
    await runWithServer("No progress", async (_, at) => {
      const url = `${at}?user_id=ada`;
      const token = { progressToken: "a" };
      const release = world().application.holdSlow();
      const called: Promise<unknown>[] = [];
      for (const [message, accept] of [
        [callOf(1), "application/json, text/event-stream"],
        [callOf(2, token), "application/json"],
        [callOf(3, token), "application/json, text/event-stream;q=0"],
      ] as const) {
        called.push((await begin(url, message, { accept })).answered);
      }
      // One report would arrive in this time. On a busy machine more would, and none may.
      setTimeout(release, 1_200);
      for (const answer of await Promise.all(called)) {
        expect(answer).toMatchObject({ status: 200, type: "application/json" });
      }
    });
  });

  test("a request that its client cancels ends at the application too", async () => {
    await runWithServer("Cancelled", async (_, at) => {
      const client = await openClient(`${at}?user_id=ada`, withKey());
      const release = world().application.holdSlow();
      const [before, asking] = [countLeft(), countAsked()];
      const giveUp = new AbortController();
      const call = client.callTool(slow, undefined, { signal: giveUp.signal });
      const failed = expect(call).rejects.toThrow();
      await expect.poll(countAsked).toBe(asking + 1);
      giveUp.abort("no longer needed");
      await failed;
      await expect.poll(countLeft).toBe(before + 1);
      // The connection stays open.
      expect((await client.listTools()).tools.length).toBeGreaterThan(0);
      release();
      await client.close();
    });
  });

  test("a call that was cancelled has no response, on a stream as without one", async () => {
    await runWithServer("No response", async (_, at) => {
      const url = `${at}?user_id=ada`;
      const release = world().application.holdSlow();
      const whole = await begin(url, callOf("x"));
      expect(await post(url, buildCancellation("x"))).toMatchObject({ status: 202 });
      expect(await whole.answered).toEqual({ status: 202, type: null, text: "" });
      // The stream begins with the first report.
      const streamed = await fetch(url, buildPost(callOf("y", { progressToken: 1 })));
      await post(url, buildCancellation("y"));
      const [type, text] = [streamed.headers.get("content-type"), await streamed.text()];
      expect([streamed.status, type]).toEqual([200, "text/event-stream;charset=utf-8"]);
      expect(text).toContain("notifications/progress");
      expect(text).not.toContain('"id":"y"');
      release();
    });
  });

  test("a cancellation does not end a call of somebody else", async () => {
    await runWithServer("Of others", async (id, at) => {
      const release = world().application.holdSlow();
      const before = countLeft();
      const others = [
        await begin(`${at}?user_id=bob`, callOf(7)),
        await begin(`${at}?user_id=ada`, callOf("7")),
        await begin(`${at}?user_id=ada`, callOf(7), { "idempotency-key": `kept of ${id}` }),
        // Two clients of one user at one address may choose the same ids for their requests.
        await begin(`${at}?user_id=eve`, callOf(1)),
        await begin(`${at}?user_id=eve`, callOf(1)),
      ];
      await post(`${at}?user_id=ada`, buildCancellation(7));
      await post(`${at}?user_id=ada`, buildCancellation(8));
      await post(`${at}?user_id=eve`, buildCancellation(1));
      release();
      const answers = await Promise.all(others.map(({ answered }) => answered));
      expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
      expect(countLeft()).toBe(before);
    });
  });
}
