import { expect, test, vi } from "vitest";
import { featuresDocument } from "./documents.ts";

const source = "../../packages/specwright/src";

/** Every escaper, and what stands for it when it does nothing but to put the text where it belongs. */
const escapers = [
  ["emit/escape/comment.ts", "escapeComment", (text: string) => text],
  ["emit/escape/property-key.ts", "escapePropertyKey", (text: string) => text],
  ["emit/escape/string.ts", "escapeString", (text: string) => `"${text}"`],
  ["emit/escape/regexp.ts", "escapeRegExp", (text: string) => `/${text}/u`],
  ["emit/escape/path.ts", "escapePath", (text: string) => text],
  ["text/identifier.ts", "escapeIdentifier", (text: string) => text],
] as const;

test.each(escapers)("the suite fails when %s escapes nothing", async (path, name, identity) => {
  vi.resetModules();
  vi.doMock(`${source}/${path}`, () => ({ [name]: identity }));
  try {
    // Loaded again, so that the emitters get the other escaper.
    const { runCases } = await import("./run-cases.ts");
    const { faults } = runCases(featuresDocument(), { count: 4000, stopsAtFault: true });
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
