import { expect, expectTypeOf, test } from "vitest";
import * as z from "zod";
import { schema } from "./define.ts";
import type { ObjectSchema } from "./types.ts";
import { isObject } from "./values/scalars.ts";

interface Tool {
  slug: string;
  tags?: string[];
}

// The declared type and the schema are separate, as in generated code.
const tool: ObjectSchema<Tool> = schema(
  (value) => isObject(value) && typeof value.slug === "string",
  () => z.looseObject({ slug: z.string(), tags: z.array(z.string()).optional() }),
) as unknown as ObjectSchema<Tool>;

test("a declared schema gives and takes the declared type", () => {
  expectTypeOf(tool.parse({ slug: "a" })).toEqualTypeOf<Tool>();
  expectTypeOf<z.infer<typeof tool>>().toEqualTypeOf<Tool>();
  expectTypeOf<z.input<typeof tool>>().toEqualTypeOf<Tool>();
  expect(z.array(tool).parse([{ slug: "a" }])).toEqual([{ slug: "a" }]);
});

test("properties are schemas of their own", () => {
  expectTypeOf(tool.shape.slug.parse("a")).toEqualTypeOf<string>();
  expectTypeOf(tool.shape.tags.unwrap().parse([])).toEqualTypeOf<string[]>();
  expect(tool.shape.slug.safeParse(1).success).toBe(false);
});

test("a schema can be extended and cut like a ZodObject", () => {
  const extended = tool.extend({ slug: z.literal("a"), count: z.number() });
  expectTypeOf(extended.parse({ slug: "a", count: 1 }).count).toEqualTypeOf<number>();
  expectTypeOf(extended.parse({ slug: "a", count: 1 }).slug).toEqualTypeOf<"a">();
  expectTypeOf(tool.partial().parse({})).toEqualTypeOf<Partial<Tool>>();
  expectTypeOf(tool.pick({ slug: true }).parse({ slug: "a" })).toEqualTypeOf<Pick<Tool, "slug">>();
  expectTypeOf(tool.omit({ tags: true }).parse({ slug: "a" })).toEqualTypeOf<Omit<Tool, "tags">>();
  expect(extended.safeParse({ slug: "b", count: 1 }).success).toBe(false);
  expect(tool.strict().safeParse({ slug: "a", other: 1 }).success).toBe(false);
});
