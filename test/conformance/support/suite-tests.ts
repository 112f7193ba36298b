import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findNeed } from "../../support/needs.ts";
import { knownFailures } from "../known-failures.ts";
import type { GeneratedGroup, Placement } from "./generated-suite.ts";
import { generateGroups } from "./generated-suite.ts";
import { readGroups } from "./suite.ts";
import { createSuiteJudges, forms, loadGroups } from "./suite-judges.ts";

/** Declares the tests of the official suite, for the version of Zod that the test file imports. */
export function testSuite(): void {
  const suite = findNeed("json-schema-test-suite");
  const folder = mkdtempSync(join(tmpdir(), "suite-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  describe.skipIf(suite === undefined).each<Placement>(["a file", "a component"])(
    "every required test of the official suite has the right verdict, each schema being %s",
    (placement) => {
      let generated: GeneratedGroup[];
      beforeAll(async () => {
        generated = await generateGroups(readGroups(suite ?? "", "draft2020-12"), placement, {
          folder,
          remotes: join(suite ?? "", "remotes"),
          formats: "annotate",
        });
      });

      test.each(Object.keys(forms))("%s", (form) => {
        const failures: string[] = [];
        let count = 0;
        for (const { group, verdict } of createSuiteJudges(generated, form)) {
          for (const { description, data, valid } of group.tests) {
            count += 1;
            if (verdict(data) !== valid) {
              failures.push(`${group.file}: ${group.description}: ${description}`);
            }
          }
        }
        expect(count).toBe(1299);
        expect(failures).toEqual(knownFailures);
      });

      test("values come back unchanged, as the very same object", () => {
        for (const { group, validators, component } of loadGroups(generated, true)) {
          for (const { data } of group.tests) {
            const before = JSON.stringify(data);
            const result = validators.schemas[component]?.safeParse(data);
            if (result?.success === true) {
              expect(result.data).toBe(data);
            }
            expect(JSON.stringify(data)).toBe(before);
          }
        }
      });
    },
  );
}
