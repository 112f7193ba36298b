import { describe, expect, test } from "vitest";
import { Item, load, paths } from "./support/items-document.ts";

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

test("alternatives that contradict themselves are distinguished by their tag", () => {
  const of = (kind: unknown): object => ({
    type: "object",
    required: ["kind"],
    properties: { kind: { enum: [kind] } },
  });
  const schemas = {
    Base: of(1),
    A: { allOf: [ref("Base")], type: "object" },
    B: { allOf: [ref("Base")], ...of("b") },
    Either: { oneOf: [ref("A"), ref("B")] },
  };
  const { Either } = load(schemas).schemas;
  expect(Either?.safeParse({ kind: 1 }).success).toBe(true);
  expect(Either?.safeParse({ kind: "b" }).success).toBe(false);
});

test("of the numbers of matching items, the least is one unless it is written, and the greatest is none", () => {
  const list = (limits: object): object => ({
    type: "array",
    contains: { type: "string" },
    ...limits,
  });
  const { schemas } = load({
    Some: list({}),
    AtMostTwo: list({ maxContains: 2 }),
    TwoOrMore: list({ minContains: 2 }),
    NoneOrOne: list({ minContains: 0, maxContains: 1 }),
  });
  const countAccepted = (name: string): readonly number[] =>
    [0, 1, 2, 3].filter(
      (length) => schemas[name]?.safeParse([1, ...Array(length).fill("a")]).success,
    );
  expect(countAccepted("Some")).toEqual([1, 2, 3]);
  expect(countAccepted("AtMostTwo")).toEqual([1, 2]);
  expect(countAccepted("TwoOrMore")).toEqual([2, 3]);
  expect(countAccepted("NoneOrOne")).toEqual([0, 1]);
  const [issue] = schemas.AtMostTwo?.safeParse(["a", "b", "c"]).error?.issues ?? [];
  expect(issue?.message).toBe("must contain at most 2 items that match `contains`");
});

describe("operations", () => {
  const { operations, schemas } = load({ Item }, { paths });

  test("parameters are objects of decoded values by name; unknown names are allowed", () => {
    const { query, path } = operations.getItem?.parameters ?? {};
    expect(path?.safeParse({ id: "a" }).success).toBe(true);
    expect(path?.safeParse({}).error?.issues[0]?.message).toBe("required");
    expect(query?.safeParse({ limit: 1, other: 2 }).success).toBe(true);
    expect(query?.safeParse({ limit: 0 }).success).toBe(false);
    expect(Object.keys(operations.getItem?.parameters ?? {})).toEqual(["path", "query"]);
  });

  test("bodies and responses are by media type and status; components are the components", () => {
    expect(operations.getItem?.responses["200"]?.["application/json"]).toBe(schemas.Item);
    expect(operations.getItem?.responses["204"]).toEqual({});
    expect(operations.getItem?.responses.default?.["text/plain"]?.safeParse(1).success).toBe(true);
    expect(operations.getItem?.requestBody).toBeUndefined();
    const body = operations.putItem?.requestBody?.["application/json"];
    expect(body?.safeParse([{ name: "a" }]).success).toBe(true);
    expect(body?.safeParse([{}]).error?.issues[0]?.path).toEqual([0, "name"]);
  });
});

describe("hostile names", () => {
  const names = [
    "class",
    "json",
    "z",
    "schemas",
    "operations",
    "Error",
    "Object",
    "isA",
    "a-b",
    "a.b",
    "a_b",
    "constructor",
    "then",
    "__proto__",
  ];
  const schemas = Object.fromEntries(
    names.map((name) => [
      name,
      {
        type: "object",
        properties: Object.fromEntries(names.map((key) => [key, { type: "string" }])),
      },
    ]),
  );

  test("every component is exported under a name of its own and found under its original one", () => {
    const { schemas: found } = load(schemas);
    expect(Object.keys(found)).toEqual(names);
    for (const schema of Object.values(found)) {
      expect(schema.safeParse({}).success).toBe(true);
      for (const name of names) {
        const wrong = JSON.parse(`{${JSON.stringify(name)}:1}`);
        expect(schema.safeParse(wrong).error?.issues[0]?.path).toEqual([name]);
      }
    }
  });
});
