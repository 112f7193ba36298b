import { expect, test } from "vitest";
import * as z from "zod";
import * as json from "../schema.ts";

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

test("a property that holds another value is told what it may hold", () => {
  const schema = json.schema(
    () => false,
    () => z.looseObject({ member: z.enum(["a", "b"]) }),
  );
  const issues = schema.safeParse({ member: "c" }).error?.issues ?? [];
  expect(json.fieldIssues(issues)).toEqual([
    { path: ["member"], message: 'must be one of "a", "b"' },
  ]);
});
