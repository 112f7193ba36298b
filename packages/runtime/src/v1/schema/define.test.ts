import { expect, test, vi } from "vitest";
import * as z from "zod";
import { schema } from "./define.ts";
import { isObject } from "./values/scalars.ts";

const isNamed = (value: unknown): boolean => isObject(value) && typeof value.name === "string";

test("a schema is built once, when it is first used", () => {
  const build = vi.fn(() => z.looseObject({ name: z.string() }));
  const named = schema(isNamed, build);
  expect(build).not.toHaveBeenCalled();
  expect(named.safeParse({ name: "a" }).success).toBe(true);
  expect(Object.keys(named.shape)).toEqual(["name"]);
  expect(build).toHaveBeenCalledTimes(1);
});

test("it is a Zod schema in every respect", () => {
  const named = schema(isNamed, () => z.looseObject({ name: z.string() }));
  expect(named).toBeInstanceOf(z.ZodObject);
  expect("parse" in named).toBe(true);
  expect(named.extend({ age: z.number() }).safeParse({ name: "a" }).success).toBe(false);
  expect(z.array(named).safeParse([{ name: "a" }, {}]).success).toBe(false);
  expect(z.toJSONSchema(named).required).toEqual(["name"]);
});

test("a value that passes is returned as the very same object, with its keys in their order", () => {
  const named = schema(isNamed, () => z.looseObject({ name: z.string() }));
  const value = JSON.parse('{"z":1,"name":"a","__proto__":{"b":2}}');
  expect(named.parse(value)).toBe(value);
  expect(Object.keys(value)).toEqual(["z", "name", "__proto__"]);
});

test("when the test refuses a value, the schema explains why, in a few words a field", () => {
  const named = schema(isNamed, () =>
    z.looseObject({
      name: z.string(),
      id: z
        .string()
        .regex(/^ac_[a-z]+$/)
        .optional(),
    }),
  );
  const { error } = named.safeParse({ id: "x" });
  expect(error?.issues.map(({ path, message }) => [path, message])).toEqual([
    [["name"], "required"],
    [["id"], "must match ^ac_[a-z]+$"],
  ]);
});

test("messages of the caller's own come before ours", () => {
  const named = schema(isNamed, () => z.looseObject({ name: z.string() }));
  const { error } = named.safeParse({}, { error: () => "own" });
  expect(error?.issues[0]?.message).toBe("own");
});

test("a value that only the test refuses is refused", () => {
  const none = schema(
    () => false,
    () => z.unknown(),
  );
  expect(none.safeParse(1).error?.issues[0]?.message).toBe("not allowed");
});

interface Tree {
  readonly children?: readonly Tree[] | undefined;
}

const isTree = (value: unknown, level = 1): value is Tree =>
  level <= 64 &&
  isObject(value) &&
  (value.children === undefined ||
    (Array.isArray(value.children) && value.children.every((child) => isTree(child, level + 2))));
const tree: z.ZodType<Tree, Tree> = schema(
  (value) => isTree(value),
  () => z.looseObject({ children: z.array(tree).optional() }),
);

function nested(levels: number): Tree {
  let value: Tree = {};
  for (let level = 1; level < levels; level += 1) {
    value = { children: [value] };
  }
  return value;
}

test.each([1, 2, 32])("schemas may refer to themselves: %i objects inside each other", (levels) => {
  expect(tree.safeParse(nested(levels)).success).toBe(true);
});

test.each([33, 1000, 100_000])("%i objects in arrays inside each other are an issue", (levels) => {
  expect(tree.safeParse(nested(levels)).error?.issues).toEqual([
    { code: "custom", path: [], message: "nested more than 64 levels deep" },
  ]);
});

test("a value that contains itself is an issue", () => {
  const value: { children: unknown[] } = { children: [] };
  value.children.push(value);
  expect(tree.safeParse(value).success).toBe(false);
});

test("a problem that several checks find is reported once", () => {
  const text = schema(
    (value) => typeof value === "string",
    () => z.intersection(z.string(), z.string()),
  );
  expect(text.safeParse(1).error?.issues).toHaveLength(1);
});

test("a schema that needs itself to be built is a programming error", () => {
  const circular: z.ZodType = schema(
    () => true,
    () => circular.optional(),
  );
  expect(() => circular.def).toThrow("while it was being built");
});
