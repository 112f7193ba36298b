import { expect, test } from "vitest";
import * as z from "zod";
import * as json from "../../schema.ts";

test.each([
  ["a string", z.string()],
  ["an enumeration", z.enum(["a", "b"])],
  ["a constant", z.literal("a")],
  ["an alternative of types", z.union([z.string(), z.boolean()])],
  ["an alternative of objects", z.union([z.looseObject({ a: z.string() }), z.string()])],
  ["a tagged alternative", z.discriminatedUnion("kind", [z.looseObject({ kind: z.literal("a") })])],
  ["anything that is not undefined", z.unknown()],
])("a property that is missing is required, whatever it may hold: %s", (_, member) => {
  const schema = json.schema(
    () => false,
    () => z.looseObject({ member }),
  );
  const issues = schema.safeParse({}).error?.issues ?? [];
  expect(json.fieldIssues(issues)).toEqual([{ path: ["member"], message: "required" }]);
});

test("alternatives are named when they require different properties", () => {
  const alternatives = json.anyOf(
    z.unknown().check(json.required("text")),
    z.unknown().check(json.required("blocks", "thread")),
  );
  const schema = json.schema(
    () => false,
    () => z.looseObject({}).check(alternatives),
  );
  const readIssueLines = (value: unknown): unknown =>
    json.fieldIssues(schema.safeParse(value).error?.issues ?? []);
  expect(readIssueLines({})).toEqual([{ path: [], message: "needs text or blocks and thread" }]);
});

test("the message about a property with another value lists the values it may hold", () => {
  const schema = json.schema(
    () => false,
    () => z.looseObject({ member: z.enum(["a", "b"]) }),
  );
  const issues = schema.safeParse({ member: "c" }).error?.issues ?? [];
  expect(json.fieldIssues(issues)).toEqual([
    { path: ["member"], message: 'must be one of "a", "b"' },
  ]);
});

test.each<[string, string | undefined, object?]>([
  ["tool_acess_config", "tool_access_config"],
  ["toolAccessConfig", "tool_access_config"],
  ["nmae", "name"],
  ["limt", "limit"],
  // The object already has this name, so it is not suggested.
  ["cursr", undefined, { cursor: "c" }],
  ["__proto__x", undefined],
  ["x".repeat(200), undefined],
])("an unknown property %s: %s was meant", (key, nearest, others = {}) => {
  const names = ["tool_access_config", "name", "limit", "cursor"];
  const shape = Object.fromEntries(names.map((name) => [name, z.unknown().optional()]));
  const schema = json.schema(
    () => false,
    () => z.union([z.strictObject(shape), z.string()]),
  );
  const issues = schema.safeParse({ [key]: 1, other: 2, ...others }).error?.issues ?? [];
  expect(json.fieldIssues(issues)).toEqual([
    {
      path: [key],
      message: `not allowed${nearest === undefined ? "" : `; did you mean ${nearest}?`}`,
    },
    { path: ["other"], message: "not allowed" },
  ]);
});
