import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type TypesOptions, types } from "../../packages/specwright/src/commands/types.ts";
import { compileEach, peerTypes, writePeerTypes } from "./types/compare.ts";

const folder = mkdtempSync(join(tmpdir(), "specwright-differences-"));
afterAll(() => rmSync(folder, { recursive: true }));

interface Difference {
  readonly title: string;
  readonly flags: readonly string[];
  readonly options: Partial<TypesOptions>;
  /** The members of the document. */
  readonly document: Readonly<Record<string, unknown>>;
  /** Their type; absent when theirs does not compile. */
  readonly theirs?: string;
  /** Our type. */
  readonly ours: string;
  /** The end of the file's name; `.ts` unless given. */
  readonly extension?: ".d.ts";
}

const enumFlag = { flags: ["--enum"], options: { enum: true } } as const;
const schemas = (value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({
  components: { schemas: value },
});
const operation = { responses: { 200: { description: "" } } };

/** Where ours is not what openapi-typescript has, each time because theirs is at fault. docs/migrating-from-openapi-typescript.md lists them. */
const differences: readonly Difference[] = [
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
    // The compiler merges the two, so that each allows the values of both.
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
  {
    title: "methods of OpenAPI 3.2 are not lost",
    flags: [],
    options: {},
    document: {
      openapi: "3.2.0",
      paths: { "/a": { query: { ...operation, operationId: "search" } } },
    },
    theirs: "export type operations = Record<string, never>;",
    ours: 'query: operations["search"];',
  },
  {
    title: "items of a stream are not lost",
    flags: [],
    options: {},
    document: {
      openapi: "3.2.0",
      ...pathWith({}, { "application/jsonl": { itemSchema: { type: "string" } } }),
    },
    theirs: '"application/jsonl": unknown;',
    ours: '"application/jsonl": string[];',
  },
  {
    title: "the whole query string is not lost",
    flags: [],
    options: {},
    document: {
      openapi: "3.2.0",
      ...pathWith({
        name: "q",
        in: "querystring",
        content: { "application/json": { schema: { type: "number" } } },
      }),
    },
    theirs: "cookie?: never;\n            };\n            requestBody",
    ours: "querystring?: number;",
  },
  {
    title: "a $dynamicRef whose target is certain is not lost",
    flags: [],
    options: {},
    document: schemas({
      A: { $dynamicAnchor: "a", type: "object", properties: { b: { $dynamicRef: "#a" } } },
    }),
    theirs: "b?: unknown;",
    ours: 'b?: components["schemas"]["A"];',
  },
  {
    title: "a webhook that refers to a path item is not lost",
    flags: [],
    options: {},
    document: {
      webhooks: { moved: { $ref: "#/components/pathItems/Moved" } },
      components: { pathItems: { Moved: { post: { operationId: "moved", ...operation } } } },
    },
    theirs: "post?: never;\n",
    ours: 'post: operations["moved"];',
  },
  {
    title: "a request body that refers to another one is that one",
    flags: [],
    options: {},
    document: {
      components: {
        requestBodies: {
          A: { $ref: "#/components/requestBodies/B" },
          B: { content: { "text/plain": { schema: { type: "string" } } } },
        },
      },
    },
    theirs: '"*',
    ours: 'A: {\n      content: {\n        "text/plain": string;',
  },
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
    title: "a reference to the schema of a parameter is its type",
    flags: [],
    options: {},
    document: {
      components: {
        parameters: { p: { name: "p", in: "query", schema: { type: "string" } } },
        schemas: { A: { type: "array", items: { $ref: "#/components/parameters/p/schema" } } },
      },
    },
    ours: 'A: components["parameters"]["p"][];',
  },
  {
    title: "a schema where OpenAPI has none is a component",
    flags: [],
    options: {},
    document: {
      ...schemas({ A: { type: "array", items: { $ref: "#/definitions/B" } } }),
      definitions: { B: { type: "string" } },
    },
    ours: 'A: components["schemas"]["B"][];\n    B: string;',
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
    title: "a header that refers to a parameter may be missing as that may",
    flags: [],
    options: {},
    document: {
      components: {
        parameters: { tag: { name: "tag", in: "header", schema: { type: "string" } } },
        responses: answerA({ headers: { tag: { $ref: "#/components/parameters/tag" } } }),
      },
    },
    theirs: 'tag: components["parameters"]["tag"]',
    ours: "tag?: string;",
  },
  {
    title: "a header of the components that refers to another one is that one",
    flags: [],
    options: {},
    document: {
      components: {
        headers: {
          tag: { $ref: "#/components/headers/other" },
          other: { schema: { type: "string" } },
        },
      },
    },
    theirs: "tag: unknown",
    ours: "tag: string;",
  },
  {
    title: "content that is a reference as a whole is what it refers to",
    flags: [],
    options: {},
    document: {
      components: {
        ...tagSchema(),
        responses: {
          ...answerA({ content: { $ref: "#/components/responses/B/content" } }),
          B: { description: "", content: { "application/json": { schema: ref("Tag") } } },
        },
      },
    },
    theirs: "$ref: unknown",
    ours: '"application/json": components["schemas"]["Tag"];',
  },
  {
    title: "null without quotes, as YAML has it, is the type",
    flags: [],
    options: {},
    document: schemas({ A: { oneOf: [{ type: "string" }, { type: null }] } }),
    theirs: "A: string | Record<string, never>",
    ours: "A: string | null;",
  },
  {
    title: "a range of statuses is written as OpenAPI has it",
    flags: [],
    options: {},
    document: { paths: { "/a": { get: { responses: { "4xx": { description: "" } } } } } },
    theirs: '"4xx": {',
    ours: '"4XX": {',
  },
];

