import { type Difference, operation, schemas } from "./difference.ts";

const enumFlag = { flags: ["--enum"], options: { enum: true } } as const;

/**
 * Documents for which openapi-typescript, with some flag, prints types that do not compile or that mean something else.
 */
export const differencesOfFlags: readonly Difference[] = [
  {
    title: "members of an enum with one name are numbered",
    ...enumFlag,
    document: schemas({ A: { type: "string", enum: ["a-b", "a_b"] } }),
    ours: 'a_b = "a-b",\n  a_b_2 = "a_b"',
  },
  {
    title: "an enum may have the empty text",
    ...enumFlag,
    document: schemas({ A: { type: "string", enum: ["", "a"] } }),
    ours: '"" = ""',
  },
  {
    title: "a value that is listed twice is one member",
    ...enumFlag,
    document: schemas({ A: { type: "string", enum: ["a", "a"] } }),
    ours: 'export enum A {\n  a = "a",\n}',
  },
  {
    title: "enums with one name are numbered",
    ...enumFlag,
    document: schemas({ "a-b": { enum: ["x"] }, aB: { enum: ["y"] } }),
    // The compiler merges the two enums, so each allows the values of both.
    theirs: 'export enum AB {\n    y = "y"',
    ours: "export enum AB_2",
  },
  {
    title: "an enum whose name begins with a digit has a name that is legal",
    ...enumFlag,
    document: schemas({ "1st": { enum: ["x"] } }),
    ours: "export enum _1st",
  },
  {
    title: "a description of a member stays in its comment",
    ...enumFlag,
    document: schemas({ A: { enum: ["x"], "x-enum-descriptions": ["one\ntwo"] } }),
    ours: "* two",
  },
  {
    title: "a nullable enum may be null",
    ...enumFlag,
    document: {
      openapi: "3.0.3",
      ...schemas({
        A: { properties: { b: { type: "string", nullable: true, enum: ["x"] } } },
      }),
    },
    theirs: "b?: AB;",
    ours: "b?: AB | null;",
  },
  {
    title: "--dedupe-enums keeps enums of other values apart",
    flags: ["--enum", "--dedupe-enums"],
    options: { enum: true, dedupeEnums: true },
    document: schemas({ A: { type: "integer", enum: [1] }, B: { type: "string", enum: ["1"] } }),
    theirs: "B: A;",
    ours: "B: B;",
  },
  {
    title: "a list of values in a declaration file has no value",
    flags: ["--enum-values"],
    options: { enumValues: true },
    document: schemas({ A: { enum: ["x", "y"] } }),
    ours: 'export const aValues: readonly ("x" | "y")[];',
    extension: ".d.ts",
  },
  {
    title: "operations without an id whose names are the same are numbered in ApiPaths",
    flags: ["--make-paths-enum"],
    options: { makePathsEnum: true },
    document: {
      paths: { "/a": { get: operation }, "/a/{b}": { get: { ...operation, parameters: [b()] } } },
    },
    ours: 'GetA_2 = "/a/{b}"',
  },
  {
    title: "a root type without its prefix does not replace another one",
    flags: ["--root-types", "--root-types-no-schema-prefix"],
    options: { rootTypes: true, rootTypesNoSchemaPrefix: true },
    document: schemas({ foo_bar: { type: "string" }, FooBar: { type: "number" } }),
    theirs: "export type FooBar = components['schemas']['FooBar'];",
    ours: 'export type FooBar_2 = components["schemas"]["FooBar"];',
  },
  {
    title: "a root type with the letters of the document is an identifier",
    flags: ["--root-types", "--root-types-keep-casing"],
    options: { rootTypes: true, rootTypesKeepCasing: true },
    document: schemas({ "foo-bar": { type: "string" } }),
    ours: "export type Schemafoo_bar",
  },
  {
    title: "--array-length counts from minItems",
    flags: ["--array-length"],
    options: { arrayLength: true },
    document: schemas({
      A: { type: "array", items: { type: "string" }, minItems: 1, maxItems: 2 },
    }),
    theirs: "[\n        ] | [\n            string\n        ]",
    ours: "A: [string] | [string, string];",
  },
];

function b(): Readonly<Record<string, unknown>> {
  return { name: "b", in: "path", required: true, schema: { type: "string" } };
}
