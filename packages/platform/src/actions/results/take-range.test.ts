import { expect, test } from "vitest";
import { fc } from "../../../../../test/support/fast-check.ts";
import { countJsonBytes } from "../../base/sharing/fit-answer.ts";
import { takeRange } from "./take-range.ts";

test("items, members and characters are taken from a place on", () => {
  expect(takeRange([1, 2, 3], { from: 1, count: 1 }, 100)).toEqual({
    value: [2],
    total: 3,
    read: 1,
    next: 2,
  });
  expect(takeRange({ a: 1, b: 2 }, { from: 1 }, 100)).toEqual({
    value: { b: 2 },
    total: 2,
    read: 1,
    next: null,
  });
  expect(takeRange("hello", { from: 1, count: 3 }, 100)).toEqual({
    value: "ell",
    total: 5,
    read: 3,
    next: 4,
  });
  expect(takeRange([1], { from: 9 }, 100)).toEqual({ value: [], total: 1, read: 0, next: null });
  expect(takeRange(7, { from: 0 }, 100)).toBeUndefined();
});

test("the parts of any value fit into their room, and together they are the value", () => {
  const values = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 300 }),
    fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 30 }),
    fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 30 }),
  );
  fc.assert(
    fc.property(values, fc.integer({ min: 20, max: 200 }), (value, room) => {
      const parts: unknown[] = [];
      for (let from: number | null = 0; from !== null; ) {
        const taken = takeRange(value, { from }, room);
        expect(countJsonBytes(taken?.value)).toBeLessThanOrEqual(room + 2);
        if (taken?.read === 0 && taken.next !== null) {
          // One item alone is larger than the room; an agent reads it by its pointer.
          return;
        }
        parts.push(taken?.value);
        from = taken?.next ?? null;
      }
      const whole =
        typeof value === "string"
          ? parts.join("")
          : Array.isArray(value)
            ? parts.flat(1)
            : Object.fromEntries(parts.flatMap((part) => Object.entries(part as object)));
      expect(whole).toEqual(value);
    }),
    { numRuns: 200 },
  );
});
