import { expect, test, vi } from "vitest";
import { buildFeaturesDocument } from "./documents.ts";
import { listPositions } from "./positions.ts";

const source = "../../packages/specwright/src";

/** Every escaper with a replacement that does not escape, and the positions at which this is detected quickly. */
const escapers = [
  ["emit/escape/comment.ts", "escapeComment", (text: string) => text, /Order\/description$/],
  [
    "emit/escape/property-key.ts",
    "escapePropertyKey",
    (text: string) => text,
    /^key .*Order\/properties\/\w+$/,
  ],
  ["emit/escape/string.ts", "escapeString", (text: string) => `"${text}"`, /enum/],
  ["emit/escape/regexp.ts", "escapeRegExp", (text: string) => `/${text}/u`, /value .*pattern$/],
  ["emit/escape/markdown.ts", "escapeMarkdown", (text: string) => text, /info\/title$/],
  ["emit/escape/path.ts", "escapePath", (text: string) => text, /\/tags\/\d+$/],
  ["text/identifier.ts", "escapeIdentifier", (text: string) => text, /operationId$/],
] as const;

test.each(escapers)("the suite fails when %s escapes nothing", async (path, name, identity, at) => {
  vi.resetModules();
  vi.doMock(`${source}/${path}`, () => ({ [name]: identity }));
  try {
    // Imported here, so that the emitters load the replaced escaper.
    const { runCases } = await import("./run-cases.ts");
    const { faults } = runCases(buildFeaturesDocument(), { count: 200, at, stopsAtFault: true });
    expect(faults).toHaveLength(1);
    // The fault is also found when positions are tried together, as in the soak.
    const { runAllCases } = await import("./run-all-cases.ts");
    const together = runAllCases(buildFeaturesDocument(), { at, stopsAtFault: true });
    expect(together.faults).not.toEqual([]);
  } finally {
    vi.doUnmock(`${source}/${path}`);
  }
});

test("positions that are tried together end as they do one by one, and all are tried", async () => {
  // The tests above have loaded modules with replaced escapers.
  vi.resetModules();
  const { runAllCases } = await import("./run-all-cases.ts");
  const { runCases } = await import("./run-cases.ts");
  // Descriptions, names, patterns and enum values: many of these positions are quiet, and some refuse the payload.
  const at = /^(?:value|key) .*(?:description|pattern|enum\/\d+|properties\/\w+)$/;
  const part = { number: 3, of: 80 };
  const { faults, ...together } = runAllCases(buildFeaturesDocument(), { at, part });
  expect(faults).toEqual([]);
  expect(together.same + together.problem + together.skipped).toBe(together.possible);
  const chosen = new Set(
    listPositions(buildFeaturesDocument())
      .filter(({ name }) => at.test(name))
      .filter((_, index) => index % part.of === part.number - 1)
      .map(({ name }) => name),
  );
  const { faults: none, ...apart } = runCases(buildFeaturesDocument(), {
    count: Number.POSITIVE_INFINITY,
    at: { test: (name) => chosen.has(name) },
  });
  expect(none).toEqual([]);
  expect(together).toEqual(apart);
});

test("the judge sees a tree that differs in one member", async () => {
  const { createJudge } = await import("./judge.ts");
  const file = (text: string) => ({ path: "a.js", content: `export const a = { b: ${text} };\n` });
  const judge = createJudge((text) => ({
    files: [file(text.startsWith("x") ? "1, c: 2" : "1")],
    diagnostics: [],
  }));
  expect(judge("y")).toBe("same");
  expect(judge("x")).toMatchObject({ fault: expect.stringContaining("other syntax") });
});
