import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chooseAmount } from "../../../../test/support/samples.ts";
import { writeToolkits } from "../e2e/documents.ts";
import { startWorld, type World } from "../e2e/world.ts";
import {
  applies,
  appliesInPart,
  appliesStateless,
  doNotApply,
  notOfEarlier,
  notOfServers,
  notOfSessions,
} from "./scenarios.ts";
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

/** The newest version of the era with a handshake, the one before, and the version without. */
const [version, earlierVersion, statelessVersion] = ["2025-11-25", "2025-06-18", "2026-07-28"];

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
  runScenario(name, /^(?:tools-call|json-schema|tasks)-/.test(name) ? names.url : endpoint, at);

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
    const known = new Set([
      ...applies,
      ...appliesStateless,
      ...Object.keys(appliesInPart),
      ...Object.values(doNotApply).flat(),
    ]);
    expect([...known].toSorted()).toEqual((await listScenarios()).toSorted());
  });

  test.for(applies)("passes %s", async (name) => {
    const checks = await run(name);
    expect.soft(isPassed(checks), JSON.stringify(checks, undefined, 1)).toBe(true);
  });

  // Of what differs only in the version or the place, some.
  const step = chooseAmount(3, 1);
  const isChosen = (_: string, index: number): boolean => index % step === 0;

  test.for(applies.filter((name) => !Object.hasOwn(notOfEarlier, name)).filter(isChosen))(
    `passes %s at ${earlierVersion}`,
    async (name) => {
      const checks = await run(name, server, earlierVersion);
      expect.soft(isPassed(checks), JSON.stringify(checks, undefined, 1)).toBe(true);
    },
  );

  test.for(applies.filter((name) => !Object.hasOwn(notOfSessions, name)).filter(isChosen))(
    "passes %s at a session of the tool router",
    async (name) => {
      const checks = await run(name, session);
      expect.soft(isPassed(checks), JSON.stringify(checks, undefined, 1)).toBe(true);
    },
  );

  test.for(appliesStateless)(`passes %s at ${statelessVersion}`, async (name) => {
    const places = [
      ...(Object.hasOwn(notOfServers, name) ? [] : [server]),
      ...(Object.hasOwn(notOfSessions, name) ? [] : [session]),
    ];
    for (const place of places) {
      const checks = await run(name, place, statelessVersion);
      expect.soft(isPassed(checks), JSON.stringify(checks, undefined, 1)).toBe(true);
    }
  });

  test.for(Object.entries(appliesInPart))(
    `passes what applies of %s at ${statelessVersion}`,
    async ([name, others]) => {
      const places = Object.hasOwn(notOfSessions, name) ? [server] : [server, session];
      for (const place of places) {
        const checks = await run(name, place, statelessVersion);
        const failed = checks.filter(({ status }) => status !== "SUCCESS" && status !== "INFO");
        expect(failed.map(({ id }) => id).toSorted()).toEqual(Object.keys(others).toSorted());
      }
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
