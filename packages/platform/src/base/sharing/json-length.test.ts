import { expect, test } from "vitest";
import { isCertainlyShort } from "./json-length.ts";

test("a value that is certainly short has JSON of at most as many bytes", () => {
  // Halves of surrogate pairs are the most names of one character that JSON has to escape.
  const halves = Array.from({ length: 2048 }, (_, index) => String.fromCharCode(0xd800 + index));
  const worst = [
    Object.fromEntries(halves.map((name) => [name, ""])),
    Object.fromEntries(halves.map((name) => [name, name])),
    halves,
    Array(5_000).fill(""),
    Array(5_000).fill(-1.234567890123456e-300),
    Array(5_000).fill([]),
    "\u0000".repeat(5_000),
  ];
  const wrong = worst.filter((value) => {
    const bytes = Buffer.byteLength(JSON.stringify(value));
    return isCertainlyShort(value, bytes - 1);
  });
  expect(wrong).toEqual([]);
  expect(isCertainlyShort({ text: "a".repeat(5_000) }, 64 * 1024)).toBe(true);
});
