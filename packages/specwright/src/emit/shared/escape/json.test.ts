import { expect, test } from "vitest";
import { hostileTexts } from "../../../../test/hostile-texts.ts";
import { escapeJson } from "./json.ts";

test("a text evaluates to itself, and has no invisible character that acts", () => {
  const value = {
    texts: [...hostileTexts, "//# sourceMappingURL=data:,x", "\u061c\u3164\u{e0061}", "/*@ source"],
  };
  const text = escapeJson(value);
  expect(JSON.parse(text)).toEqual(value);
  expect(text).not.toMatch(/[\u061c\u200b-\u200f\u2028-\u202e\u3164]|\p{Cs}|\/[/*][#@]/u);
});
