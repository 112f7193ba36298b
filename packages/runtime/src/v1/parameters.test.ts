import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createFormDecoder,
  createParameterDecoder,
  decodeHeader,
  encodeCookies,
  encodeHeaders,
  encodePath,
  encodeQuery,
  type ParameterDefinition,
  type ParameterLocation,
  type ValueType,
} from "./parameters.ts";

const color = {
  string: "blue",
  array: ["blue", "black", "brown"],
  object: { R: 100, G: 200, B: 150 },
};

describe("the examples of OpenAPI 3.1.1, section 4.8.12.4", () => {
  const path = (style: "simple" | "label" | "matrix", explode: boolean, value: unknown): string =>
    encodePath("x{color}", [{ name: "color", in: "path", style, explode }], { color: value }).slice(
      1,
    );
  const query = (
    style: ParameterDefinition["style"] & string,
    explode: boolean,
    value: unknown,
  ): string => encodeQuery([{ name: "color", in: "query", style, explode }], { color: value });

  test.each([
    [
      "matrix",
      false,
      ";color",
      ";color=blue",
      ";color=blue,black,brown",
      ";color=R,100,G,200,B,150",
    ],
    [
      "matrix",
      true,
      ";color",
      ";color=blue",
      ";color=blue;color=black;color=brown",
      ";R=100;G=200;B=150",
    ],
    ["label", false, ".", ".blue", ".blue,black,brown", ".R,100,G,200,B,150"],
    ["label", true, ".", ".blue", ".blue.black.brown", ".R=100.G=200.B=150"],
    ["simple", false, "", "blue", "blue,black,brown", "R,100,G,200,B,150"],
    ["simple", true, "", "blue", "blue,black,brown", "R=100,G=200,B=150"],
  ] as const)("%s, explode %s, in the path", (style, explode, empty, string, array, object) => {
    expect([
      path(style, explode, ""),
      path(style, explode, color.string),
      path(style, explode, color.array),
      path(style, explode, color.object),
    ]).toEqual([empty, string, array, object]);
  });

  test.each([
    ["form", false, "color=", "color=blue", "color=blue,black,brown", "color=R,100,G,200,B,150"],
    [
      "form",
      true,
      "color=",
      "color=blue",
      "color=blue&color=black&color=brown",
      "R=100&G=200&B=150",
    ],
    [
      "spaceDelimited",
      false,
      "color=",
      "color=blue",
      "color=blue%20black%20brown",
      "color=R%20100%20G%20200%20B%20150",
    ],
    [
      "pipeDelimited",
      false,
      "color=",
      "color=blue",
      "color=blue%7Cblack%7Cbrown",
      "color=R%7C100%7CG%7C200%7CB%7C150",
    ],
    [
      "deepObject",
      true,
      "color=",
      "color=blue",
      "color=blue&color=black&color=brown",
      "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150",
    ],
  ] as const)("%s, explode %s, in the query", (style, explode, empty, string, array, object) => {
    expect([
      query(style, explode, ""),
      query(style, explode, color.string),
      query(style, explode, color.array),
      query(style, explode, color.object),
    ]).toEqual([empty, string, array, object]);
  });
});

/** Sends values through URL and Headers as fetch would, and back. */
function roundTrip(definition: ParameterDefinition, value: unknown): unknown {
  const values = { [definition.name]: value };
  const only = (location: ParameterLocation): ParameterDefinition[] =>
    definition.in === location ? [definition] : [];
  const path = definition.in === "path" ? encodePath("/x{p}", [definition], values) : "/x";
  const search = encodeQuery(
    definition.in === "query" ? [definition] : only("querystring"),
    values,
  );
  const url = new URL(`http://localhost${path}?${search}`);
  const headers = new Headers(encodeHeaders(only("header"), values));
  const cookie = encodeCookies(only("cookie"), values);
  if (cookie !== undefined) {
    headers.set("cookie", cookie);
  }
  const source = { path: { p: url.pathname.slice(2) }, query: url.search, headers };
  const decoded = createParameterDecoder([definition])(source);
  return definition.in === "querystring"
    ? decoded.querystring
    : decoded[definition.in][definition.name];
}

