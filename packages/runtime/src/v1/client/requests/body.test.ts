import { describe, expect, test } from "vitest";
import { formBody, formBodyWith, multipartBody, multipartBodyWith } from "../../client.ts";

describe("a form-urlencoded body", () => {
  test("repeats lists, writes objects as JSON and leaves out undefined members", () => {
    expect(
      formBody({ a: "x y&=", list: [1, 2], deep: { b: [1] }, none: undefined, no: null }),
    ).toBe("a=x%20y%26%3D&list=1&list=2&deep=%7B%22b%22%3A%5B1%5D%7D");
  });

  test("follows the styles of the document", () => {
    const encode = formBodyWith([
      { name: "list", in: "query", explode: false },
      { name: "deep", in: "query", style: "deepObject" },
    ]);
    expect(encode({ list: ["a,b", "c"], deep: { k: 1 }, other: true })).toBe(
      "list=a%2Cb,c&deep%5Bk%5D=1&other=true",
    );
  });

  test("lets encoded bodies through", () => {
    const body = new URLSearchParams({ a: "1" });
    expect(formBody(body)).toBe(body);
    expect(formBody("a=1")).toBe("a=1");
  });
});

/** The parts as a standard parser reads them. */
async function parse(body: unknown): Promise<[string, string | File][]> {
  const response = new Response(body as BodyInit);
  return [...(await response.formData())];
}

type BodyInit = ConstructorParameters<typeof Response>[0];

describe("a multipart body", () => {
  test("a standard parser reads back the values from which a body was made", async () => {
    const file = new File(["\u0000bytes\r\n--"], 'na"me\n.txt', { type: "text/plain" });
    const parts = await parse(
      multipartBody({ text: "ä\r\n", n: 1, list: ["a", "b"], 'k"': true, file, none: undefined }),
    );
    expect(parts.slice(0, 5)).toEqual([
      ["text", "ä\r\n"],
      ["n", "1"],
      ["list", "a"],
      ["list", "b"],
      ['k"', "true"],
    ]);
    const [name, read] = parts[5] ?? [];
    expect(name).toBe("file");
    expect(read).toBeInstanceOf(File);
    expect([(read as File).name, (read as File).type]).toEqual(['na"me\n.txt', "text/plain"]);
    expect(await (read as File).text()).toBe("\u0000bytes\r\n--");
  });

  test("gives objects and encoded parts their content type, and no file name", async () => {
    const encode = multipartBodyWith({
      csv: { contentType: "text/csv" },
      image: { contentType: "image/png, image/jpeg" },
    });
    const text = await new Response(
      encode({ meta: { a: 1 }, csv: "a,b", image: new Blob(["x"]) }) as BodyInit,
    ).text();
    expect(text).toContain('name="meta"\r\ncontent-type: application/json\r\n\r\n{"a":1}\r\n');
    expect(text).toContain('name="csv"\r\ncontent-type: text/csv\r\n\r\na,b\r\n');
    expect(text).toContain('name="image"; filename="blob"\r\ncontent-type: image/png\r\n\r\nx\r\n');
  });

  test("lets FormData through", () => {
    const body = new FormData();
    expect(multipartBody(body)).toBe(body);
  });
});
