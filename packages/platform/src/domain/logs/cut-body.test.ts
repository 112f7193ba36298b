import { expect, test } from "vitest";
import { cutBody, maximumBodyBytes } from "./cut-body.ts";

test("a body of up to 64 KiB is kept as it is", () => {
  const fits = { text: "a".repeat(maximumBodyBytes - '{"text":""}'.length) };
  expect(cutBody(fits)).toEqual({ body: fits, isCut: false });
  expect(cutBody(null)).toEqual({ body: null, isCut: false });
  expect(cutBody({ list: [1, null, true, "é", { deep: [] }], gone: undefined })).toMatchObject({
    isCut: false,
  });
});

test("only the beginning of a longer body's JSON text is kept, in whole characters", () => {
  const long = { text: "é".repeat(maximumBodyBytes) };
  const { body, isCut } = cutBody(long);
  expect(isCut).toBe(true);
  const { text } = body as { readonly text: string };
  expect(JSON.stringify(long).startsWith(text)).toBe(true);
  const bytes = Buffer.byteLength(text);
  expect(bytes).toBeLessThanOrEqual(maximumBodyBytes);
  expect(bytes).toBeGreaterThan(maximumBodyBytes - 4);
});

test("lists and objects are kept as the beginning of their JSON", () => {
  const long = { a: [{ b: "x\n", c: [1.5, null, false] }], list: Array(50_000).fill("yz") };
  const { body } = cutBody(long);
  expect(JSON.stringify(long).startsWith(String(body?.text))).toBe(true);
});

test("a body that is nested deeper than JSON can be written is cut, and does not fail", () => {
  const nested: unknown = JSON.parse(`${"[".repeat(10_000)}${"]".repeat(10_000)}`);
  const { body, isCut } = cutBody({ nested });
  expect(isCut).toBe(true);
  expect(String(body?.text)).toMatch(/^\{"nested":\[\[/);
});

test("half of a surrogate pair is kept as its escape", () => {
  const { body } = cutBody({ half: "\ud800", long: "a".repeat(maximumBodyBytes) });
  expect(String(body?.text)).toMatch(/^\{"half":"\\ud800",/);
});
