import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeToolkits } from "../e2e/documents.ts";
import { startWorld, type World } from "../e2e/world.ts";
import { applies, doNotApply, notOfEarlier, notOfSessions } from "./scenarios.ts";
import {
  type ConformanceApplication,
  startConformanceApplication,
} from "./support/conformance-application.ts";
import {
  type NamesOfTheSuite,
  startNamesOfTheSuite,
  toMultiExecute,
  toSlug,
} from "./support/names-of-the-suite.ts";
import { type Check, listScenarios, runScenario } from "./support/run-conformance.ts";
import { createSignedEndpoint } from "./support/signed-endpoint.ts";

/** An endpoint, and a proxy in front of it for the calls of tools. */
interface Place {
  readonly endpoint: string;
  readonly names: NamesOfTheSuite;
}

/** The newest version of the protocol that the endpoints support, and the one before. */
const [version, earlierVersion] = ["2025-11-25", "2025-06-18"];

let application: ConformanceApplication;
let world: World;
let server: Place;
let session: Place;
beforeAll(async () => {
  application = await startConformanceApplication();
  world = await startWorld({
    writeToolkits: (url) => {
      const folder = writeToolkits(url);
      writeFileSync(join(folder, "test.yaml"), application.document);
      return folder;
    },
  });
  const signed = await createSignedEndpoint(world, ["test"]);
  server = { endpoint: signed, names: await startNamesOfTheSuite(signed, toSlug) };
  const { session_id } = await world.platform.toolRouter.createSession({
    body: { user_id: "mia", toolkits: { enabled: ["test"] } },
  });
  const ofSession = `${world.url}/tool_router/${session_id}/mcp`;
  session = { endpoint: ofSession, names: await startNamesOfTheSuite(ofSession, toMultiExecute) };
});
afterAll(async () => {
  await Promise.all([server, session].map(({ names }) => names.close()));
  await world.close();
  await application.close();
});

const run = (
  name: string,
  { endpoint, names }: Place = server,
  at: string = version,
): Promise<readonly Check[]> =>
  runScenario(name, name.startsWith("tools-call-") ? names.url : endpoint, at);

/** True when a scenario has its own checks and none of them reports a problem. */
function isPassed(checks: readonly Check[]): boolean {
  const own = checks.filter(({ id }) => id !== "wire-schema-valid");
  return (
    own.some(({ status }) => status === "SUCCESS") &&
    checks.every(({ status }) => status === "SUCCESS" || status === "INFO")
  );
}

describe("the official conformance suite", () => {
  test("has no scenario for servers that is neither run nor listed with a reason", async () => {
    const known = [...applies, ...Object.values(doNotApply).flat()];
    expect(known.toSorted()).toEqual((await listScenarios()).toSorted());
  });

  test.for(applies)("passes %s", async (name) => {
    const checks = await run(name);
    expect.soft(isPassed(checks), JSON.stringify(checks, undefined, 1)).toBe(true);
  });

  test.for(applies.filter((name) => !Object.hasOwn(notOfEarlier, name)))(
    `passes %s at ${earlierVersion}`,
    async (name) => {
      const checks = await run(name, server, earlierVersion);
      expect.soft(isPassed(checks), JSON.stringify(checks, undefined, 1)).toBe(true);
    },
  );

  test.for(applies.filter((name) => !Object.hasOwn(notOfSessions, name)))(
    "passes %s at a session of the tool router",
    async (name) => {
      const checks = await run(name, session);
      expect.soft(isPassed(checks), JSON.stringify(checks, undefined, 1)).toBe(true);
    },
  );

  test("passes no scenario that is listed as one that does not apply", async () => {
    const passed: string[] = [];
    for (const name of Object.values(doNotApply).flat()) {
      if (isPassed(await run(name))) {
        passed.push(name);
      }
    }
    expect(passed).toEqual([]);
  }, 300_000);
});
