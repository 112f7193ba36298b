import { describe, expect, test } from "vitest";
import * as z from "zod";
import * as json from "../../schema.ts";

/** The fields that a schema complains about, as `path: message`. */
function listProblems(schema: z.ZodType, value: unknown): string[] {
  const issues = schema.safeParse(value).error?.issues ?? [];
  return json.fieldIssues(issues).map(({ path, message }) => `${path.join(".")}: ${message}`);
}

const any = (...checks: json.Check[]): z.ZodType => z.unknown().check(...checks);

test("after a thousand problems no further items and properties are looked at", () => {
  let looked = 0;
  const part = z.string().check(
    z.check(() => {
      looked += 1;
    }),
  );
  const list = any(json.items(part));
  const all = Array(100_000).fill(1);
  expect(listProblems(list, all)).toHaveLength(1_000);
  const members = any(json.additionalProperties(part));
  expect(listProblems(members, Object.fromEntries(all.entries()))).toHaveLength(1_000);
  const nested = any(json.items(list));
  expect(listProblems(nested, Array(100).fill(all.slice(0, 700)))).toHaveLength(1_400);
  // A valid list is looked at whole.
  expect(listProblems(list, Array(5_000).fill("a"))).toEqual([]);
  expect(looked).toBe(5_000);
});

const reported = [
  [json.type("string", "null"), 1, ": expected string or null"],
  [json.constant({ a: 1 }), { a: 2 }, ': must be {"a":1}'],
  [json.enumeration([1, [2]]), [3], ": must be one of 1, [2]"],
  [json.integer(), 1.5, ": expected integer"],
  [json.multipleOf(0.1), 0.25, ": must be a multiple of 0.1"],
  [json.minimum(1), 0, ": must be at least 1"],
  [json.maximum(1), 2, ": must be at most 1"],
  [json.exclusiveMinimum(1), 1, ": must be more than 1"],
  [json.exclusiveMaximum(1), 1, ": must be less than 1"],
  [json.minLength(2), "😀", ": must have at least 2 characters"],
  [json.maxLength(1), "ab", ": must have at most 1 character"],
  [json.pattern(/^ac_/u), "x", ": must match ^ac_"],
  [json.format("date-time"), "x", ": must be a valid date-time"],
  [json.items(z.string(), 1), [0, 1], "1: expected string"],
  [json.prefixItems([z.string()]), [0], "0: expected string"],
  [json.contains(z.string()), [0], ": must contain at least 1 item that matches `contains`"],
  [
    json.contains(z.string(), 0, 1),
    ["a", "b"],
    ": must contain at most 1 item that matches `contains`",
  ],
  [json.minItems(1), [], ": must have at least 1 item"],
  [json.maxItems(1), [1, 2], ": must have at most 1 item"],
  [json.uniqueItems(), [{ a: 1 }, { a: 1 }], ": items must be unique"],
  [json.unevaluatedItems(z.never(), (_value, index) => index < 1), [1, 2], "1: not allowed"],
  [
    json.properties({ ["__proto__"]: z.number() }),
    JSON.parse('{"__proto__":"a"}'),
    "__proto__: expected number",
  ],
  [json.patternProperties([/^x-/u, z.string()]), { "x-a": 1 }, "x-a: expected string"],
  [json.additionalProperties(z.never(), ["a"], /^x-/u), { a: 1, "x-b": 1, c: 1 }, "c: not allowed"],
  [
    json.propertyNames(z.string().max(1)),
    { ab: 1 },
    "ab: not an allowed name: must have at most 1 character",
  ],
  [json.required("a", "toString"), { a: 1 }, "toString: required"],
  [json.dependentRequired({ a: ["b"] }), { a: 1 }, "b: required with a"],
  [
    json.dependentSchemas({ a: z.looseObject({ b: z.string() }) }),
    { a: 1, b: 1 },
    "b: expected string",
  ],
  [json.minProperties(1), {}, ": must have at least 1 property"],
  [json.maxProperties(1), { a: 1, b: 2 }, ": must have at most 1 property"],
  [
    json.unevaluatedProperties(z.never(), (_value, name) => name === "a"),
    { a: 1, b: 1 },
    "b: not allowed",
  ],
  [json.allOf(z.string().min(2)), "a", ": must have at least 2 characters"],
  [json.anyOf(z.string(), z.number()), null, ": expected string or number"],
  [json.oneOf(z.string(), z.literal("a")), "a", ": matches more than one of the alternatives"],
  [json.not(z.string()), "a", ": not allowed"],
  [json.conditional(z.string(), z.literal("a"), z.number()), null, ": expected number"],
] as const;

test.each(reported.map(([check, value, message]) => ({ check, value, message })))(
  "a problem is reported as `$message`",
  ({ check, value, message }) => {
    expect(listProblems(any(check), value)).toEqual([message]);
  },
);

test("keywords of one type let values of all other types pass", () => {
  const checks = [
    json.multipleOf(2),
    json.minimum(5),
    json.minLength(5),
    json.pattern(/^$/u),
    json.format("date"),
    json.minItems(5),
    json.uniqueItems(),
    json.required("a"),
    json.minProperties(5),
    json.propertyNames(z.never()),
  ];
  for (const value of [null, true]) {
    expect(listProblems(any(...checks), value)).toEqual([]);
  }
});

test("all problems of a value are reported, also when its shape is wrong", () => {
  const schema = z.looseObject({ a: z.string() }).check(json.required("b"), json.minProperties(3));
  expect(listProblems(schema, { a: 1 })).toEqual([
    "a: Invalid input: expected string, received number",
    "b: required",
    ": must have at least 3 properties",
  ]);
});

test("checks never change a value", () => {
  const value = { b: [1], a: "x" };
  const schema = any(
    json.properties({ a: z.string() }),
    json.allOf(z.looseObject({ a: z.string() })),
  );
  expect(schema.parse(value)).toBe(value);
});

describe("z.toJSONSchema", () => {
  test("reads the keywords of checks back", () => {
    const schema = z
      .looseObject({ a: z.number().check(json.integer(), json.multipleOf(0.5)) })
      .check(json.dependentRequired({ a: ["b"] }), json.not(z.looseObject({ c: z.string() })));
    expect(z.toJSONSchema(schema)).toMatchObject({
      type: "object",
      properties: { a: { type: "integer", multipleOf: 0.5 } },
      dependentRequired: { a: ["b"] },
      not: { properties: { c: { type: "string" } } },
    });
  });
});

describe("one line for each field", () => {
  const cat = z.looseObject({ kind: z.literal("cat"), claws: z.number() });
  const dog = z.looseObject({ kind: z.literal("dog"), tail: z.string() });

  test.each([
    [
      z.union([cat, dog]),
      { kind: "dog", tail: 1 },
      "tail: Invalid input: expected string, received number",
    ],
    [
      z.union([z.string(), cat]),
      { kind: "cat" },
      "claws: Invalid input: expected number, received undefined",
    ],
    [z.strictObject({ a: z.string() }), { a: "a", b: 1 }, "b: not allowed"],
  ])("%#: the alternative that was meant, and each unknown key", (schema, value, line) => {
    expect(listProblems(schema, value)).toEqual([line]);
  });
});
