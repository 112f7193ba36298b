import { describe, expect, test } from "vitest";
import { load } from "./support/items-document.ts";

/** The Zod expression of a component, without the call around it. */
function emitExpression(name: string, schemas: object): string {
  const code = load(schemas).files.get("validators/components.js") ?? "";
  const [, expression = ""] =
    new RegExp(
      `^export const ${name} = .*?\\(predicates\\.\\w+, \\(\\) =>\\s*(.*?),?\\s*\\);$`,
      "ms",
    ).exec(code) ?? [];
  return expression.replaceAll(/\n {2}/g, "\n");
}

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

describe("rules that Zod expresses exactly are printed as a person writes them", () => {
  test.each([
    [
      { type: "string", minLength: 1, maxLength: 64, pattern: "^a/b" },
      "z.string().min(1).max(64, { abort: true }).regex(/^a\\/b/u)",
    ],
    [{ type: "integer", minimum: 1, maximum: 100 }, "z.int().min(1).max(100)"],
    [{ type: "integer", minimum: 0 }, "z.number().min(0).check(json.integer())"],
    [{ type: ["string", "null"] }, "z.string().nullable()"],
    [{ type: ["string", "boolean"] }, "z.union([z.string(), z.boolean()])"],
    [{ enum: ["a", "b"] }, 'z.enum(["a", "b"])'],
    [{ enum: [1, "a", null] }, 'z.literal([1, "a"]).nullable()'],
    [{ const: "a" }, 'z.literal("a")'],
    [{ type: "array", items: { type: "string" }, maxItems: 2 }, "z.array(z.string()).max(2)"],
    [
      { type: "object", additionalProperties: { type: "number" } },
      "z.record(z.string(), z.number())",
    ],
    [{ type: "object", properties: {}, additionalProperties: false }, "z.strictObject({})"],
    [{ anyOf: [{ type: "string" }, { type: "null" }] }, "z.string().nullable()"],
    [
      { anyOf: [{ type: "string" }, { type: "null", not: {} }] },
      "z.union([z.string(), z.null().check(json.not(z.unknown()))])",
    ],
    [
      { anyOf: [{ type: "string" }, { type: "null", const: 1 }] },
      "z.union([z.string(), z.never()])",
    ],
    [{ oneOf: [{ type: "string" }, { type: "number" }] }, "z.union([z.string(), z.number()])"],
    [{ oneOf: [{ type: "string" }, { const: "a" }] }, 'z.xor([z.string(), z.literal("a")])'],
    [{ oneOf: [{ const: "a", description: "A" }, { enum: ["b"] }] }, 'z.enum(["a", "b"])'],
    [
      { type: "integer", format: "int32", oneOf: [{ const: 1 }, { title: "Two", const: 2 }] },
      "z.literal([1, 2])",
    ],
    [{ anyOf: [{ const: "a" }, { const: "a" }, { const: null }] }, 'z.literal("a").nullable()'],
    [
      { type: "string", maxLength: 3, oneOf: [{ const: "a" }, { const: "long" }] },
      'z.intersection(z.enum(["a", "long"]), z.string().max(3))',
    ],
    [{ oneOf: [{ const: "a" }, { enum: ["a"] }] }, 'z.xor([z.literal("a"), z.literal("a")])'],
    [{ type: "string", format: "int-like" }, "z.string()"],
    [{ type: "string", format: "date" }, 'z.string().check(json.format("date"))'],
    [{ maxLength: 3 }, "z.unknown().check(json.maxLength(3))"],
    [{ not: { type: "string" } }, "z.unknown().check(json.not(z.string()))"],
    [true, "z.unknown()"],
    [{}, "z.unknown()"],
  ])("%j is %s", (schema, code) => {
    expect(emitExpression("A", { A: schema })).toBe(code);
  });

  test("objects list their properties, and constants refer to each other, in circles too", () => {
    const Node = {
      type: "object",
      required: ["name"],
      properties: { name: { type: "string" }, parent: ref("Node"), "a-b": { type: "number" } },
    };
    expect(emitExpression("Node", { Node })).toBe(
      'z.looseObject({\n  name: z.string(),\n  parent: z.optional(Node),\n  "a-b": z.number().optional(),\n})',
    );
  });

  test("allOf of objects with different properties extends the first", () => {
    const Base = { type: "object", properties: { id: { type: "string" } } };
    const More = { allOf: [ref("Base"), { properties: { more: { type: "string" } } }] };
    expect(emitExpression("More", { Base, More })).toBe(
      "Base.extend({\n  more: z.string().optional(),\n})",
    );
  });

  test("a rule that a list of values, a type or a reference implies is not printed again", () => {
    const Kind = { type: "integer", oneOf: [{ const: 1 }, { const: 2 }] };
    const Base = { type: "object", properties: { id: { type: "string" } } };
    const of = (A: object): string => emitExpression("A", { Kind, Base, A });
    expect(of({ type: "integer", enum: [1], allOf: [ref("Kind")] })).toBe("z.literal(1)");
    expect(of({ type: "integer", enum: [3], allOf: [ref("Kind")] })).toBe(
      "z.intersection(Kind, z.literal(3))",
    );
    expect(of({ type: "integer", allOf: [ref("Kind")] })).toBe("Kind");
    expect(of({ allOf: [ref("Base"), { type: "object" }] })).toBe("Base");
    expect(of({ allOf: [ref("Base"), { type: ["object", "null"] }] })).toBe("Base");
    expect(of({ allOf: [ref("Base"), { type: "object", properties: {} }] })).toBe("Base");
    expect(of({ allOf: [ref("Base"), { required: ["id"] }] })).toBe(
      'Base.check(json.required("id"))',
    );
  });

  test("a property that says more replaces the one that it refines", () => {
    const Base = {
      type: "object",
      required: ["kind"],
      properties: { kind: { type: "string" }, items: { type: "array", items: { type: "object" } } },
    };
    const Tag = { type: "object", required: ["kind"], properties: { kind: { const: "a" } } };
    const List = { properties: { items: { type: "array", items: ref("Tag") } } };
    const of = (A: object): string => emitExpression("A", { Base, Tag, A });
    const tagged = 'Base.extend({\n  kind: z.literal("a"),\n})';
    expect(of({ allOf: [ref("Base"), ref("Tag")] })).toBe("Base.extend(Tag.shape)");
    expect(of({ allOf: [ref("Tag"), ref("Base")] })).toBe("Base.extend(Tag.shape)");
    expect(of({ allOf: [ref("Base"), List] })).toBe(
      "Base.extend({\n  items: z.array(Tag).optional(),\n})",
    );
    // The schema that comes first may be the more exact one.
    const own = { type: "object", properties: { kind: { enum: ["a"] } }, required: ["kind"] };
    expect(of({ ...own, allOf: [ref("Base")] })).toBe(tagged);
    // Two schemas of a property, of which the second is less exact, or does not require it.
    const other = { type: "object", properties: { kind: { maxLength: 3 } }, required: ["kind"] };
    expect(of({ allOf: [ref("Base"), other] })).toContain("json.allOf");
    const maybe = { type: "object", properties: { kind: { const: "a" } } };
    expect(of({ allOf: [ref("Base"), maybe] })).toContain("json.allOf");
  });

  test("a schema is not used while it is built, however it refers to itself", () => {
    const anchored = { $id: "https://schemas.example.com/node", $dynamicAnchor: "node" };
    for (const self of [{ $dynamicRef: "#node" }, { allOf: [{ $ref: "#" }] }]) {
      const child = { allOf: [self], if: false, else: { maxProperties: 1 } };
      const Node = { ...anchored, type: "object", properties: { child } };
      const { schemas } = load({ Node });
      expect(schemas.Node?.safeParse({ child: { child: {} } }).success).toBe(true);
      expect(schemas.Node?.safeParse({ child: { a: 1, b: 2 } }).success).toBe(false);
      expect(schemas.Node?.safeParse({ child: { child: 1 } }).success).toBe(false);
    }
  });

  test("a discriminator over objects without a tag chooses, and says which of them was meant", () => {
    const of = (name: string): object => ({
      type: "object",
      required: ["kind", name],
      properties: { kind: { type: "string" }, [name]: { type: "number" } },
    });
    const discriminator = {
      propertyName: "kind",
      mapping: { cat: "#/components/schemas/Cat" },
    };
    const Pet = { oneOf: [ref("Cat"), ref("Dog")], discriminator };
    const schemas = { Cat: of("age"), Dog: of("age"), Pet };
    expect(emitExpression("Pet", schemas)).toBe(
      'z.union([Cat, Dog]).check(\n  json.discriminator("kind", {\n    cat: Cat,\n    Dog,\n  }),\n)',
    );
    const listReported = (value: object): unknown =>
      load(schemas)
        .schemas.Pet?.safeParse(value)
        .error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
    expect(listReported({ kind: "cat", age: "1" })).toEqual(["age: expected number"]);
    expect(listReported({ kind: "Dog" })).toEqual(["age: required"]);
    expect(listReported({ kind: "cow" })).toEqual(['kind: must be one of "cat", "Dog"']);
    expect(listReported({ age: 1 })).toEqual(["kind: required"]);
    // Without the discriminator, a value that fits both would be refused.
    expect(listReported({ kind: "cat", age: 1 })).toEqual(undefined);
  });

  test("objects with a tag become a discriminated union", () => {
    const of = (kind: string): object => ({
      type: "object",
      required: ["kind"],
      properties: { kind: { const: kind } },
    });
    const schemas = { Cat: of("cat"), Dog: of("dog"), Pet: { oneOf: [ref("Cat"), ref("Dog")] } };
    expect(emitExpression("Pet", schemas)).toBe('z.discriminatedUnion("kind", [Cat, Dog])');
  });

  test("so do objects whose tag is a number, or refines the inherited tag", () => {
    const Base = { type: "object", required: ["kind"], properties: { kind: { type: "integer" } } };
    const of = (kind: number): object => ({
      allOf: [
        ref("Base"),
        { type: "object", required: ["kind"], properties: { kind: { const: kind } } },
      ],
    });
    const schemas = { Base, Cat: of(1), Dog: of(2), Pet: { oneOf: [ref("Cat"), ref("Dog")] } };
    expect(emitExpression("Cat", schemas)).toBe("Base.extend({\n  kind: z.literal(1),\n})");
    expect(emitExpression("Pet", schemas)).toBe('z.discriminatedUnion("kind", [Cat, Dog])');
    const { Pet } = load(schemas).schemas;
    expect(Pet?.safeParse({ kind: 2 }).success).toBe(true);
    expect(Pet?.safeParse({ kind: 3 }).error?.issues[0]?.path).toEqual(["kind"]);
  });
});
