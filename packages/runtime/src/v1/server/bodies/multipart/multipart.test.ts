import { expect, test } from "vitest";
import { fc } from "../../../../../../../test/support/fast-check.ts";
import { multipartBodyWith, part } from "../../../client/requests/multipart.ts";
import { createRouter, type RouterOptions } from "../../../server.ts";
import type { PartsDefinition } from "../../operation.ts";
import { createMultipartParser } from "./parse.ts";

const parts: PartsDefinition = {
  named: [
    { name: "count", type: { type: "integer" } },
    { name: "flags", isList: true, type: { type: "boolean" } },
    { name: "rows", isList: true, type: { type: "array", items: { type: "integer" } } },
    { name: "anyRows", isList: true, type: { type: "array" } },
    { name: "about", type: { type: "object" } },
    { name: "image", isFile: true, contentType: "image/png, image/jpeg", maxSize: 10 },
    {
      name: "pages",
      isFile: true,
      isList: true,
      headers: [{ name: "X-Page", in: "header", type: { type: "integer" } }],
    },
  ],
};

/** Sends a body to a router. Returns the handler's input or the router's answer. */
async function send(
  body: string | FormData | Blob,
  options: Omit<RouterOptions, "x"> = {},
  headers: Record<string, string> = {},
): Promise<{
  status: number;
  text: string;
  body?: Record<string, unknown>;
  partHeaders?: unknown;
}> {
  let received: { body: Record<string, unknown>; partHeaders: unknown } | undefined;
  const router = createRouter(
    {
      operations: [
        {
          name: "upload",
          method: "POST",
          path: "/",
          body: { required: true, content: { "multipart/form-data": { parts } } },
          responses: { 204: [] },
        },
      ],
      securitySchemes: {},
      validators: {},
    },
    {
      security: {},
      handlers: {
        upload: (input: { body: Record<string, unknown>; partHeaders: unknown }) => {
          received = input;
          return { status: 204 };
        },
      },
    },
    options,
  );
  // Sent as bytes, because Node's stream of a FormData causes an unhandled rejection when it is cancelled.
  const encoded = new Response(body);
  const request = new Request("http://localhost/", {
    method: "POST",
    body: await encoded.arrayBuffer(),
    headers: { "content-type": encoded.headers.get("content-type") ?? "", ...headers },
  });
  const response = await router(request, undefined);
  return { status: response.status, text: await response.text(), ...received };
}

test("text becomes numbers, booleans and JSON as the document has it; files stay files", async () => {
  const form = new FormData();
  form.append("count", "3");
  form.append("flags", "true");
  form.append("flags", "no");
  form.append("about", '{"a":[1]}');
  form.append("image", new File(["\r\n--x"], 'a "b".png', { type: "image/png" }));
  form.append("pages", new File(["one"], "1.txt"));
  form.append("other", "text");
  form.append("file", new File(["two"], "2.txt", { type: "text/plain" }));
  form.append("__proto__", "member");
  const { status, body = {} } = await send(form);
  expect(status).toBe(204);
  const { image, pages, file, ...plain } = body;
  expect(plain).toEqual({
    count: 3,
    flags: [true, "no"],
    about: { a: [1] },
    other: "text",
    ["__proto__"]: "member",
  });
  expect(Object.getPrototypeOf(body)).toBe(Object.prototype);
  if (!(image instanceof File && file instanceof File && Array.isArray(pages))) {
    throw new Error("no files");
  }
  expect([image.name, image.type, await image.text()]).toEqual([
    'a "b".png',
    "image/png",
    "\r\n--x",
  ]);
  expect(await file.text()).toBe("two");
  expect(await pages[0].text()).toBe("one");
});

test.each([
  [["[1,2]"], [[1, 2]]],
  [
    ["[1,2]", "[3]"],
    [[1, 2], [3]],
  ],
  [["[[1,2],[3]]"], [[1, 2], [3]]],
  [["[]"], [[]]],
])("a list of lists arrives by its items or as one part: %s", async (sent, rows) => {
  const form = new FormData();
  for (const text of sent) {
    form.append("rows", text);
  }
  expect((await send(form)).body).toEqual({ rows });
});

