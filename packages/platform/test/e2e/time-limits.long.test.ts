import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findNeed } from "../../../../test/support/needs.ts";
import { client, goodKey } from "./application.ts";
import { connect, createConfig } from "./suites/accounts.ts";
import { catchRefusal, startWorld, type World } from "./world.ts";

// It takes a minute.
describe.skipIf(findNeed("postgresql") === undefined)("time limits, on PostgreSQL", () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ storage: "PostgreSQL" });
  });
  afterAll(() => world?.close());

  test("an application that does not answer is 504 after 60 s in all, and the execution is logged", async () => {
    const { platform } = world;
    // The client's own limit of 60 s for an attempt would end just before the response arrives.
    const patient = { attemptTimeout: 90_000 };
    const key = await connect(world, await createConfig(world, "API_KEY"), "API_KEY", {
      generic_api_key: goodKey,
    });
    const machine = await createConfig(world, "S2S_OAUTH2");
    const credentials = { client_id: client.id, client_secret: client.secret };
    const tokens = await connect(world, machine, "S2S_OAUTH2", credentials);
    const execute = (tool_slug: string, connected_account_id?: string): Promise<unknown> =>
      platform.tools.executeTool(
        {
          tool_slug,
          body: {
            version: "latest",
            arguments: {},
            ...(connected_account_id && { connected_account_id }),
          },
        },
        patient,
      );
    const { session_id } = await platform.toolRouter.createSession({
      body: { user_id: "default", connected_accounts: { acme: key } },
    });
    const inSession = platform.toolRouter.executeSessionTool(
      { session_id, body: { tool_slug: "ACME_GET_SILENT", arguments: {} } },
      patient,
    );
    const proxied = platform.tools.proxyRequest(
      { body: { endpoint: "/silent", method: "GET", connected_account_id: key } },
      patient,
    );
    const began = performance.now();
    const answers = await Promise.all(
      [
        execute("ACME_GET_SILENT"),
        proxied,
        inSession,
        // The token is refused after 40 s. The call with a new token has the remaining 20 s.
        execute("ACME_REFUSE_SLOWLY", tokens),
      ].map(async (call) => {
        const answer = await catchRefusal(call);
        const seconds = (performance.now() - began) / 1000;
        // 100 s would be 40 s and a whole execution more. A busy machine is late by less than that.
        return [answer, seconds > 59 && seconds < 90];
      }),
    );
    expect(answers).toEqual(Array(4).fill(["504 ToolExecution_TimedOut", true]));
    const { logs } = await platform.logs.listToolExecutionLogs({
      body: { filters: { tool_slugs: ["ACME_GET_SILENT", "ACME_REFUSE_SLOWLY"] } },
    });
    const ofProxy = await platform.logs.listToolExecutionLogs({
      body: { filters: { connected_account_ids: [key] } },
    });
    // Both lists contain the session's call.
    const all = [...logs, ...ofProxy.logs];
    expect(all.map(({ error, status_code: status }) => [error, status])).toEqual(
      Array(5).fill(["The application did not answer in time.", null]),
    );
  }, 90_000);
});
