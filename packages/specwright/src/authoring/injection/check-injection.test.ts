import { expect, test } from "vitest";
import { defineTarget, type Target } from "../../emit/define-target.ts";
import { escapeJson } from "../../emit/shared/escape/json.ts";
import { checkInjection } from "./check-injection.ts";

const document = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  paths: { "/pets": { get: { operationId: "listPets", summary: "Lists pets.", responses: {} } } },
};

function defineSummaries(print: (text: string) => string): Target {
  return defineTarget({
    name: "summaries",
    description: "the summaries",
    plan: ({ operations }) => operations.map(({ summary = "" }) => print(summary)),
    files: (texts) => [{ path: "summaries/all.json", content: `[${texts.join(",")}]\n` }],
  });
}

test("a target that escapes what it prints has no faults", async () => {
  const { faults, same } = await checkInjection(defineSummaries(escapeJson), { document });
  expect(faults).toEqual([]);
  expect(same).toBeGreaterThan(200);
});

test("a text that a target prints without an escape is a fault, one by one and in batches", async () => {
  const target = defineSummaries((text) => `"${text}"`);
  for (const count of [500, "all"] as const) {
    const { faults } = await checkInjection(target, { document, count, at: /summary/ });
    expect(faults.join("\n")).toContain("summary, double quote: summaries/all.json: not JSON");
  }
});

test("a target that fails on some text is a fault", async () => {
  const target = defineSummaries((text) => {
    if (text.includes("`")) {
      throw new Error("a backtick");
    }
    return escapeJson(text);
  });
  const { faults } = await checkInjection(target, { document, count: "all", at: /summary/ });
  expect(faults.join("\n")).toContain("a backtick");
});

test("a file that nothing can parse is an error", async () => {
  const target = defineTarget({
    name: "texts",
    description: "texts",
    plan: () => "",
    files: () => [{ path: "texts/a.bru", content: "" }],
  });
  await expect(checkInjection(target, { document })).rejects.toThrow("parsers.bru");
});