function tagSchema(): Readonly<Record<string, unknown>> {
  return { schemas: { Tag: { type: "string" } } };
}

function answerA(members: object): Readonly<Record<string, unknown>> {
  return { A: { description: "", ...members } };
}

function ref(name: string): object {
  return { $ref: `#/components/schemas/${name}` };
}

/** A path with an operation that has a parameter and an answer. */
function pathWith(parameter: object, content: object = {}): Readonly<Record<string, unknown>> {
  const parameters = "name" in parameter ? [parameter] : [];
  const responses = { 200: { description: "", content } };
  return { paths: { "/a": { get: { parameters, responses } } } };
}

function b(): Readonly<Record<string, unknown>> {
  return { name: "b", in: "path", required: true, schema: { type: "string" } };
}

test("each difference from openapi-typescript is a fault of theirs", async () => {
  const files: string[] = [];
  const texts: string[] = [];
  for (const [index, { document, flags, options, extension = ".ts" }] of differences.entries()) {
    const path = join(folder, `${index}.json`);
    const whole = { openapi: "3.1.0", info: { title: "a", version: "1" }, paths: {}, ...document };
    writeFileSync(path, JSON.stringify(whole));
    const theirs = `${index}-theirs${extension}`;
    const ours = `${index}-ours${extension}`;
    if (flags.includes("--dedupe-enums")) {
      await writePeerTypes(path, join(folder, theirs), flags);
    } else {
      writeFileSync(join(folder, theirs), await peerTypes(path, flags));
    }
    texts.push(types({ document: path, output: join(folder, ours), ...options }).text);
    files.push(theirs, ours);
  }
  const errors = await compileEach(folder, files);
  for (const [index, { title, theirs, ours, extension = ".ts" }] of differences.entries()) {
    expect(texts[index], title).toContain(ours);
    expect(errors.get(`${index}-ours${extension}`), title).toEqual([]);
    const theirErrors = errors.get(`${index}-theirs${extension}`) ?? [];
    if (theirs === undefined) {
      expect(theirErrors.length, `theirs compiles: ${title}`).toBeGreaterThan(0);
    } else {
      expect(theirErrors, title).toEqual([]);
      const text = readFileSync(join(folder, `${index}-theirs${extension}`), "utf8");
      expect(text, title).toContain(theirs);
    }
  }
});