describe("what is encoded is decoded to the same value", () => {
  type Kind = readonly [string, ValueType, fc.Arbitrary<unknown>];
  const kindsOf = (text: fc.Arbitrary<string>, key: fc.Arbitrary<string>): readonly Kind[] => [
    ["strings", { type: "string" }, text],
    ["integers", { type: "integer" }, fc.maxSafeInteger()],
    [
      "numbers",
      { type: "number" },
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
    ],
    ["booleans", { type: "boolean" }, fc.boolean()],
    [
      "arrays of strings",
      { type: "array", items: { type: "string" } },
      fc.array(text, { minLength: 1 }),
    ],
    [
      "arrays of numbers",
      { type: "array", items: { type: "number" } },
      fc.array(fc.constantFrom(1.5, -2, 0), { minLength: 1 }),
    ],
    [
      "objects",
      { type: "object", additionalProperties: { type: "string" } },
      fc.dictionary(key, text, { minKeys: 1, noNullPrototype: true }),
    ],
  ];
  const anyText = fc.string({ unit: "binary" });
  const anyKey = fc.string({ unit: "binary", minLength: 1 }).filter((key) => key !== "p");
  /** Without white space, which HTTP trims, and control characters, which it refuses. */
  const visible = (characters: string, minLength = 0): fc.Arbitrary<string> =>
    fc.string({ unit: fc.constantFrom(...characters), minLength });
  const escaped = kindsOf(anyText, anyKey);
  const deep = kindsOf(
    anyText,
    anyKey.filter((key) => !/[[\]]/.test(key)),
  );
  const header = kindsOf(visible("aZ0%&=,;[]'\"é🐶\u00ff", 1), visible("aZ%&;='é🐶", 1));
  // Short, and mostly of what the style can carry: else chance may make nothing but values that it refuses.
  const cookieText = fc.oneof(
    visible("aZ0%[]'é"),
    fc.string({ unit: fc.constantFrom(..."a&=,;"), maxLength: 3 }),
  );
  const cookie = kindsOf(cookieText, fc.oneof(visible("aZ0%", 2), fc.constant("a=")));

  test.each<
    [ParameterLocation, NonNullable<ParameterDefinition["style"]>, boolean, readonly Kind[]]
  >([
    ["path", "simple", false, escaped],
    ["path", "simple", true, escaped],
    ["path", "label", false, escaped],
    ["path", "label", true, escaped],
    ["path", "matrix", false, escaped],
    ["path", "matrix", true, escaped],
    ["query", "form", false, escaped],
    ["query", "form", true, escaped],
    ["query", "spaceDelimited", false, escaped],
    ["query", "pipeDelimited", false, escaped],
    ["query", "deepObject", true, deep],
    ["header", "simple", false, header],
    ["header", "simple", true, header],
    ["cookie", "form", false, escaped],
    ["cookie", "form", true, escaped],
    ["cookie", "cookie", false, cookie],
    ["cookie", "cookie", true, cookie],
  ])("%s, %s, explode %s", (location, style, explode, kinds) => {
    for (const [kind, type, values] of kinds) {
      const definition: ParameterDefinition = { name: "p", in: location, style, explode, type };
      let carried = 0;
      fc.assert(
        fc.property(values, (value) => {
          let decoded: unknown;
          try {
            decoded = roundTrip(definition, value);
          } catch (error) {
            // A style may refuse what it cannot carry; it must not change it.
            expect(error).toBeInstanceOf(TypeError);
            return;
          }
          carried++;
          expect(decoded).toEqual(value);
        }),
        { numRuns: 100 },
      );
      expect(carried, kind).toBeGreaterThan(0);
    }
  });
});

