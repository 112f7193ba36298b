import { expect, test } from "vitest";
import type { Diagnostic } from "../../diagnostic.ts";
import { reportLoss } from "../../loss.ts";
import { renderEachLoss, renderLosses } from "./render-losses.ts";

const format = (detail: string, pointer: string): Diagnostic =>
  reportLoss({ file: "a.yaml", pointer }, "format-not-enforced", {
    detail,
    message: `Format ${detail}.`,
    fix: "Say it otherwise.",
  });
const xml = reportLoss({ file: "a.yaml", pointer: "/x" }, "xml-not-carried", {
  message: "X.",
  fix: "Y.",
});

test("losses are summed up in a line for each kind, with the most frequent details", () => {
  const losses = [
    ...Array.from({ length: 12 }, (_, index) => format("int32", `/${index}`)),
    ...["byte", "byte", "cidr", "slug"].map((detail, index) => format(detail, `/b/${index}`)),
    xml,
  ];
  expect(renderLosses(losses)).toBe(
    "17 places of the document are not enforced or not carried by the code (--losses lists them):\n" +
      "  16 × format-not-enforced  formats that the validators do not check (int32 12, byte 2, cidr 1, …)\n" +
      "   1 × xml-not-carried      rules for writing XML\n",
  );
});

test("without losses there is nothing to say", () => {
  expect(renderLosses([])).toBe("");
  expect(renderEachLoss([])).toBe("");
});

test("every loss is listed with its place, below what is the same for all of its kind", () => {
  expect(renderEachLoss([format("int32", "/a"), xml, format("int32", "/b")])).toBe(
    "loss format-not-enforced  Format int32.\n  a.yaml  #/a\n  a.yaml  #/b\n  → Say it otherwise.\n\n" +
      "loss xml-not-carried  X.\n  a.yaml  #/x\n  → Y.\n\n",
  );
});
