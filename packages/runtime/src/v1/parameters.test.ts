import { describe, expect, test } from "vitest";
import { fc } from "../../../../test/support/fast-check.ts";
import {
  encodeCookies,
  encodeHeaders,
  encodePath,
  encodePrimitiveHeaders,
  encodePrimitivePath,
  encodePrimitiveQuery,
  encodeQuery,
  type ParameterDefinition,
} from "./parameters.ts";

const color = {
  string: "blue",
  array: ["blue", "black", "brown"],
  object: { R: 100, G: 200, B: 150 },
};

describe("the examples of OpenAPI 3.1.1, section 4.8.12.4", () => {
  const writePathText = (
    style: "simple" | "label" | "matrix",
    explode: boolean,
    value: unknown,
  ): string =>
    encodePath("x{color}", [{ name: "color", in: "path", style, explode }], { color: value }).slice(
      1,
    );
  const writeQueryText = (
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
      writePathText(style, explode, ""),
      writePathText(style, explode, color.string),
      writePathText(style, explode, color.array),
      writePathText(style, explode, color.object),
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
      writeQueryText(style, explode, ""),
      writeQueryText(style, explode, color.string),
      writeQueryText(style, explode, color.array),
      writeQueryText(style, explode, color.object),
    ]).toEqual([empty, string, array, object]);
  });
});

describe("encoding", () => {
  const writeQueryText = (value: unknown, rest: Partial<ParameterDefinition> = {}): string =>
    encodeQuery([{ name: "p", in: "query", ...rest }], { p: value });

  test("sends nothing for null, undefined, empty arrays and empty objects", () => {
    const definitions = ["a", "b", "c", "d"].map(
      (name): ParameterDefinition => ({ name, in: "query" }),
    );
    expect(encodeQuery(definitions, { a: null, b: undefined, c: [], d: {} })).toBe("");
    expect(writeQueryText([1, null, 2, undefined])).toBe("p=1&p=2");
    expect(writeQueryText({ a: null, b: 1 })).toBe("b=1");
  });

  test("encodes everything that is not unreserved, and lone surrogates as U+FFFD", () => {
    expect(writeQueryText("a b&c=d+é/!'()*~")).toBe("p=a%20b%26c%3Dd%2B%C3%A9%2F%21%27%28%29%2A~");
    expect(writeQueryText("\ud800")).toBe("p=%EF%BF%BD");
  });

  test("leaves reserved characters and triplets alone under allowReserved, but not those that break a query", () => {
    const text = ":/?@!$'()*,;= #[]&+ %41 50% é";
    expect(writeQueryText(text, { allowReserved: true })).toBe(
      "p=:/?@!$'()*,;=%20%23%5B%5D%26%2B%20%41%2050%25%20%C3%A9",
    );
    expect(writeQueryText(["a,b", "c"], { allowReserved: true, explode: false })).toBe("p=a%2Cb,c");
  });

  test("writes JSON for content, and plain text for other media types", () => {
    expect(writeQueryText({ a: 1 }, { contentType: "application/json" })).toBe(
      "p=%7B%22a%22%3A1%7D",
    );
    expect(writeQueryText("x y", { contentType: "text/plain" })).toBe("p=x%20y");
    expect(
      encodeHeaders([{ name: "h", in: "header", contentType: "application/json" }], { h: [1] }),
    ).toEqual([["h", "[1]"]]);
  });

  test("refuses nested values, and values that hold the delimiter of a style without an escape", () => {
    expect(() => writeQueryText([[1]])).toThrow(TypeError);
    expect(() => writeQueryText(["a b", "c"], { style: "spaceDelimited", explode: false })).toThrow(
      '"p"',
    );
    expect(() => writeQueryText(["a|b"], { style: "pipeDelimited", explode: false })).toThrow("|");
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
    expect(decodeURIComponent(writeQueryText({ a: { b: [1, 2] } }, { style: "deepObject" }))).toBe(
      "p[a][b]=1&p[a][b]=2",
    );
  });
});

test("the encoders of single values write them as the other encoders do", () => {
  const value = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
  );
  const catchOutcome = (write: () => unknown): unknown => {
    try {
      return write();
    } catch (error) {
      return error;
    }
  };
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), value, fc.option(value), (name, one, other) => {
      const values = { [name]: one, other, list: [one] };
      const at = <In extends "path" | "query" | "header">(location: In) =>
        [name, "other"].map((each) => ({ name: each, in: location }));
      const template = `/a/{other}.{${name.replaceAll(/[{}]/g, "_")}}/b/{other}`;
      expect(catchOutcome(() => encodePrimitivePath(template, at("path"), values))).toEqual(
        catchOutcome(() => encodePath(template, at("path"), values)),
      );
      expect(encodePrimitiveQuery(at("query"), values)).toBe(encodeQuery(at("query"), values));
      expect(catchOutcome(() => encodePrimitiveHeaders(at("header"), values))).toEqual(
        catchOutcome(() => encodeHeaders(at("header"), values)),
      );
    }),
  );
  const list = { list: [1] };
  expect(() => encodePrimitivePath("/{list}", [{ name: "list", in: "path" }], list)).toThrow(
    TypeError,
  );
  expect(() => encodePrimitiveQuery([{ name: "list", in: "query" }], list)).toThrow(TypeError);
  expect(() => encodePrimitiveHeaders([{ name: "list", in: "header" }], list)).toThrow(TypeError);
});
