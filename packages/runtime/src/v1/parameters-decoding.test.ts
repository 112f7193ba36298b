import { describe, expect, test } from "vitest";
import {
  createFormDecoder,
  createParameterDecoder,
  decodeHeader,
  type ParameterDefinition,
  type ValueType,
} from "./parameters.ts";

describe("decoding", () => {
  const decodeQuery = (
    text: string,
    type: ValueType,
    rest: Partial<ParameterDefinition> = {},
  ): unknown =>
    createParameterDecoder([{ name: "p", in: "query", type, ...rest }])({
      path: {},
      query: text,
      headers: new Headers(),
    }).query.p;
  const integers: ValueType = { type: "array", items: { type: "integer" } };

  test.each(["p=1,2,3", "?p=1&p=2&p=3", "p[]=1&p[]=2&p[]=3", "p%5B%5D=1,2&p%5B%5D=3", "p=1&p=2,3"])(
    "reads %s as an array",
    (text) => {
      expect(decodeQuery(text, integers, { explode: false })).toEqual([1, 2, 3]);
    },
  );

  test("distinguishes a comma that separates from one that is data", () => {
    expect(
      decodeQuery("p=a%2Cb,c", { type: "array", items: { type: "string" } }, { explode: false }),
    ).toEqual(["a,b", "c"]);
    expect(decodeQuery("p=a,b&p=c", { type: "array", items: { type: "string" } })).toEqual([
      "a,b",
      "c",
    ]);
  });

  test.each([
    ["p=a%2Cb", ["a", "b"]],
    ["p=a%2cb,c", ["a", "b", "c"]],
    ["p=a+b%2C%2525", ["a b", "%25"]],
    ["p=a%2Cb&p=c", ["a,b", "c"]],
    ["p=a%2Cb&p=c,d", ["a,b", "c", "d"]],
    ["p[]=a%2Cb", ["a,b"]],
    ["p%5B%5D=a%2Cb&p=c", ["c", "a,b"]],
    ["p=a%2Cb&p=", ["a,b"]],
  ])("reads %s by a definition with splitEncoded", (text, expected) => {
    const rest = { explode: false, splitEncoded: true, emptyAsAbsent: true };
    const strings: ValueType = { type: "array" };
    expect(decodeQuery(text, strings, rest)).toEqual(expected);
    const decode = createParameterDecoder([
      { name: "p", in: "query", type: strings, ...rest },
      // An exploded object makes the decoder look at all pairs of the query.
      { name: "o", in: "query", type: { type: "object", properties: {} } },
    ]);
    expect(decode({ path: {}, query: text, headers: new Headers() }).query.p).toEqual(expected);
  });

  test("reads an encoded comma in the path and in a cookie by a definition with splitEncoded", () => {
    const integer = { type: integers, splitEncoded: true, explode: false } as const;
    const decode = createParameterDecoder([
      { name: "p", in: "path", ...integer },
      { name: "c", in: "cookie", ...integer },
    ]);
    const { path, cookie } = decode({
      path: { p: "1%2C2" },
      query: "",
      headers: new Headers({ cookie: "c=3%2C4,5" }),
    });
    expect(path.p).toEqual([1, 2]);
    expect(cookie.c).toEqual([3, 4, 5]);
  });

  test.each(["12x", "1_000", "0x10", " 1", "", "1e999", "9007199254740993", "007"])(
    "leaves %j for the validator to refuse",
    (text) => {
      expect(decodeQuery(`p=${encodeURIComponent(text)}`, { type: "integer" })).toBe(text);
    },
  );

  test("leaves 1.5 as a number for an integer's validator, and text that is not a boolean as text", () => {
    expect(decodeQuery("p=1.5", { type: "integer" })).toBe("1.5");
    expect(decodeQuery("p=1.5", { type: "number" })).toBe(1.5);
    expect(decodeQuery("p=TRUE", { type: "boolean" })).toBe("TRUE");
  });

  test("gives all texts of a parameter that is repeated although it is not an array", () => {
    expect(decodeQuery("p=1&p=2", { type: "integer" })).toEqual(["1", "2"]);
  });

  test.each(["p", "p=", "p=null", ""])("takes %j as absent when the definition says so", (text) => {
    expect(decodeQuery(text, { type: "string" }, { emptyAsAbsent: true })).toBeUndefined();
    expect(decodeQuery(text, integers, { emptyAsAbsent: true, explode: false })).toBeUndefined();
  });

  test("takes an empty value as empty text otherwise", () => {
    expect(decodeQuery("p=", { type: "string" })).toBe("");
    expect(decodeQuery("p=null", { type: "string" })).toBe("null");
    expect(decodeQuery("p=", integers, { explode: false })).toEqual([]);
  });

  test("chooses between a primitive and an array or object by the text", () => {
    const either: ValueType = {
      type: ["string", "object"],
      additionalProperties: { type: "string" },
    };
    expect(decodeQuery("p=latest", either, { style: "deepObject" })).toBe("latest");
    expect(decodeQuery("p[github]=1&p[slack]=latest", either, { style: "deepObject" })).toEqual({
      github: "1",
      slack: "latest",
    });
    expect(decodeQuery("p=5", { type: ["string", "array"] }, { explode: false })).toBe("5");
    expect(
      decodeQuery(
        "p=5,6",
        { type: ["integer", "array"], items: { type: "integer" } },
        { explode: false },
      ),
    ).toEqual([5, 6]);
  });

  test("types the members of a deepObject at every level", () => {
    const type: ValueType = {
      type: "object",
      properties: {
        limit: { type: "integer" },
        tags: { type: "array", items: { type: "string" } },
        deep: { type: "object", properties: { on: { type: "boolean" } } },
      },
    };
    expect(
      decodeQuery("p[limit]=5&p[tags]=a&p[deep][on]=true&p[other]=5", type, {
        style: "deepObject",
      }),
    ).toEqual({
      limit: 5,
      tags: ["a"],
      deep: { on: true },
      other: "5",
    });
    expect(decodeQuery("p[tags][]=a&p[tags][]=b", type, { style: "deepObject" })).toEqual({
      tags: ["a", "b"],
    });
    expect(decodeQuery("p[tags][0]=a&p[tags][1]=b", type, { style: "deepObject" })).toEqual({
      tags: ["a", "b"],
    });
  });

  test("makes __proto__ an ordinary member and changes no prototype", () => {
    const value = decodeQuery(
      "p[__proto__][polluted]=1&p[__proto__]=2",
      { type: "object" },
      { style: "deepObject" },
    );
    expect(Object.keys(value as object)).toContain("__proto__");
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test("leaves to other parameters what is theirs when an exploded object takes additional properties", () => {
    const decode = createParameterDecoder([
      { name: "limit", in: "query", type: { type: "integer" } },
      {
        name: "filter",
        in: "query",
        type: { type: "object", additionalProperties: { type: "integer" } },
      },
    ]);
    expect(decode({ path: {}, query: "limit=5&a=1&b=x", headers: new Headers() }).query).toEqual({
      limit: 5,
      filter: { a: 1, b: "x" },
    });
  });

  test("never throws on malformed input", () => {
    expect(decodeQuery("p=%E0%A4%A", { type: "string" })).toBe("%E0%A4%A");
    expect(decodeQuery("p={", { type: "object" }, { contentType: "application/json" })).toBe("{");
    expect(decodeQuery("p=R,100,G", { type: "object" }, { explode: false })).toBe("R,100,G");
    const path = createParameterDecoder([
      { name: "p", in: "path", style: "matrix", type: integers },
    ]);
    expect(path({ path: { p: ";other=1" }, query: "", headers: new Headers() }).path.p).toBe(
      ";other=1",
    );
  });

  test("reads headers in Latin-1 and UTF-8, arrays with or without spaces", () => {
    expect(decodeHeader({ name: "h", in: "header", type: integers }, "1, 2 ,3")).toEqual([1, 2, 3]);
    expect(decodeHeader({ name: "h", in: "header" }, "\u00e9")).toBe("é");
    expect(decodeHeader({ name: "h", in: "header" }, "\u00c3\u00a9")).toBe("é");
  });

  test("of a cookie that a browser sends for two paths, the first counts", () => {
    const string = { type: { type: "string" } } as const;
    const decode = createParameterDecoder([
      { name: "sid", in: "cookie", ...string },
      { name: "json", in: "cookie", contentType: "application/json" },
      { name: "ids", in: "cookie", type: integers },
    ]);
    const headers = new Headers({ cookie: "sid=a; json=[1]; ids=1; sid=b; json=[2]; ids=2" });
    const { cookie } = decode({ path: {}, query: "", headers });
    expect(cookie).toEqual({ sid: "a", json: [1], ids: [1, 2] });
  });

  test("reads cookies, also exploded ones that are joined as RFC 6570 writes them", () => {
    const decode = createParameterDecoder([
      { name: "ids", in: "cookie", type: integers },
      { name: "session", in: "cookie", type: { type: "string" } },
    ]);
    const headers = new Headers({ cookie: "ids=1&ids=2; session=a&b%3D" });
    expect(decode({ path: {}, query: "", headers }).cookie).toEqual({
      ids: [1, 2],
      session: "a&b=",
    });
  });

  test("keeps unknown names of a form body as text", () => {
    const decode = createFormDecoder([{ name: "a", in: "query", type: { type: "integer" } }]);
    expect(decode("a=1&b=x+y&c=1&c=2")).toEqual({ a: 1, b: "x y", c: ["1", "2"] });
  });
});
