import { expect, test, vi } from "vitest";
import { listPositions } from "../../packages/specwright/src/authoring/injection/positions.ts";
import { buildFeaturesDocument } from "./documents.ts";

const source = "../../packages/specwright/src";

/** Every escaper with a replacement that does not escape, and the positions at which this is detected quickly. */
const escapers = [
  ["emit/shared/escape/comment.ts", "escapeComment", (text: string) => text, /Order\/description$/],
  [
    "emit/shared/escape/property-key.ts",
    "escapePropertyKey",
    (text: string) => text,
    /^key .*Order\/properties\/\w+$/,
  ],
  ["emit/shared/escape/string.ts", "escapeString", (text: string) => `"${text}"`, /enum/],
  [
    "emit/shared/escape/regexp.ts",
    "escapeRegExp",
    (text: string) => `/${text}/u`,
    /value .*pattern$/,
  ],
  ["emit/shared/escape/markdown.ts", "escapeMarkdown", (text: string) => text, /info\/title$/],
  ["emit/shared/escape/path.ts", "escapePath", (text: string) => text, /\/tags\/\d+$/],
  ["text/identifier.ts", "escapeIdentifier", (text: string) => text, /operationId$/],
] as const;

test.each(escapers)("the suite fails when %s escapes nothing", async (path, name, identity, at) => {
  vi.resetModules();
  vi.doMock(`${source}/${path}`, async (importOriginal) => ({
    ...(await importOriginal<object>()),
    [name]: identity,
  }));
  try {
    // Imported here, so that the emitters load the replaced escaper.
    const { runCases, runAllCases, generateAll, ourJudging } = await importSuite();
    const options = { ...ourJudging, at, stopsAtFault: true };
    const document = buildFeaturesDocument();
    const { faults } = runCases(generateAll, document, { ...options, count: 200 });
    expect(faults).toHaveLength(1);
    // The fault is also found when positions are tried together, as in the soak.
    const together = runAllCases(generateAll, document, options);
    expect(together.faults).not.toEqual([]);
  } finally {
    vi.doUnmock(`${source}/${path}`);
  }
});

test("positions that are tried together end as they do one by one, and all are tried", async () => {
  // The tests above have loaded modules with replaced escapers.
  vi.resetModules();
  const { runCases, runAllCases, generateAll, ourJudging } = await importSuite();
  // Descriptions, names, patterns and enum values: many of these positions are quiet, and some refuse the payload.
  const at = /^(?:value|key) .*(?:description|pattern|enum\/\d+|properties\/\w+)$/;
  const part = { number: 3, of: 80 };
  const { faults, ...together } = runAllCases(generateAll, buildFeaturesDocument(), {
    ...ourJudging,
    at,
    part,
  });
  expect(faults).toEqual([]);
  expect(together.same + together.problem + together.skipped).toBe(together.possible);
  const chosen = new Set(
    listPositions(buildFeaturesDocument())
      .filter(({ name }) => at.test(name))
      .filter((_, index) => index % part.of === part.number - 1)
      .map(({ name }) => name),
  );
  const { faults: none, ...apart } = runCases(generateAll, buildFeaturesDocument(), {
    ...ourJudging,
    count: Number.POSITIVE_INFINITY,
    at: { test: (name) => chosen.has(name) },
  });
  expect(none).toEqual([]);
  expect(together).toEqual(apart);
});

test("the judge sees a tree that differs in one member", async () => {
  const { createJudge } = await import(
    "../../packages/specwright/src/authoring/injection/judge.ts"
  );
  const { ourJudging } = await import("./judging.ts");
  const file = (text: string) => ({ path: "a.js", content: `export const a = { b: ${text} };\n` });
  const judge = createJudge(
    (text) => ({
      files: [file(text.startsWith("x") ? "1, c: 2" : "1")],
      diagnostics: [],
    }),
    ourJudging,
  );
  expect(judge("y")).toBe("same");
  expect(judge("x")).toMatchObject({ fault: expect.stringContaining("other syntax") });
});

/** The suite, with the escapers that are replaced at the moment. */
async function importSuite() {
  const { runCases } = await import(
    "../../packages/specwright/src/authoring/injection/run-cases.ts"
  );
  const { runAllCases } = await import(
    "../../packages/specwright/src/authoring/injection/run-all-cases.ts"
  );
  const { generateAll } = await import("./outputs.ts");
  const { ourJudging } = await import("./judging.ts");
  return { runCases, runAllCases, generateAll, ourJudging };
}
