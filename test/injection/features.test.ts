import { expect, test } from "vitest";
import { buildFeaturesDocument } from "./documents.ts";
import { expectNoEscape } from "./expect-no-escape.ts";
import { createJudge } from "./judge.ts";
import { generateAll } from "./outputs.ts";
import { payloads } from "./payloads.ts";

test("no text of a document with every feature becomes code", { timeout: 3_600_000 }, () => {
  expectNoEscape("features.yaml", buildFeaturesDocument());
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
    const judge = createJudge((text) => generateAll(document, { [name]: text }));
    const faults = payloads.map(([payload, text]) => [payload, judge(text)]);
    expect(faults.filter(([, verdict]) => verdict !== "same")).toEqual([]);
  },
);
