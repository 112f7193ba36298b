import { expect, test } from "vitest";
import * as z from "zod";
import * as json from "../../schema.ts";

const cat = z.looseObject({ kind: z.literal("cat"), name: z.string() });
const dog = z.looseObject({ kind: z.literal("dog"), name: z.string() });
const pets = z.union([cat, dog]);
const tagged = z.discriminatedUnion("kind", [cat, dog]);
const cow = z.looseObject({ kind: z.literal("cow"), milk: z.number() });
const hen = z.looseObject({ kind: z.literal("hen"), eggs: z.number() });
const car = z.looseObject({ doors: z.number() });
const bike = z.strictObject({ gears: z.number() });

function listReported(schema: z.ZodType, value: unknown): string[] {
  const issues = json
    .schema(
      () => false,
      () => z.looseObject({ member: schema }),
    )
    .safeParse({ member: value }).error?.issues;
  return (issues ?? []).map(({ path, message }) => `${path.join(".")}: ${message}`);
}

test.each<[string, z.ZodType, unknown, string]>([
  ["its type", z.union([z.string(), z.array(z.string())]), [1], "member.0: expected string"],
  ["its tag", pets, { kind: "dog", name: 1 }, "member.name: expected string"],
  [
    "a tag in alternatives of alternatives",
    z.union([z.union([cow, hen]), pets]),
    { kind: "cat" },
    "member.name: required",
  ],
  ["its properties", z.union([car, bike]), { doors: "4" }, "member.doors: expected number"],
  [
    "all but what is not known",
    z.union([car, bike]),
    { gears: "4" },
    "member.gears: expected number",
  ],
])("the alternative that was meant is reported by %s", (_, schema, value, issue) => {
  expect(listReported(schema, value)).toEqual([issue]);
});

test.each<[z.ZodType, unknown, string]>([
  [pets, { kind: "pig" }, 'member.kind: must be one of "cat", "dog"'],
  [pets, {}, "member.kind: required"],
  [z.union([tagged, car]), { kind: "pig" }, "member.doors: required"],
])("a tag that no alternative has is what is wrong: %#", (schema, value, issue) => {
  expect(listReported(schema, value)).toEqual([issue]);
});

test("a choice between alternatives stays one", () => {
  expect(listReported(z.union([car, bike]), {})).toEqual([
    "member: matches none of the alternatives",
  ]);
});
