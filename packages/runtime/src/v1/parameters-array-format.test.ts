import qs from "qs";
import { describe, expect, test } from "vitest";
import { fc } from "../../../../test/support/fast-check.ts";
import {
  type ArrayFormat,
  createFormDecoder,
  createParameterDecoder,
  encodeBracketQuery,
  type ParameterDefinition,
  type ValueType,
} from "./parameters.ts";

type Format = Exclude<ArrayFormat, "repeat">;

const line: ValueType = {
  type: "object",
  properties: {
    price: { type: "string" },
    quantity: { type: "integer" },
    tags: { type: "array", items: { type: "string" } },
  },
};
const types = {
  expand: { type: "array", items: { type: "string" } },
  line_items: { type: "array", items: line },
  matrix: { type: "array", items: { type: "array", items: { type: "integer" } } },
  shipping: {
    type: "object",
    properties: { address: line, lines: { type: "array", items: line } },
  },
} satisfies Record<string, ValueType>;

/** Each as a parameter of style `deepObject`, in which an object keeps its own name. */
const defineAll = (arrayFormat: Format): ParameterDefinition[] =>
  Object.entries(types).map(([name, type]) => ({
    name,
    in: "query",
    style: "deepObject",
    arrayFormat,
    type,
  }));

const text = fc.string({ unit: "binary" });
const anyLine = fc.record(
  {
    price: text,
    quantity: fc.maxSafeInteger(),
    tags: fc.array(text, { minLength: 1 }),
  },
  { noNullPrototype: true, requiredKeys: ["price"] },
);
const anyValues = fc.record(
  {
    expand: fc.array(text, { minLength: 1 }),
    // More than ten, so that items are not sorted as texts.
    line_items: fc.array(anyLine, { minLength: 1, maxLength: 30 }),
    matrix: fc.array(fc.array(fc.integer(), { minLength: 1 }), { minLength: 1 }),
    shipping: fc.record(
      { address: anyLine, lines: fc.array(anyLine, { minLength: 1 }) },
      { noNullPrototype: true, requiredKeys: ["address"] },
    ),
  },
  { noNullPrototype: true, requiredKeys: [] },
);

/** The value as `qs` reads it: with texts in place of numbers. */
function toTexts(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(toTexts);
  }
  return typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toTexts(member)]))
    : String(value);
}

const readQs = (query: string): unknown =>
  qs.parse(query, { depth: 20, arrayLimit: 1000, parameterLimit: 100_000 });

const read = (definitions: readonly ParameterDefinition[], query: string): unknown =>
  createParameterDecoder(definitions)({ path: {}, query, headers: new Headers() }).query;

describe.each<Format>(["brackets", "indices"])("%s", (arrayFormat) => {
  const definitions = defineAll(arrayFormat);

  test("qs reads what we write, and so do we", () => {
    fc.assert(
      fc.property(anyValues, (values) => {
        // `qs` reads a lone surrogate as it is, and we write U+FFFD for it.
        const query = encodeBracketQuery(definitions, values);
        expect(readQs(query)).toEqual(toTexts(JSON.parse(wellFormed(values))));
        expect(read(definitions, query)).toEqual(JSON.parse(wellFormed(values)));
      }),
      { numRuns: 200 },
    );
  });

  test("we read what qs writes", () => {
    // `qs` writes the objects of a list as `a[][b]` in `brackets`, which it cannot read itself.
    const given =
      arrayFormat === "indices"
        ? anyValues
        : fc.record({ expand: anyValues.map(({ expand }) => expand) });
    fc.assert(
      fc.property(given, (values) => {
        const known = JSON.parse(wellFormed(values));
        expect(read(definitions, qs.stringify(known, { arrayFormat }))).toEqual(known);
        expect(
          read(definitions, qs.stringify(known, { arrayFormat, encodeValuesOnly: true })),
        ).toEqual(known);
      }),
      { numRuns: 200 },
    );
  });

  test("parameters of style form, and an exploded object, are read as they are written", () => {
    const { expand, line_items, ...inner } = types;
    const own: ParameterDefinition[] = [
      { name: "free", in: "query", arrayFormat, type: { type: "object", properties: inner } },
      { name: "expand", in: "query", arrayFormat, type: expand },
      { name: "line_items", in: "query", arrayFormat, type: line_items },
    ];
    fc.assert(
      fc.property(anyValues, (values) => {
        const { matrix, shipping, ...rest } = JSON.parse(wellFormed(values));
        const free = JSON.parse(JSON.stringify({ matrix, shipping }));
        const known = Object.keys(free).length === 0 ? rest : { ...rest, free };
        expect(read(own, encodeBracketQuery(own, known))).toEqual(known);
      }),
      { numRuns: 100 },
    );
  });

  test("a whole query string that is a form is read as it is written", () => {
    const { matrix: others, ...properties } = types;
    const whole: ParameterDefinition = {
      name: "q",
      in: "querystring",
      contentType: "application/x-www-form-urlencoded",
      arrayFormat,
      type: { type: "object", properties, additionalProperties: others },
    };
    fc.assert(
      fc.property(anyValues, (values) => {
        const known = JSON.parse(wellFormed(values));
        const query = encodeBracketQuery([whole], { q: known });
        fc.pre(query !== "");
        const source = { path: {}, query, headers: new Headers() };
        expect(createParameterDecoder([whole])(source).querystring).toEqual(known);
      }),
      { numRuns: 100 },
    );
  });

  test("a form is read as a query is", () => {
    fc.assert(
      fc.property(anyValues, (values) => {
        const known = JSON.parse(wellFormed(values));
        expect(createFormDecoder(definitions)(encodeBracketQuery(definitions, known))).toEqual(
          known,
        );
      }),
      { numRuns: 100 },
    );
  });
});

