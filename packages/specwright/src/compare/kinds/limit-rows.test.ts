import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { limitRows, limits } from "./limit-rows.ts";

/** Numbers, texts, lists and objects of zero to five. Each item matches `contains`. */
const values: readonly unknown[] = [0, 1, 2, 3, 4, 5].flatMap((size) => {
  const items = Array.from({ length: size }, (_, index) => index);
  const members = Object.fromEntries(items.map((index) => [`m${index}`, index]));
  return [size, "x".repeat(size), items, members];
});

test.each(limits)(
  "a raised %s breaks callers exactly when it accepts fewer values",
  (keyword, name) => {
    const count = (limit: number): number => {
      const accepts = new Ajv2020({ strict: false }).compile({
        contains: true,
        minContains: 0,
        [keyword]: limit,
      });
      return values.filter((value) => accepts(value)).length;
    };
    const [narrower, wider] =
      count(3) < count(2) ? (["raised", "lowered"] as const) : (["lowered", "raised"] as const);
    expect(count(3)).not.toBe(count(2));
    expect(limitRows[`${name}-${narrower}`]).toMatchObject({ narrows: "breaks" });
    expect(limitRows[`${name}-${wider}`]).not.toHaveProperty("narrows");
  },
);
