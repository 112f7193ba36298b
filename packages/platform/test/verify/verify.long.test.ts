import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type VerifyResult, verify } from "specwright";
import { expect, onTestFinished, test } from "vitest";
import { bundleTheDocument } from "../../../../test/support/document.ts";
import { startWorld } from "../e2e/world.ts";
import { summarizeAnswer } from "../schemathesis/findings.ts";
import { rules } from "../schemathesis/rules-beyond-schemas.ts";

type Finding = VerifyResult["findings"][number];

test("specwright verify finds nothing in the service but rules that a schema cannot express", async () => {
  const world = await startWorld({ environment: { PLATFORM_RATE_LIMIT: "1000000" } });
  onTestFinished(() => world.close());
  const folder = mkdtempSync(join(tmpdir(), "platform-verify-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { document } = await bundleTheDocument();
  writeFileSync(join(folder, "openapi.json"), JSON.stringify(document));
  const { findings, skipped, requests, operations } = await verify({
    document: join(folder, "openapi.json"),
    url: world.url,
    auth: { ProjectKey: world.keys.project, OrganizationKey: world.keys.owner },
    cases: 3,
  });
  expect(findings.filter((finding) => !isExpected(finding))).toEqual([]);
  expect(skipped).toEqual([]);
  expect(operations.length).toBe(world.coverage.places.length);
  expect(requests).toBeGreaterThan(2000);
  expect(world.log.filter((line) => line.includes("unexpected error"))).toEqual([]);
}, 120_000);

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