function wellFormed(values: unknown): string {
  return JSON.stringify(values, (_, member) =>
    typeof member === "string" ? member.toWellFormed() : member,
  );
}

describe("the text", () => {
  const write = (arrayFormat: ArrayFormat, value: unknown, rest: object = {}): string =>
    decodeURIComponent(
      encodeBracketQuery([{ name: "p", in: "query", arrayFormat, ...rest }], { p: value }),
    );

  test.each<[Format, unknown, string]>([
    ["brackets", ["a", "b"], "p[]=a&p[]=b"],
    ["indices", ["a", "b"], "p[0]=a&p[1]=b"],
    ["brackets", [{ price: "x" }, { price: "y" }], "p[0][price]=x&p[1][price]=y"],
    ["indices", [{ price: "x", tags: ["t"] }], "p[0][price]=x&p[0][tags][0]=t"],
    ["brackets", [{ tags: ["t", "u"] }], "p[0][tags][]=t&p[0][tags][]=u"],
    // Values that are not sent have no index.
    ["indices", [null, "a", undefined, "b"], "p[0]=a&p[1]=b"],
    ["brackets", "a", "p=a"],
    ["brackets", [], ""],
  ])("%s writes %j as %s", (arrayFormat, value, expected) => {
    expect(write(arrayFormat, value)).toBe(expected);
  });

  test("the properties of an exploded object are parameters of their own, whose lists have brackets", () => {
    expect(write("brackets", { a: ["x"], b: { c: 1 }, d: 2 })).toBe("a[]=x&b[c]=1&d=2");
  });

  test("a deepObject has lists in brackets, and repeats them without the setting", () => {
    const value = { tags: ["a", "b"] };
    const style = { style: "deepObject" };
    expect(write("brackets", value, style)).toBe("p[tags][]=a&p[tags][]=b");
    expect(write("repeat", value, style)).toBe("p[tags]=a&p[tags]=b");
  });

  test("an empty item and a key with brackets are refused", () => {
    expect(() => write("indices", [{}])).toThrow("cannot carry an empty array or object in a list");
    expect(() => write("brackets", [[]])).toThrow("cannot carry an empty array or object");
    expect(() => write("indices", { "a[b]": 1 })).toThrow('cannot carry a key with "["');
  });
});

describe("reading", () => {
  const readAs = (type: ValueType, query: string): unknown =>
    (read([{ name: "p", in: "query", arrayFormat: "indices", type }], query) as { p?: unknown }).p;

  test.each([
    "p[0]=1&p[1]=2",
    "p[1]=2&p[0]=1",
    "p[3]=1&p[10]=2",
    "p[]=1&p[]=2",
    "p%5B0%5D=1&p%5b1%5d=2",
    "p[]=2&p[0]=1",
    "p=1&p=2",
    "p=1&p[]=2",
  ])("%s is a list", (query) => {
    expect(readAs({ type: "array", items: { type: "integer" } }, query)).toEqual([1, 2]);
  });

  test("a name without indexes is one object, as Rails reads it while no name is repeated", () => {
    const lines: ValueType = { type: "array", items: line };
    expect(readAs(lines, "p[][price]=a&p[][quantity]=2&p[][tags][]=b")).toEqual([
      { price: "a", quantity: 2, tags: ["b"] },
    ]);
  });

  test("an object with brackets that are empty stays an object", () => {
    const open: ValueType = { type: "object", additionalProperties: { type: "object" } };
    expect(read([{ name: "p", in: "query", arrayFormat: "indices", type: open }], "a[]=1")).toEqual(
      { p: { a: { "": "1" } } },
    );
  });

  test("an index makes no room for items that were not sent", () => {
    expect(readAs({ type: "array" }, "p[999999999]=a")).toEqual(["a"]);
  });

  test("keys that are not indexes are left for the validator to refuse", () => {
    expect(readAs({ type: "array" }, "p[0]=a&p[b]=c")).toEqual({ 0: "a", b: "c" });
    expect(readAs({ type: "array" }, "p[01]=a")).toEqual({ "01": "a" });
    expect(readAs({ type: "object" }, "a=1&a[b]=2")).toBeUndefined();
  });

  test("brackets that are nested too deeply end in one name, so that they are refused as too deep", () => {
    const deep = "[a]".repeat(100_000);
    const [value] = [
      read(
        [{ name: "p", in: "query", style: "deepObject", type: { type: "object" } }],
        `p${deep}=1`,
      ),
    ];
    let levels = 0;
    for (let each = value; typeof each === "object" && each !== null; levels++) {
      each = Object.values(each)[0];
    }
    expect(levels).toBeGreaterThan(64);
    expect(levels).toBeLessThan(100);
  });
});
