import { describe, expect, test } from "vitest";
import { type Input, replaceFiles, useBodyWorld } from "./body-world.ts";

const world = useBodyWorld("media-types");

describe("several media types", () => {
  test("of a request: the caller says which, JSON by default", async () => {
    world.answer = () => ({ status: 200, mediaType: "application/json", body: { n: 1 } });
    await world.call("choice", { body: { n: 1 } });
    expect(world.received).toMatchObject({ mediaType: "application/json", body: { n: 1 } });
    await world.call("choice", { body: "text", contentType: "text/plain" });
    expect(world.received).toMatchObject({ mediaType: "text/plain", body: "text" });
    await world.call("choice", { body: new Uint8Array([1]), contentType: "image/gif" });
    expect(world.received.mediaType).toBe("image/*");
    expect((world.received.request as Request).headers.get("content-type")).toBe("image/gif");
    await world.call("choice");
    expect(world.received).toMatchObject({ mediaType: undefined, body: undefined });
  });

  test("of an answer: the caller says which, JSON by default", async () => {
    world.answer = ({ accept }) => ({
      status: 200,
      mediaType: accept,
      body: accept === "application/json" ? { n: 1 } : new TextEncoder().encode("a,b"),
    });
    expect(await world.call("choice")).toEqual({ n: 1 });
    expect(await world.call("choice", {}, { accept: "text/csv" })).toBe("a,b");
    const binary = await world.call("choice", {}, { accept: "application/octet-stream" });
    expect(await replaceFiles(binary)).toBe("Blob application/octet-stream a,b");
  });
});

describe("headers of answers", () => {
  const headers = {
    "X-Count": 3,
    "x-flags": [true, false],
    "X-Point": { x: 1.5 },
    "X-Json": { n: 1, text: "a,b" },
    "X-Text": "1é",
  };

  interface Whole {
    readonly typedHeaders: Input;
    readonly status: number;
    readonly body: unknown;
  }
  const readWhole = (input?: Input): Promise<Whole> =>
    (
      world.call("headers", input) as unknown as { withResponse: () => Promise<Whole> }
    ).withResponse();

  test("are written and read as their schemas have them", async () => {
    world.answer = () => ({ status: 200, headers, body: { n: 1 } });
    expect(await readWhole()).toMatchObject({
      status: 200,
      body: { n: 1 },
      typedHeaders: {
        "X-Count": 3,
        "X-Flags": [true, false],
        "X-Point": { x: 1.5 },
        "X-Json": { n: 1, text: "a,b" },
        "X-Text": "1é",
      },
    });
  });

  test("of errors are with them, under their own schema", async () => {
    world.answer = () => ({ status: 404, headers: { "X-Count": true }, body: { n: 1 } });
    await expect(world.call("headers")).rejects.toMatchObject({
      typedHeaders: { "X-Count": true },
    });
    await expect(readWhole()).rejects.toMatchObject({ typedHeaders: { "X-Count": true } });
  });

  test("that do not fit are reported on request", async () => {
    for (const wrong of [{ "X-Count": "many" }, { "x-flags": [1] }, { "X-Json": { n: "x" } }]) {
      world.answer = () => ({ status: 200, headers: { ...headers, ...wrong }, body: { n: 1 } });
      await expect(world.call("headers")).rejects.toMatchObject({ status: 500 });
    }
  });
});

test("the whole query string is one value, which is validated", async () => {
  await world.call("searchByQuerystring", { filter: { n: 1, text: "a&b" } });
  expect(world.received.querystring).toEqual({ n: 1, text: "a&b" });
  await expect(world.call("searchByQuerystring", { filter: { n: "x" } })).rejects.toMatchObject({
    status: 400,
    body: { errors: [expect.stringContaining("querystring.filter.n: ")] },
  });
  await expect(world.call("searchByQuerystring", {})).rejects.toMatchObject({ status: 400 });
});
