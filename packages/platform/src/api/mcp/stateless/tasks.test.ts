import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { beforeAll, describe, expect, test, vi } from "vitest";
import {
  openRunningCalls,
  processStops,
  type RunningCalls,
} from "../../../actions/running-calls.ts";
import { testDatabases } from "../../../testing/test-database.ts";
import { createTestPlatform } from "../../../testing/test-platform.ts";
import { createTestProject } from "../../../testing/test-project.ts";
import { ConnectionNeeded } from "../connection-needed.ts";
import type { McpTask } from "../mcp-call.ts";
import { McpRefusal } from "../mcp-refusal.ts";
import { toMcpFailure, toMcpResult } from "../mcp-tools.ts";
import type { TaskEndpoint } from "./finish-task.ts";
import { createTasks } from "./tasks.ts";

describe.each(testDatabases())("on $name", ({ open }) => {
  let endpoint: TaskEndpoint;
  let runningCalls: RunningCalls;
  const failures: unknown[] = [];
  const lasting: Promise<void>[] = [];
  beforeAll(async () => {
    const database = await open();
    const platform = createTestPlatform(database);
    const { projectId } = await createTestProject(database, platform.secrets);
    runningCalls = await openRunningCalls(database);
    endpoint = {
      ...{ platform, runningCalls, projectId, name: ["server", "s", "user_id", "mia"] },
      ...{ owners: [], msLeft: 60_000 },
      onLasting: (rest) => lasting.push(rest),
      onFailure: (failure) => failures.push(failure),
    };
    return () => runningCalls.close();
  });

  /** A call that ends when the test says so, after it became a task. */
  async function begin(more: Partial<TaskEndpoint> = {}) {
    const tasks = createTasks({ ...endpoint, ...more });
    const call = Promise.withResolvers<CallToolResult>();
    let signal: AbortSignal | undefined;
    const task = await tasks.run(
      (given) => {
        signal = given;
        return call.promise;
      },
      (result) => ({ ...result, content: [{ type: "text", text: "noted" }] }),
      new AbortController().signal,
    );
    expect(task).toMatchObject({ status: "working" });
    const { taskId } = task as McpTask;
    const readEnd = async () => {
      await expect.poll(async () => (await tasks.find(taskId))?.status).not.toBe("working");
      return await tasks.find(taskId);
    };
    return { tasks, call, taskId, readEnd, hasEnded: () => signal?.aborted };
  }

  test("a call that ends soon is no task, with its result and with its error", async () => {
    const tasks = createTasks(endpoint);
    const before = lasting.length;
    const run = (make: () => Promise<CallToolResult>) =>
      tasks.run(make, (result) => ({ ...result, isError: true }), undefined);
    expect(await run(async () => toMcpResult({ a: 1 }))).toEqual(toMcpResult({ a: 1 }));
    const thrown = new McpRefusal(-32602, "no");
    await expect(run(() => Promise.reject(thrown))).rejects.toBe(thrown);
    expect(lasting).toHaveLength(before);
  });

  test("a result of many pieces is read whole, in the form that its client wants", async () => {
    const { call, readEnd } = await begin();
    const text = "ä".repeat(600_000);
    call.resolve(toMcpResult({ text }));
    expect(await readEnd()).toMatchObject({
      status: "completed",
      result: {
        resultType: "complete",
        structuredContent: { text },
        content: [{ type: "text", text: "noted" }],
      },
    });
  });

  test("an error of the protocol fails the task, and keeps its code and its data", async () => {
    const { call, readEnd } = await begin();
    call.reject(new McpRefusal(-32602, "The cursor is wrong.", { cursor: "x" }));
    const error = { code: -32602, message: "The cursor is wrong.", data: { cursor: "x" } };
    const statusMessage = "The cursor is wrong.";
    expect(await readEnd()).toMatchObject({ status: "failed", statusMessage, error });
  });

  test("an unexpected error fails the task without its words, which the log gets", async () => {
    const { call, readEnd } = await begin();
    const thrown = new Error("canary");
    call.reject(thrown);
    const read = await readEnd();
    expect(read).toMatchObject({ status: "failed", error: { code: -32603 } });
    expect(JSON.stringify(read)).not.toContain("canary");
    expect(failures).toContain(thrown);
  });

  test("a call that needs a connection after all ends with the link for the model", async () => {
    const { call, readEnd } = await begin();
    call.reject(new ConnectionNeeded([], toMcpFailure("Follow the link.")));
    expect(await readEnd()).toMatchObject({ status: "completed", result: { isError: true } });
  });

  test("a call that becomes no task because none can be stored is waited for", async () => {
    const transactInProject = (): never => {
      throw new Error("away");
    };
    const { database } = endpoint.platform;
    const away = { ...endpoint.platform, database: { ...database, transactInProject } };
    const tasks = createTasks({ ...endpoint, platform: away });
    const call = Promise.withResolvers<CallToolResult>();
    const before = failures.length;
    const answered = tasks.run(
      () => call.promise,
      (result) => result,
      undefined,
    );
    await expect.poll(() => failures).toHaveLength(before + 1);
    call.resolve(toMcpResult({ a: 1 }));
    expect(await answered).toEqual(toMcpResult({ a: 1 }));
  });

  test("a request that is given up before its call is a task ends the call", async () => {
    const leaving = new AbortController();
    let signal: AbortSignal | undefined;
    const answered = createTasks(endpoint).run(
      async (given) => {
        signal = given;
        throw await new Promise((resolve) => {
          given.addEventListener("abort", () => resolve(given.reason));
        });
      },
      (result) => result,
      leaving.signal,
    );
    leaving.abort();
    await expect(answered).rejects.toThrow();
    expect(signal?.aborted).toBe(true);
  });

  test("a task ends with its endpoint, with the owner of its endpoint, and with the process", async () => {
    const [short, owned, stopped] = await Promise.all([
      begin({ msLeft: 600 }),
      begin({ owners: [["session", "x"]] }),
      begin(),
    ]);
    await runningCalls.endAll(["session", "x"]);
    expect(await owned.readEnd()).toMatchObject({ status: "cancelled" });
    expect(owned.hasEnded()).toBe(true);
    expect(await short.readEnd()).toMatchObject({ status: "failed" });
    // What `close` does to the calls that are left.
    const stopping = await begin({
      runningCalls: {
        ...runningCalls,
        begin: () => ({ signal: AbortSignal.abort(processStops), end: () => {} }),
      },
    });
    expect(await stopping.readEnd()).toMatchObject({
      status: "failed",
      statusMessage: expect.stringContaining("The service stopped"),
    });
    stopped.call.resolve(toMcpResult({}));
    expect(await stopped.readEnd()).toMatchObject({ status: "completed" });
  });

  test("the rest of a call is over when the call is, even when its task ended before", async () => {
    const { tasks, call, taskId, readEnd } = await begin();
    const rest = lasting.at(-1);
    await tasks.cancel(taskId);
    expect(await readEnd()).toMatchObject({ status: "cancelled" });
    const over = vi.fn();
    void rest?.then(over);
    // A rest that ends too early does so in a few turns. On a slow machine it could only go unseen.
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(over).not.toHaveBeenCalled();
    call.resolve(toMcpResult({}));
    await rest;
    expect(await tasks.find(taskId)).toMatchObject({ status: "cancelled" });
  });
});
