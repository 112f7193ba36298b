import { expect, test } from "vitest";
import { hostileTexts } from "../../../../test/hostile-texts.ts";
import { escapePath } from "./path.ts";

test.each([
  ["Connected accounts", "connected-accounts"],
  ["UserAccounts", "user-accounts"],
  ["../../etc/passwd", "etc-passwd"],
  ["..", "unnamed"],
  ["", "unnamed"],
  ["😀", "unnamed"],
  ["CON", "con-"],
  ["名前", "名前"],
  ["e\u0301", "é"],
  ["a\u3164\ufe01", "a"],
])("%j becomes %s", (text, path) => {
  expect(escapePath(text)).toBe(path);
});

test("a hostile text stays one short segment without separators", () => {
  for (const text of [...hostileTexts, "\u{20000}".repeat(300)]) {
    const path = escapePath(text);
    expect(path).toMatch(/^[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*$/u);
    expect(Buffer.byteLength(`${path}.d.ts`)).toBeLessThanOrEqual(255);
  }
});
