import { expect, test } from "vitest";
import { json, readErrorLines, start, streamBody } from "../../../../test/server-router.ts";

test("defaults of a body are filled in after validation", async () => {
  const { post, received } = start();
  await post("/tools", '{"toolkit":{"slug":"a"}}', json);
  expect(received[0]?.body).toEqual({ toolkit: { slug: "a" }, limit: 5 });
});

test.each([
  ["application/vnd.x+json", '{"a":[1]}', { a: [1] }, "application/vnd.x+json; charset=utf-8"],
  [
    "application/x-www-form-urlencoded",
    "list=a&list=b&other=c",
    { list: ["a", "b"], other: "c" },
    undefined,
  ],
  ["text/plain;charset=UTF-8", "é", "é", "text/*"],
])("a %s body is read by its media type", async (type, text, value, mediaType) => {
  const { post, received } = start();
  expect((await post("/any", text, type)).status).toBe(200);
  expect(received[0]?.body).toEqual(value);
  expect(received[0]?.mediaType).toBe(mediaType ?? type);
});

test("a multipart form is FormData, anything else a stream", async () => {
  const { fetch, received } = start();
  const form = new FormData();
  form.set("file", new File(["content"], "a.txt"));
  expect((await fetch("POST /any", { body: form })).status).toBe(200);
  const file = (received.at(0)?.body as FormData | undefined)?.get("file") as File;
  expect([file.name, await file.text()]).toEqual(["a.txt", "content"]);
  const headers = { "content-type": "application/octet-stream" };
  await fetch("POST /any", { body: "bytes", headers });
  expect(await new Response(received[1]?.body as ReadableStream).text()).toBe("bytes");
});

test("an optional body may be missing, a required one may not", async () => {
  const { fetch, post, received } = start();
  expect((await fetch("POST /any")).status).toBe(200);
  expect(received[0]).toMatchObject({ body: undefined, mediaType: undefined });
  for (const response of [await fetch("POST /tools"), await post("/tools", "", json)]) {
    expect([response.status, await readErrorLines(response)]).toEqual([400, ["body: required"]]);
  }
});

test.each([
  ["another type", "application/xml", {}],
  ["no type", "", {}],
  ["another charset", "application/json; charset=latin1", {}],
  ["a compressed body", json, { "content-encoding": "gzip" }],
])("415 for %s", async (_, type, more) => {
  const { fetch } = start();
  const init = streamBody(new Blob(["{}"]).stream(), type, more);
  expect((await fetch("POST /tools", init)).status).toBe(415);
});

test("413 by the announced length, and while reading, without reading on", async () => {
  const { fetch, post } = start({ bodyLimit: 100, bodyLimits: { sendAny: 1000 } });
  expect((await post("/tools", "x".repeat(101), json)).status).toBe(413);
  expect((await post("/any", "x".repeat(1000), "text/plain")).status).toBe(200);
  expect((await post("/any", "x".repeat(1001), "text/plain")).status).toBe(413);
  let pulled = 0;
  const endless = new ReadableStream({
    pull: (controller) => {
      pulled += 1;
      controller.enqueue(new Uint8Array(60));
    },
  });
  expect((await fetch("POST /tools", streamBody(endless, json))).status).toBe(413);
  expect(pulled).toBeLessThan(10);
});

test("400 for a JSON body with more arrays, objects and members than memberLimit", async () => {
  const { post } = start({ memberLimit: 4 });
  const response = await post("/tools", '{"slug":[[],[]]}', json);
  expect(await response.json()).toMatchObject({
    status: 400,
    errors: ["body: more than 4 arrays, objects and members"],
  });
});

test("413 for a streamed body when the handler reads too much of it", async () => {
  const sendAny = async ({ body: stream }: { body: ReadableStream }) => {
    await new Response(stream).text();
    return { status: 200 };
  };
  const { fetch } = start({ bodyLimit: 10 }, { sendAny });
  const send = (size: number) =>
    fetch(
      "POST /any",
      streamBody(new Blob(["x".repeat(size)]).stream(), "application/octet-stream"),
    );
  expect((await send(11)).status).toBe(413);
  expect((await send(10)).status).toBe(200);
});

test("values nested over 64 levels are refused, in bodies and in parameters", async () => {
  const { fetch, post } = start();
  const deep = `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`;
  const response = await post("/any", deep, "application/vnd.x+json");
  expect(await readErrorLines(response)).toEqual(["body: nested more than 64 levels deep"]);
  const query = await fetch(`GET /tools/a?filter${"[a]".repeat(70)}=1`);
  expect(await readErrorLines(query)).toEqual(["query.filter: nested more than 64 levels deep"]);
});

test("a member called __proto__ stays a member", async () => {
  const { post, fetch, received } = start();
  await post(
    "/any",
    '{"__proto__":{"polluted":1},"constructor":{"prototype":1}}',
    "application/vnd.x+json",
  );
  await post("/any", "__proto__=1&__proto__[polluted]=1", "application/x-www-form-urlencoded");
  await fetch("GET /tools/a?filter[__proto__][polluted]=1&__proto__=2");
  expect(received).toHaveLength(3);
  expect(Object.keys(received[0]?.body as object)).toEqual(["__proto__", "constructor"]);
  for (const input of received) {
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    for (const part of [input.body, input.query, (input.query as { filter?: unknown })?.filter]) {
      if (typeof part === "object" && part !== null) {
        expect(Object.getPrototypeOf(part)).toSatisfy(
          (proto) => proto === null || proto === Object.prototype,
        );
      }
    }
  }
});
