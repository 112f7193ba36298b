import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeToolkits } from "../e2e/documents.ts";
import { startWorld, type World } from "../e2e/world.ts";
import { applies, doNotApply } from "./scenarios.ts";
import {
  type ConformanceApplication,
  startConformanceApplication,
} from "./support/conformance-application.ts";
import { type LowerCaseNames, startLowerCaseNames } from "./support/lower-case-names.ts";
import { type Check, listScenarios, runScenario } from "./support/run-conformance.ts";
import { createSignedEndpoint } from "./support/signed-endpoint.ts";

/** The newest version of the protocol that the endpoints support. */
const version = "2025-11-25";

let application: ConformanceApplication;
let world: World;
let endpoint: string;
let names: LowerCaseNames;
beforeAll(async () => {
  application = await startConformanceApplication();
  world = await startWorld({
    writeToolkits: (url) => {
      const folder = writeToolkits(url);
      writeFileSync(join(folder, "test.yaml"), application.document);
      return folder;
    },
  });
  endpoint = await createSignedEndpoint(world, ["test"]);
  names = await startLowerCaseNames(endpoint);
});
afterAll(async () => {
  await names.close();
  await world.close();
  await application.close();
});

const run = (name: string): Promise<readonly Check[]> =>
  runScenario(name, name.startsWith("tools-call-") ? names.url : endpoint, version);

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

  test("passes no scenario that is listed as one that does not apply", async () => {
    const passed: string[] = [];
    for (const name of Object.values(doNotApply).flat()) {
      if (isPassed(await run(name))) {
        passed.push(name);
      }
    }
    expect(passed).toEqual([]);
  });
});
