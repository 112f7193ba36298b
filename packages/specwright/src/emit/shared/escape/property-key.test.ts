import { expect, test } from "vitest";
import { hostileTexts } from "../../../../test/hostile-texts.ts";
import { escapePropertyKey } from "./property-key.ts";

test.each([
  ["name", "name"],
  ["$ref", "$ref"],
  ["class", "class"],
  ["200", "200"],
  ["007", '"007"'],
  ["1e3", '"1e3"'],
  ["-1", '"-1"'],
  ["X-Request-Id", '"X-Request-Id"'],
  ["__proto__", '["__proto__"]'],
  ["größe", '"größe"'],
  ["", '""'],
])("%j becomes %s", (name, key) => {
  expect(escapePropertyKey(name)).toBe(key);
});

test("an object literal with a hostile key has exactly that own property", () => {
  for (const text of hostileTexts) {
    const value: unknown = new Function(`return { ${escapePropertyKey(text)}: 1 };`)();
    expect(Reflect.ownKeys(value as object), JSON.stringify(text)).toEqual([text]);
    expect(Object.getPrototypeOf(value)).not.toBe(1);
  }
});
