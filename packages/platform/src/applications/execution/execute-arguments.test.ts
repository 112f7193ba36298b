import { describe, expect, it } from "vitest";
import { catchArgumentErrors, useToolRunner } from "./testing/run-tool.ts";

const run = useToolRunner();

describe("arguments", () => {
  it("are reported on a line for each field when they do not fit", async () => {
    expect(await catchArgumentErrors(run.run("JSON", {}))).toEqual([
      "body.arguments.name: required",
      "body.arguments.title: required",
    ]);
    const wrong = {
      name: "a",
      title: "",
      body_name: 3,
      count: 1.5,
      items: [{ id: 1 }, { id: "x" }],
      more: 1,
    };
    expect(await catchArgumentErrors(run.run("JSON", wrong))).toEqual([
      "body.arguments.more: not allowed",
      "body.arguments.title: must have at least 1 character",
      "body.arguments.body_name: expected string",
      "body.arguments.count: expected integer",
      "body.arguments.items[1].id: expected integer",
    ]);
    expect(await catchArgumentErrors(run.run("WHOLE", {}))).toEqual([
      "body.arguments.body: required",
    ]);
    expect(await catchArgumentErrors(run.run("WHOLE", { body: ["a", 1] }))).toEqual([
      "body.arguments.body[1]: expected string",
    ]);
    expect(await catchArgumentErrors(run.run("FAIL", { status: "no" }))).toEqual([
      "body.arguments.status: expected integer",
    ]);
  });

  it("may be JSON in a text where a list or an object is wanted, and other texts are named as such", async () => {
    const base = { name: "a", title: "b" };
    await run.run("JSON", { ...base, items: '[{"id": 1}]' });
    expect(JSON.parse(run.last().body)).toMatchObject({ items: [{ id: 1 }], title: "b" });
    const wrong = (items: string) => catchArgumentErrors(run.run("JSON", { ...base, items }));
    expect(await wrong("one, two")).toEqual(["body.arguments.items: send an array, not text"]);
    expect(await wrong('{"id": 1}')).toEqual(["body.arguments.items: send an array, not text"]);
    expect(await wrong('[{"id": "x"}]')).toEqual(["body.arguments.items[0].id: expected integer"]);
    // A text stays a text where one is wanted.
    await run.run("JSON", { ...base, title: "[1]" });
    expect(JSON.parse(run.last().body)).toMatchObject({ title: "[1]" });
  });

  it("that would lead to another path, or that a style cannot carry, are refused", async () => {
    const base = { simple: "a", label: [1], matrix: { a: 1 } };
    for (const simple of ["..", ".", ""]) {
      const lines = await catchArgumentErrors(run.run("STYLES", { ...base, simple }));
      expect(lines).toEqual(['body.arguments.simple: must not be empty, "." or ".."']);
    }
    const lines = await catchArgumentErrors(run.run("STYLES", { ...base, pipe: ["a|b"] }));
    expect(lines[0]).toMatch(/^body\.arguments\.pipe: /);
  });

  it("travel in every parameter style", async () => {
    await run.run("STYLES", {
      simple: "a/b?c#d",
      label: [1, 2],
      matrix: { x: 1, y: 2 },
      form: ["a", "b c"],
      joined: ["a,", "b"],
      space: ["a", "b"],
      pipe: ["a", "b"],
      deep: { a: 1, b: { c: "d" } },
      reserved: "a/b:c",
      content: { a: [1] },
      tags: ["t1", "t2"],
      "X-List": [1, 2],
      session: "a b",
    });
    const { url, headers, method } = run.last();
    expect([method, headers["x-list"], headers.cookie]).toEqual(["GET", "1,2", "session=a%20b"]);
    expect(headers["x-api-version"]).toBe("7");
    const [path, query] = url.split("?");
    expect(path).toBe("/main/styles/a%2Fb%3Fc%23d/.1.2/;matrix=x,1,y,2");
    expect(query?.split("&")).toEqual([
      "form=a",
      "form=b%20c",
      "joined=a%2C,b",
      "space=a%20b",
      "pipe=a%7Cb",
      "deep%5Ba%5D=1",
      "deep%5Bb%5D%5Bc%5D=d",
      "reserved=a/b:c",
      "content=%7B%22a%22%3A%5B1%5D%7D",
      "tags%5B%5D=t1",
      "tags%5B%5D=t2",
    ]);
  });

  it("travel in JSON, forms, multipart, text and whole bodies", async () => {
    await run.run("JSON", { name: "path", title: "t", body_name: "body" });
    expect(run.last()).toMatchObject({
      url: "/main/json/path",
      headers: { "content-type": "application/json" },
    });
    expect(JSON.parse(run.last().body)).toEqual({ title: "t", name: "body" });
    await run.run("OPTIONAL", {});
    expect(run.last()).toMatchObject({ body: "", method: "POST" });
    expect(await catchArgumentErrors(run.run("OPTIONAL", { b: "x" }))).toEqual([
      "body.arguments.a: required",
    ]);
    await run.run("WHOLE", { body: ["a"] });
    expect(run.last().body).toBe('["a"]');
    await run.run("FORM", { a: "x y", list: ["1", "2"], deep: { k: { l: "v" } } });
    expect(run.last().headers["content-type"]).toBe("application/x-www-form-urlencoded");
    expect([...new URLSearchParams(run.last().body)]).toEqual([
      ["a", "x y"],
      ["list", "1"],
      ["list", "2"],
      ["deep[k][l]", "v"],
    ]);
    await run.run("MULTIPART", { a: "x", meta: { b: 1 } });
    const type = run.last().headers["content-type"] ?? "";
    const form = await new Response(run.last().body, {
      headers: { "content-type": String(type) },
    }).formData();
    expect([...form.keys()]).toEqual(["a", "meta"]);
    expect(form.get("a")).toBe("x");
    await run.run("TEXT_BODY", { body: "grüß" });
    expect(run.last()).toMatchObject({ body: "grüß", headers: { "content-type": "text/plain" } });
    await run.run("XML", { body: "<a>ü</a>" });
    expect(run.last()).toMatchObject({
      body: "<a>ü</a>",
      headers: { "content-type": "application/xml" },
    });
    await run.run("BINARY", { body: Buffer.from([0, 255, 10]).toString("base64") });
    expect([run.last().headers["content-type"], run.last().bytes]).toEqual([
      "application/octet-stream",
      Buffer.from([0, 255, 10]),
    ]);
    expect(await catchArgumentErrors(run.run("BINARY", { body: "no base64!" }))).toEqual([
      "body.arguments.body: expected base64",
    ]);
  });

  it("become GraphQL variables and MIME messages", async () => {
    await run.run("GRAPH", { id: "7" });
    expect(run.last().url).toBe("/main/graphql");
    expect(JSON.parse(run.last().body)).toEqual({
      query: "query($id: ID!) { thing(id: $id) { n } }",
      variables: { id: "7" },
    });
    await run.run("MAIL", {
      to: ["Zoë <zoe@example.com>", "bob@example.com\r\nBcc: evil@example.com"],
      subject: "Grüße\r\nX-Evil: 1",
      body: "Hällo",
      thread_id: "t1",
    });
    const { message } = JSON.parse(run.last().body);
    expect(message.threadId).toBe("t1");
    const text = Buffer.from(message.raw, "base64url").toString("utf8");
    const [head = "", content = ""] = text.split("\r\n\r\n");
    expect(head).not.toMatch(/^(?:Bcc|X-Evil):/m);
    expect(head).toContain("To: =?utf-8?B?Wm/Dqw==?= <zoe@example.com>, bob@example.com");
    expect(head).toContain("Content-Type: text/plain; charset=utf-8");
    expect(Buffer.from(content, "base64").toString("utf8")).toBe("Hällo");
  });
});
