import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type VerifyResult, verify } from "specwright";
import { expect, onTestFinished, test } from "vitest";
import { bundleTheDocument } from "../../../../test/support/document.ts";
import { goodKey } from "../e2e/application.ts";
import { startWorld } from "../e2e/world.ts";
import { summarizeAnswer } from "../schemathesis/findings.ts";
import { rules } from "../schemathesis/rules-beyond-schemas.ts";

type Finding = VerifyResult["findings"][number];

test("specwright verify finds nothing in the service but rules that a schema cannot express", async () => {
  const world = await startWorld({ environment: { PLATFORM_RATE_LIMIT: "1000000" } });
  onTestFinished(() => world.close());
  const folder = await writeDocument();
  const { findings, skipped, unfollowed, requests, operations } = await verify({
    document: join(folder, "openapi.json"),
    url: world.url,
    auth: {
      ProjectKey: world.keys.project,
      OrganizationKey: world.keys.owner,
      ConsoleSession: world.keys.console,
    },
    cases: 3,
  });
  expect(findings.filter((finding) => !isExpected(finding))).toEqual([]);
  expect([skipped, unfollowed]).toEqual([[], []]);
  expect(operations.length).toBe(world.coverage.places.length);
  expect(requests).toBeGreaterThan(2000);
  expect(world.log.filter((line) => line.includes("unexpected error"))).toEqual([]);
}, 120_000);

test("a workflow makes an auth config, connects an account, executes a tool through it, and removes both", async () => {
  const world = await startWorld();
  onTestFinished(() => world.close());
  const folder = await writeDocument();
  const name = "connect-and-execute.arazzo.yaml";
  copyFileSync(join(import.meta.dirname, name), join(folder, name));
  const { findings, workflows } = await verify({
    ...{ document: "openapi.json", folder, url: world.url },
    auth: { ProjectKey: world.keys.project },
    workflows: {
      ...{ files: [name], only: true, secrets: { api_key: goodKey } },
      texts: { toolkit: "acme", tool: "ACME_CREATE_THING", arguments: '{ "title": "a" }' },
    },
  });
  expect(findings).toEqual([]);
  expect(workflows).toMatchObject([{ workflow: "connect-and-execute", isPassed: true }]);
  expect(workflows[0]?.steps.map(({ step, status }) => `${step} ${status}`)).toEqual([
    ...["configure 201", "connect 201", "active 200", "execute 200", "logged 200"],
    ...["remove 200", "gone 404", "refused 404", "tidy 200"],
  ]);
  expect(world.application.seen.at(-1)?.body).toBe('{"title":"a"}');
}, 60_000);

/** A folder with the document of the API, until the test has finished. */
async function writeDocument(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "platform-verify-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { document } = await bundleTheDocument();
  writeFileSync(join(folder, "openapi.json"), JSON.stringify(document));
  return folder;
}

/** The same rules as for schemathesis, which also finds these. */
function isExpected({ check, status, operation, request, answer = "" }: Finding): boolean {
  if (check === "invalid-accepted") {
    // An empty value of a query parameter means that it is absent, as existing clients send it.
    return status === 200 && /[?&][^=&]+=(?:&|')/.test(request);
  }
  const isRule = rules.some(
    ([expected, text]) => status === expected && text.test(summarizeAnswer(answer)),
  );
  // A state that was never given out.
  const isCallback = operation.startsWith("GET /api/v3/toolkits/auth/callback");
  return check === "valid-refused" && (isRule || (isCallback && status === 400));
}