describe("encoding", () => {
  const query = (value: unknown, rest: Partial<ParameterDefinition> = {}): string =>
    encodeQuery([{ name: "p", in: "query", ...rest }], { p: value });

  test("sends nothing for null, undefined, empty arrays and empty objects", () => {
    const definitions = ["a", "b", "c", "d"].map(
      (name): ParameterDefinition => ({ name, in: "query" }),
    );
    expect(encodeQuery(definitions, { a: null, b: undefined, c: [], d: {} })).toBe("");
    expect(query([1, null, 2, undefined])).toBe("p=1&p=2");
    expect(query({ a: null, b: 1 })).toBe("b=1");
  });

  test("encodes everything that is not unreserved, and lone surrogates as U+FFFD", () => {
    expect(query("a b&c=d+é/!'()*~")).toBe("p=a%20b%26c%3Dd%2B%C3%A9%2F%21%27%28%29%2A~");
    expect(query("\ud800")).toBe("p=%EF%BF%BD");
  });

  test("leaves reserved characters and triplets alone under allowReserved, but not those that break a query", () => {
    const text = ":/?@!$'()*,;= #[]&+ %41 50% é";
    expect(query(text, { allowReserved: true })).toBe(
      "p=:/?@!$'()*,;=%20%23%5B%5D%26%2B%20%41%2050%25%20%C3%A9",
    );
    expect(query(["a,b", "c"], { allowReserved: true, explode: false })).toBe("p=a%2Cb,c");
  });

  test("writes JSON for content, and plain text for other media types", () => {
    expect(query({ a: 1 }, { contentType: "application/json" })).toBe("p=%7B%22a%22%3A1%7D");
    expect(query("x y", { contentType: "text/plain" })).toBe("p=x%20y");
    expect(
      encodeHeaders([{ name: "h", in: "header", contentType: "application/json" }], { h: [1] }),
    ).toEqual([["h", "[1]"]]);
  });

  test("refuses nested values, and values that hold the delimiter of a style without an escape", () => {
    expect(() => query([[1]])).toThrow(TypeError);
    expect(() => query(["a b", "c"], { style: "spaceDelimited", explode: false })).toThrow('"p"');
    expect(() => query(["a|b"], { style: "pipeDelimited", explode: false })).toThrow("|");
    expect(() => encodeHeaders([{ name: "h", in: "header" }], { h: ["a,b"] })).toThrow(TypeError);
    expect(() => encodeHeaders([{ name: "h", in: "header" }], { h: "a\r\nx: y" })).toThrow(
      "line breaks",
    );
    expect(() =>
      encodeCookies([{ name: "c", in: "cookie", style: "cookie" }], { c: "a; b" }),
    ).toThrow("semicolons");
  });

  test.each([undefined, null, "", ".", "..", []])(
    "refuses %j for a path parameter: the request would reach another resource",
    (id) => {
      expect(() => encodePath("/tools/{id}", [{ name: "id", in: "path" }], { id })).toThrow(
        TypeError,
      );
    },
  );

  test("ignores inherited members of the values", () => {
    expect(encodeQuery([{ name: "constructor", in: "query" }], {})).toBe("");
  });

  test("nests a deepObject in brackets", () => {
    expect(decodeURIComponent(query({ a: { b: [1, 2] } }, { style: "deepObject" }))).toBe(
      "p[a][b]=1&p[a][b]=2",
    );
  });
});

