import { expect, test } from "vitest";
import type { Diagnostic } from "../diagnostic.ts";
import { renderLosses } from "./render-losses.ts";

const loss = (message: string, pointer: string): Diagnostic => ({
  severity: "loss",
  code: "format-not-enforced",
  message,
  fix: "",
  file: "a.yaml",
  pointer,
});

test("losses are a line a kind, with the number and the first places", () => {
  const many = Array.from({ length: 12 }, (_, index) => loss("Not enforced.", `/${index}`));
  expect(renderLosses([...many, loss("Not carried.", "/x")])).toBe(
    "What the document says and the output does not hold (--json lists every place):\n" +
      "  12 × Not enforced. a.yaml#/0, a.yaml#/1, a.yaml#/2, …\n" +
      "   1 × Not carried. a.yaml#/x\n",
  );
});

test("without losses there is nothing to say", () => {
  expect(renderLosses([])).toBe("");
});

test("more kinds than anyone reads are counted", () => {
  const kinds = Array.from({ length: 25 }, (_, index) => loss(`Kind ${index}.`, ""));
  expect(renderLosses(kinds)).toMatch(/ {2}… and 5 more kinds\n$/);
});
