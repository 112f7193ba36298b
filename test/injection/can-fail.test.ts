import { expect, test, vi } from "vitest";
import { featuresDocument } from "./documents.ts";

const source = "../../packages/specwright/src";

/** Every escaper, what stands for it when it only puts the text where it belongs, and where that is seen soon. */
const escapers = [
  ["emit/escape/comment.ts", "escapeComment", (text: string) => text, /description$/],
  [
    "emit/escape/property-key.ts",
    "escapePropertyKey",
    (text: string) => text,
    /^key .*Order\/properties/,
  ],
  ["emit/escape/string.ts", "escapeString", (text: string) => `"${text}"`, /enum/],
  ["emit/escape/regexp.ts", "escapeRegExp", (text: string) => `/${text}/u`, /value .*pattern$/],
  ["emit/escape/path.ts", "escapePath", (text: string) => text, /\/tags\//],
  ["text/identifier.ts", "escapeIdentifier", (text: string) => text, /operationId$/],
] as const;

test.each(escapers)("the suite fails when %s escapes nothing", async (path, name, identity, at) => {
  vi.resetModules();
  vi.doMock(`${source}/${path}`, () => ({ [name]: identity }));
  try {
    // Loaded again, so that the emitters get the other escaper.
    const { runCases } = await import("./run-cases.ts");
    const { faults } = runCases(featuresDocument(), { count: 200, at, stopsAtFault: true });
    expect(faults).toHaveLength(1);
  } finally {
    vi.doUnmock(`${source}/${path}`);
  }
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
