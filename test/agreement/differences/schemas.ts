import { type Difference, ref, schemas } from "./difference.ts";

/** Schemas that openapi-typescript confuses with others, or prints as code that does not compile. */
export const differencesOfSchemas: readonly Difference[] = [
  {
    title: "the constant null is null",
    flags: [],
    options: {},
    document: schemas({ A: { const: null } }),
    theirs: "A: unknown;",
    ours: "A: null;",
  },
  {
    title: "a constant that may be null may",
    flags: [],
    options: {},
    document: schemas({ A: { const: "a", nullable: true } }),
    theirs: 'A: "a";',
    ours: 'A: "a" | null;',
  },
  {
    title: "what is required of an object that may be null compiles",
    flags: [],
    options: {},
    document: schemas({
      A: { type: ["object", "null"], properties: { a: { type: "string" } } },
      B: { allOf: [{ $ref: "#/components/schemas/A" }], required: ["a"] },
    }),
    ours: 'WithRequired<NonNullable<components["schemas"]["A"]>, "a"> | null;',
  },
  {
    title: "a schema that nobody has written yet is unknown",
    flags: [],
    options: {},
    document: schemas({ A: null }),
    theirs: "A: never;",
    ours: "A: unknown;",
  },
  {
    title: "a schema that is a list of itself compiles",
    flags: [],
    options: {},
    document: schemas({
      Json: { anyOf: [{ type: "string" }, { type: "array", items: ref("Json") }] },
    }),
    ours: "type CircularJson = string | CircularJson[];",
  },
  {
    title: "a readonly list of itself compiles",
    flags: ["--immutable"],
    options: { immutable: true },
    document: schemas({
      Rule: { oneOf: [ref("All"), { type: "string" }] },
      All: { type: "array", items: ref("Rule") },
    }),
    ours: "type CircularAll = readonly CircularRule[];",
  },
  {
    title: "a schema that extends what it is an alternative of compiles",
    flags: [],
    options: {},
    document: schemas({
      Pet: {
        type: "object",
        required: ["kind"],
        properties: { kind: { type: "string" } },
        oneOf: [ref("Cat")],
        discriminator: { propertyName: "kind" },
      },
      Cat: { allOf: [ref("Pet"), { type: "object", properties: { lives: { type: "number" } } }] },
    }),
    ours: 'Cat: Omit<{\n      kind: string;\n    }, "kind"> & {\n      lives?: number;',
  },
  {
    title: "schemas that extend each other compile",
    flags: [],
    options: {},
    document: schemas({ A: { allOf: [ref("B")] }, B: { allOf: [ref("A"), { type: "object" }] } }),
    ours: "B: Record<string, never>;",
  },
  {
    title: "schemas that are alternatives of each other compile",
    flags: [],
    options: {},
    document: schemas({ A: { oneOf: [ref("B"), { type: "string" }] }, B: { anyOf: [ref("A")] } }),
    ours: "A: string;",
  },
  {
    title: "a discriminator does not take the values away that an alternative lists itself",
    flags: [],
    options: {},
    document: schemas({
      User: {
        type: "object",
        required: ["role"],
        properties: { role: { type: "string", enum: ["user"] } },
      },
      Message: { oneOf: [ref("User")], discriminator: { propertyName: "role" } },
    }),
    theirs: 'role: "User";',
    ours: 'role: "user";',
  },
  {
    title: "null without quotes, as YAML has it, is the type",
    flags: [],
    options: {},
    document: schemas({ A: { oneOf: [{ type: "string" }, { type: null }] } }),
    theirs: "A: string | Record<string, never>",
    ours: "A: string | null;",
  },
];