describe("decoding", () => {
  const query = (text: string, type: ValueType, rest: Partial<ParameterDefinition> = {}): unknown =>
    createParameterDecoder([{ name: "p", in: "query", type, ...rest }])({
      path: {},
      query: text,
      headers: new Headers(),
    }).query.p;
  const integers: ValueType = { type: "array", items: { type: "integer" } };

  test.each(["p=1,2,3", "?p=1&p=2&p=3", "p[]=1&p[]=2&p[]=3", "p%5B%5D=1,2&p%5B%5D=3", "p=1&p=2,3"])(
    "reads %s as an array",
    (text) => {
      expect(query(text, integers, { explode: false })).toEqual([1, 2, 3]);
    },
  );

  test("tells a comma that separates from one that is data", () => {
    expect(
      query("p=a%2Cb,c", { type: "array", items: { type: "string" } }, { explode: false }),
    ).toEqual(["a,b", "c"]);
    expect(query("p=a,b&p=c", { type: "array", items: { type: "string" } })).toEqual(["a,b", "c"]);
  });

  test.each(["12x", "1_000", "0x10", " 1", "", "1e999", "9007199254740993", "007"])(
    "leaves %j for the validator to refuse",
    (text) => {
      expect(query(`p=${encodeURIComponent(text)}`, { type: "integer" })).toBe(text);
    },
  );

  test("leaves 1.5 as a number for an integer's validator, and text that is no boolean as text", () => {
    expect(query("p=1.5", { type: "integer" })).toBe("1.5");
    expect(query("p=1.5", { type: "number" })).toBe(1.5);
    expect(query("p=TRUE", { type: "boolean" })).toBe("TRUE");
  });

  test("gives all texts of a parameter that is repeated though it is no array", () => {
    expect(query("p=1&p=2", { type: "integer" })).toEqual(["1", "2"]);
  });

  test.each(["p", "p=", "p=null", ""])("takes %j as absent when the definition says so", (text) => {
    expect(query(text, { type: "string" }, { emptyAsAbsent: true })).toBeUndefined();
    expect(query(text, integers, { emptyAsAbsent: true, explode: false })).toBeUndefined();
  });

  test("takes an empty value as empty text otherwise", () => {
    expect(query("p=", { type: "string" })).toBe("");
    expect(query("p=null", { type: "string" })).toBe("null");
    expect(query("p=", integers, { explode: false })).toEqual([]);
  });

  test("chooses between a primitive and an array or object by the text", () => {
    const either: ValueType = {
      type: ["string", "object"],
      additionalProperties: { type: "string" },
    };
    expect(query("p=latest", either, { style: "deepObject" })).toBe("latest");
    expect(query("p[github]=1&p[slack]=latest", either, { style: "deepObject" })).toEqual({
      github: "1",
      slack: "latest",
    });
    expect(query("p=5", { type: ["string", "array"] }, { explode: false })).toBe("5");
    expect(
      query(
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
      query("p[limit]=5&p[tags]=a&p[deep][on]=true&p[other]=5", type, { style: "deepObject" }),
    ).toEqual({
      limit: 5,
      tags: ["a"],
      deep: { on: true },
      other: "5",
    });
    expect(query("p[tags][]=a&p[tags][]=b", type, { style: "deepObject" })).toEqual({
      tags: ["a", "b"],
    });
    expect(query("p[tags][0]=a&p[tags][1]=b", type, { style: "deepObject" })).toEqual({
      tags: ["a", "b"],
    });
  });

  test("makes __proto__ an ordinary member and changes no prototype", () => {
    const value = query(
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
    expect(query("p=%E0%A4%A", { type: "string" })).toBe("%E0%A4%A");
    expect(query("p={", { type: "object" }, { contentType: "application/json" })).toBe("{");
    expect(query("p=R,100,G", { type: "object" }, { explode: false })).toBe("R,100,G");
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

  test("reads a whole query string as one value", () => {
    const json: ParameterDefinition = {
      name: "q",
      in: "querystring",
      contentType: "application/json",
    };
    const form: ParameterDefinition = {
      name: "q",
      in: "querystring",
      contentType: "application/x-www-form-urlencoded",
      type: { type: "object", properties: { a: { type: "integer" } } },
    };
    expect(roundTrip(json, { a: ["ü", 1] })).toEqual({ a: ["ü", 1] });
    expect(roundTrip(form, { a: 1, b: "x y" })).toEqual({ a: 1, b: "x y" });
  });

  test("keeps unknown names of a form body as text", () => {
    const decode = createFormDecoder([{ name: "a", in: "query", type: { type: "integer" } }]);
    expect(decode("a=1&b=x+y&c=1&c=2")).toEqual({ a: 1, b: "x y", c: ["1", "2"] });
  });
});
