import { expect, test } from "vitest";
import { createKept } from "./kept.ts";

test("a text is printed again when anything in its unit changes, and once for each kind", () => {
  const kept = createKept();
  const schema = {};
  let printed = 0;
  const print = (): number => {
    printed += 1;
    return printed;
  };
  expect(kept.of("type", [schema, "Pet", 1], print)).toBe(1);
  expect(kept.of("type", [schema, "Pet", 1], print)).toBe(1);
  expect(kept.of("code", [schema, "Pet", 1], print)).toBe(2);
  expect(kept.of("type", [schema, "Pet", 2], print)).toBe(3);
  expect(kept.of("type", [schema, "Pet"], print)).toBe(4);
  expect(kept.of("type", [{}, "Pet"], print)).toBe(5);
});

test("a text that is outdated is printed again", () => {
  const kept = createKept();
  const unit = [{}, "Pet"] as const;
  kept.of("type", unit, () => "before");
  expect(
    kept.of(
      "type",
      unit,
      () => "after",
      (text) => text === "before",
    ),
  ).toBe("before");
  expect(
    kept.of(
      "type",
      unit,
      () => "after",
      () => false,
    ),
  ).toBe("after");
});
