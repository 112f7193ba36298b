import createFetchClient from "openapi-fetch";
import { describe, expect, test } from "vitest";
import { type Input, replaceFiles, useBodyWorld } from "./body-world.ts";

const world = useBodyWorld("forms");

const png = new File(["\x89PNG"], 'ä "b".png', { type: "image/png" });
const avatar = (): unknown => world.client.part(png, { headers: { "X-Checksum": 7 } });

async function readPlain(body: unknown): Promise<Input> {
  const entries = Object.entries(body as Input);
  return Object.fromEntries(
    await Promise.all(entries.map(async ([name, value]) => [name, await replaceFiles(value)])),
  );
}

describe("multipart bodies", () => {
  test("arrive as they were sent: numbers, booleans, JSON, lists and files", async () => {
    const body = {
      name: "n",
      count: 3,
      item: { n: 1 },
      ids: [1, 2],
      items: [{ n: 1 }, { n: 2, text: "t" }],
      notes: "5",
      files: [new Blob(["one"], { type: "application/pdf" }), new Uint8Array([116, 119, 111])],
      anything: new Blob(["x"], { type: "a/b" }),
    };
    await world.call("upload", { body: { ...body, avatar: avatar() } });
    const {
      public: isPublic,
      avatar: image,
      files,
      anything,
      ...rest
    } = await readPlain(world.received.body);
    const { files: _, anything: __, ...sent } = body;
    expect(rest).toEqual(sent);
    // The document's default.
    expect(isPublic).toBe(true);
    expect(image).toBe("File image/png \x89PNG");
    expect(files).toEqual(["File application/pdf one", "File application/octet-stream two"]);
    expect(anything).toBe("File a/b x");
    expect((world.received.body as { avatar: File }).avatar.name).toBe('ä "b".png');
    expect(world.received.partHeaders).toEqual({ avatar: { "X-Checksum": 7 } });
  });

  test("of FormData, which openapi-fetch sends, are read and validated in the same way", async () => {
    const service = world.router();
    const stock = createFetchClient<Record<string, unknown>>({
      baseUrl: "http://bodies.example.com",
      fetch: (request) => service(request, undefined),
      // The path is a plain text here, because this document does not have generated types.
    }) as unknown as Readonly<Record<string, (path: string, init: object) => Promise<Answer>>>;
    interface Answer {
      readonly error?: { readonly errors: readonly string[] };
    }
    const form = new FormData();
    form.append("name", "n");
    form.append("ids", "1");
    form.append("public", "yes");
    form.append("avatar", png);
    const answered = await stock.POST?.("/upload", { body: form });
    // `FormData` does not have header fields for parts.
    expect(answered?.error?.errors).toEqual([
      expect.stringContaining("body.public: "),
      "partHeaders.avatar.X-Checksum: required",
    ]);
  });

  test.each([
    [{ name: "" }, "body.name: "],
    [{ count: "many" }, "body.count: "],
    [{ unknown: 1 }, "body"],
    [
      { files: [1, 2, 3, 4].map(() => new Blob(["1"], { type: "application/pdf" })) },
      "body.files: ",
    ],
    [{ items: [{ n: "x" }] }, "body.items[0].n: "],
    [{ avatar: new Blob(["1"], { type: "image/gif" }) }, "body.avatar: media type has to be"],
    [{ avatar: new Blob(["1".repeat(101)], { type: "image/png" }) }, "body.avatar: at most 100"],
  ])("that do not fit are refused: %j", async (wrong, complaint) => {
    const body = { name: "n", avatar: avatar(), ...wrong };
    const error = await world.call("upload", { body }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ status: 400 });
    expect((error as { body: { errors: string[] } }).body.errors.join()).toContain(complaint);
    expect(world.received).toEqual({});
  });

  test("have limits of bytes and of parts", async () => {
    const body = { name: "n", avatar: avatar(), ids: Array.from({ length: 50 }, (_, id) => id) };
    for (const limit of [{ bodyLimit: 1000 }, { partLimit: 51 }]) {
      await expect(world.call("upload", { body }, {}, world.router(limit))).rejects.toMatchObject({
        status: 413,
      });
    }
    await world.call("upload", { body }, {}, world.router({ partLimit: 52 }));
  });
});

test("forms arrive in the styles that the document gives their fields", async () => {
  const body = {
    name: "a&b=c",
    ids: [1, 2],
    tags: ["x", "y,z"],
    point: { x: 1.5 },
    deep: { a: true, "k[l]": 2 },
    path: "a/b?c",
    "refs[]": ["r", "s,t"],
  };
  let sent = "";
  const service = world.router();
  await world.call("form", { body }, {}, async (request, context) => {
    sent = await request.clone().text();
    return service(request, context);
  });
  expect(world.received.body).toEqual(body);
  expect(sent).toBe(
    "name=a%26b%3Dc&ids=1,2&tags=x&tags=y%2Cz&point=%7B%22x%22%3A1.5%7D&deep%5Ba%5D=true&deep%5Bk%5Bl%5D%5D=2&path=a/b?c&refs%5B%5D=r&refs%5B%5D=s%2Ct",
  );
});

test("a form value with parts of its own arrives as JSON", async () => {
  const body = {
    name: "n",
    items: [{ n: 1 }, { n: 2, text: "]" }],
    item: { n: 3 },
    nested: [[1, 2], []],
  };
  await world.call("form", { body });
  expect(world.received.body).toEqual(body);
  await expect(world.call("form", { body: { ...body, items: [{ n: "1" }] } })).rejects.toThrow(
    "400",
  );
});