test("a list of lists of anything arrives by its items, because one part may be one item", async () => {
  const form = new FormData();
  form.append("anyRows", "[[]]");
  expect((await send(form)).body).toEqual({ anyRows: [[[]]] });
});

test("files are checked by the rules of the document", async () => {
  const form = new FormData();
  form.append("image", new File(["12345678901"], "a.gif", { type: "image/gif" }));
  const { status, text } = await send(form);
  expect(status).toBe(400);
  expect(JSON.parse(text).errors).toEqual([
    "body.image: media type has to be image/png, image/jpeg",
    "body.image: at most 10 bytes",
  ]);
  const two = new FormData();
  two.append("image", new File(["1"], "a.png", { type: "image/png" }));
  two.append("image", new File(["2"], "b.png", { type: "image/png" }));
  expect((await send(two)).text).toContain("body.image: has to be one file");
});

test("the client's parts arrive with their header fields", async () => {
  const encode = multipartBodyWith({});
  const body = encode({
    count: 1,
    about: { deep: true },
    pages: [
      part(new Blob(["a"]), { headers: { "X-Page": 7 } }),
      part("b", { filename: "b.txt", contentType: "text/plain", headers: { "X-Page": 8 } }),
    ],
  });
  if (!(body instanceof Blob)) {
    throw new Error("no blob");
  }
  const received = await send(body);
  expect(received.status).toBe(204);
  expect(received.body).toMatchObject({ count: 1, about: { deep: true } });
  expect(received.partHeaders).toEqual({ pages: [{ "X-Page": 7 }, { "X-Page": 8 }] });
});

test("too many bytes and too many parts are 413", async () => {
  const form = new FormData();
  for (let index = 0; index < 20; index++) {
    form.append("other", "x".repeat(100));
  }
  expect((await send(form, { bodyLimit: 1000 })).status).toBe(413);
  expect((await send(form, { partLimit: 19 })).status).toBe(413);
  expect((await send(form, { partLimit: 20 })).status).toBe(204);
});

test.each([
  ["without a boundary", "x", "multipart/form-data"],
  [
    "that ends in the middle",
    '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\nx',
    undefined,
  ],
  ["with an endless head", `--b\r\n${"x".repeat(20_000)}`, undefined],
])("a body %s is 400", async (_, body, type = "multipart/form-data; boundary=b") => {
  const { status, text } = await send(body, {}, { "content-type": type });
  expect([status, text]).toEqual([400, expect.stringContaining("not valid multipart")]);
});

/** Parses a body in chunks of some length. Returns the name and text of each part. */
function parse(bytes: Uint8Array, boundary: string, length: number): (readonly [string, string])[] {
  const found: (readonly [string, string])[] = [];
  let name = "";
  let content: number[] = [];
  const parser = createMultipartParser(boundary, {
    onHead: (head) => {
      name = head.name ?? "";
      content = [];
    },
    onContent: (chunk) => void content.push(...chunk),
    onEnd: () => void found.push([name, new TextDecoder().decode(Uint8Array.from(content))]),
  });
  for (let at = 0; at < bytes.length; at += length) {
    parser.push(bytes.subarray(at, at + length));
  }
  parser.end();
  return found;
}

test("any form that fetch encodes is read as fetch reads it, however it is cut", async () => {
  const text = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom("", "\r\n", "--", "\r\n--", "\r\n------", "-----", "\r", "\n--"),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(text, text, fc.boolean()), { maxLength: 5 }),
      fc.integer({ min: 1, max: 80 }),
      async (entries, length) => {
        const form = new FormData();
        for (const [name, value, isFile] of entries) {
          form.append(name, isFile ? new File([value], name) : value);
        }
        const response = new Response(form);
        const type = response.headers.get("content-type") ?? "";
        const bytes = new Uint8Array(await response.arrayBuffer());
        const theirs = await new Response(bytes, { headers: { "content-type": type } }).formData();
        const expected = await Promise.all(
          [...theirs].map(async ([name, value]) => [
            name,
            typeof value === "string" ? value : await value.text(),
          ]),
        );
        expect(parse(bytes, type.split("boundary=")[1] ?? "", length)).toEqual(expected);
      },
    ),
    { numRuns: 300 },
  );
});
