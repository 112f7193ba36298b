import { describe, expect, test } from "vitest";
import { fc } from "../../../../test/support/fast-check.ts";
import {
  createParameterDecoder,
  encodeCookies,
  encodeHeaders,
  encodePath,
  encodeQuery,
  type ParameterDefinition,
  type ParameterLocation,
  type ValueType,
} from "./parameters.ts";

/** Sends values through URL and Headers as fetch would, and back. */
function encodeAndDecode(definition: ParameterDefinition, value: unknown): unknown {
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

describe("decoding an encoded value gives the same value", () => {
  type Kind = readonly [string, ValueType, fc.Arbitrary<unknown>];
  const listKinds = (text: fc.Arbitrary<string>, key: fc.Arbitrary<string>): readonly Kind[] => [
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
  /** Strings without white space at the ends, which HTTP trims, and without control characters, which HTTP refuses. */
  const visible = (characters: string, minLength = 0): fc.Arbitrary<string> =>
    fc.string({ unit: fc.constantFrom(...characters), minLength });
  const escaped = listKinds(anyText, anyKey);
  const deep = listKinds(
    anyText,
    anyKey.filter((key) => !/[[\]]/.test(key)),
  );
  // Mostly of characters that the style can carry. With random texts, too many values would be refused.
  const header = listKinds(
    fc.oneof(
      visible("aZ0%&;[]'\"é🐶\u00ff", 1),
      fc.string({ unit: fc.constantFrom(..."a=,"), minLength: 1, maxLength: 3 }),
    ),
    fc.oneof(visible("aZ%&;'é🐶", 1), fc.constant("a=")),
  );
  // The same with shorter texts.
  const cookieText = fc.oneof(
    { arbitrary: visible("aZ0%[]'é"), weight: 5 },
    { arbitrary: fc.string({ unit: fc.constantFrom(..."a&=,;"), maxLength: 3 }), weight: 1 },
  );
  const cookieKey = fc.oneof(
    { arbitrary: visible("aZ0%", 2), weight: 5 },
    { arbitrary: fc.constant("a="), weight: 1 },
  );
  const cookie = listKinds(cookieText, cookieKey);

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
            decoded = encodeAndDecode(definition, value);
          } catch (error) {
            // A style may refuse a value that it cannot carry, but must not change it.
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
    expect(encodeAndDecode(json, { a: ["ü", 1] })).toEqual({ a: ["ü", 1] });
    expect(encodeAndDecode(form, { a: 1, b: "x y" })).toEqual({ a: 1, b: "x y" });
  });
});
