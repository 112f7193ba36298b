import { expect, test } from "vitest";
import { createJudge } from "../../packages/specwright/src/authoring/injection/judge.ts";
import { payloads } from "../../packages/specwright/src/authoring/injection/payloads.ts";
import { buildFeaturesDocument } from "./documents.ts";
import { expectNoEscape } from "./expect-no-escape.ts";
import { ourJudging } from "./judging.ts";
import { generateAll } from "./outputs.ts";

test("no text of a document with every feature becomes code", { timeout: 3_600_000 }, async () => {
  await expectNoEscape("features.yaml", buildFeaturesDocument());
});

test("the fixture is generated without a problem, so that there is something to escape from", () => {
  const outcome = generateAll(buildFeaturesDocument());
  expect("files" in outcome && outcome.files.length).toBeGreaterThan(20);
});

test.each(["source", "command", "out"] as const)(
  "the %s of a command does not become code",
  (name) => {
    const document = {
      openapi: "3.1.0",
      info: { title: "Small", version: "1" },
      paths: { "/a": { get: { operationId: "getA", responses: { 200: { description: "A" } } } } },
    };
    const judge = createJudge((text) => generateAll(document, { [name]: text }), ourJudging);
    const faults = payloads.map(([payload, text]) => [payload, judge(text)]);
    expect(faults.filter(([, verdict]) => verdict !== "same")).toEqual([]);
  },
);
