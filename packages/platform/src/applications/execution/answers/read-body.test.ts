import { afterEach, expect, test, vi } from "vitest";
import type { StoreFile } from "../execution-types.ts";
import { readBody } from "./read-body.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const answer = (body: string, type = "application/json"): Response =>
  new Response(body, { headers: { "content-type": type } });

const mebibyte = 1024 * 1024;

test("JSON of up to 2 MiB is parsed", async () => {
  const value = { text: "a".repeat(2 * mebibyte - '{"text":""}'.length) };
  expect(await readBody(answer(JSON.stringify(value)))).toEqual({
    kind: "json",
    value,
    size: 2 * mebibyte,
  });
});

test.each([
  ["JSON over 2 MiB", `"${"a".repeat(2 * mebibyte)}"`, "application/json"],
  ["JSON over 2 MiB without a type", `"${"a".repeat(2 * mebibyte)}"`, ""],
  ["text over 2 MiB", "a".repeat(2 * mebibyte + 1), "text/plain"],
])("%s stays bytes, and is not parsed", async (_, text, type) => {
  const parse = vi.spyOn(JSON, "parse");
  const response = answer(text, type);
  if (type === "") {
    response.headers.delete("content-type");
  }
  const body = await readBody(response);
  expect(parse).not.toHaveBeenCalled();
  expect(body).toMatchObject({
    kind: "binary",
    isUnread: true,
    mediaType: type || "application/octet-stream",
  });
  expect(body.kind === "binary" && Buffer.from(body.bytes).equals(Buffer.from(text))).toBe(true);
});

test.each([
  ["control characters", "\u0001".repeat(mebibyte), "text/plain"],
  [
    "numbers that are longer in JSON",
    `[${Array(250_000).fill("1e20").join(",")}]`,
    "application/json",
  ],
])("a text of %s for which an answer has no room stays bytes", async (_, text, type) => {
  const response = answer(text, type);
  expect(await readBody(response.clone())).toMatchObject({ kind: "binary", isUnread: true });
  const stored: Uint8Array[] = [];
  const store: StoreFile = async (bytes, { name, mimetype }) => {
    for await (const piece of bytes) {
      stored.push(piece);
    }
    const file = { id: "file", name, mimetype, url: "https://a.example", expires_at: "2026-01-01" };
    return { file, size: text.length };
  };
  const failed = new Response(text, { status: 404, headers: { "content-type": type } });
  const storing = { address: "https://a.example/list", store };
  expect(await readBody(failed, storing)).toMatchObject({ kind: "binary", isUnread: true });
  expect(await readBody(response, storing)).toMatchObject({
    kind: "file",
    file: { mimetype: type },
  });
  expect(Buffer.concat(stored).toString()).toBe(text);
});

test.each([
  ["many levels", "[".repeat(200_000) + "]".repeat(200_000)],
  ["very many parts", `[${Array(600_000).fill("{}").join(",")}]`],
])("JSON of %s is text, and is not parsed", async (_, text) => {
  const parse = vi.spyOn(JSON, "parse");
  expect(await readBody(answer(text))).toEqual({
    kind: "text",
    text,
    mediaType: "application/json",
  });
  expect(parse).not.toHaveBeenCalled();
});

test("a form is an object, and a form over 64 KiB is text", async () => {
  const form = "application/x-www-form-urlencoded";
  expect(await readBody(answer("a=1&b=2", form))).toMatchObject({ value: { a: "1", b: "2" } });
  const long = "a&".repeat(40_000);
  expect(await readBody(answer(long, form))).toMatchObject({ kind: "text", text: long });
});

test("a body that claims to be JSON and is not is text", async () => {
  const body = await readBody(answer("<h1>Oops</h1>"));
  expect(body).toEqual({
    kind: "text",
    text: "<h1>Oops</h1>",
    mediaType: "application/json",
    isBroken: true,
  });
});
