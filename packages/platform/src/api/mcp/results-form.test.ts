import { expect, test } from "vitest";
import { countJsonBytes, largestAnswer } from "../../base/sharing/fit-answer.ts";
import { toMcpResult } from "./mcp-tools.ts";
import { chooseResultsForm, toResultsForm } from "./results-form.ts";

const image = { type: "image", data: "AQID", mimeType: "image/png" } as const;

test("structured content is not repeated as text", () => {
  const result = { ...toMcpResult({ title: "The left arm" }), content: [image] };
  const { content, structuredContent } = toResultsForm(result, "structured");
  expect(structuredContent).toEqual({ title: "The left arm" });
  expect(JSON.stringify(content)).not.toContain("left arm");
  expect(content.at(-1)).toEqual(image);
});

test("without structured content, the text has everything", () => {
  const result = { ...toMcpResult({ title: "The left arm" }), content: [image] };
  expect(toResultsForm(result, "text")).toEqual({
    content: [{ type: "text", text: '{"title":"The left arm"}' }, image],
  });
});

test("a failure stays as it is", () => {
  const failure = { content: [{ type: "text" as const, text: "No." }], isError: true };
  expect(toResultsForm(failure, "structured")).toBe(failure);
  expect(toResultsForm(failure, "text")).toBe(failure);
});

test("clients of a version without structured content get text, whatever they ask for", () => {
  expect(chooseResultsForm("structured", undefined)).toBe("text");
  expect(chooseResultsForm("structured", "2025-03-26")).toBe("text");
  expect(chooseResultsForm("structured", "2025-06-18")).toBe("structured");
  expect(chooseResultsForm("text", "2025-11-25")).toBe("text");
});

test.each(['"\\', "\u20ac", "\u0001"])(
  "the largest result that a project may allow is less than 4 MB as text, of %j too",
  (text) => {
    const data = { text: text.repeat(Math.floor(999_980 / (countJsonBytes(text) - 2))) };
    expect(countJsonBytes(toResultsForm(toMcpResult(data), "text"))).toBeLessThan(largestAnswer);
  },
);
