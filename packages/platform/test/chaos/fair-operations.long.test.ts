import { afterAll, beforeAll, expect, test } from "vitest";
import { createLogId } from "../../src/domain/logs/tool-execution-logs.ts";
import { runInProject } from "../../src/domain/scope.ts";
import { recordExecution, testExecution } from "../../src/testing/test-execution.ts";
import { goodKey } from "../e2e/application.ts";
import { connect, createConfig } from "../e2e/suites/accounts.ts";
import { startWorld, type World } from "../e2e/world.ts";

const noisy = 40;

let world: World;
let account = "";

beforeAll(async () => {
  world = await startWorld({ environment: { PLATFORM_ROLE: "api" } });
  const { project } = await world.platform.auth.getSessionInfo();
  const text = "a sentence of a log. ".repeat(50);
  await runInProject(world.serving.platform, project?.id ?? "", async (scope) => {
    for (let count = 0; count < 150; count += 1) {
      const log = testExecution({ id: createLogId(), arguments: { text }, data: { text } });
      await recordExecution(scope, log);
    }
  });
  const quiet = { platform: world.other };
  const config = await createConfig(quiet, "API_KEY");
  account = await connect(quiet, config, "API_KEY", { generic_api_key: goodKey });
});
afterAll(() => world.close());

const listLogs = () => world.platform.logs.listToolExecutionLogs({ body: { limit: 1000 } });

test("the list and the execution of one project do not wait for forty lists of logs of another", async () => {
  // The first ones are how the service gets to know what they take.
  for (let count = 0; count < 5; count += 1) {
    await listLogs();
  }
  const execution = {
    tool_slug: "ACME_CREATE_THING",
    body: { connected_account_id: account, version: "latest", arguments: { title: "a" } },
  };
  const calls = {
    list: () => world.other.connectedAccounts.listConnectedAccounts({}),
    execution: () => world.other.tools.executeTool(execution),
  };
  for (const [name, call] of Object.entries(calls)) {
    await call();
    let answered = 0;
    const lists = Array.from({ length: noisy }, async () => {
      await listLogs();
      answered += 1;
    });
    // By now all of them have arrived.
    await Promise.race(lists);
    answered = 0;
    await call();
    // Without turns, nearly all of them were answered first.
    expect([name, answered < noisy / 2]).toEqual([name, true]);
    console.info(`${answered} of ${noisy} lists of logs were answered before the ${name}`);
    await Promise.all(lists);
  }
});
