import { describe, expect, test } from "vitest";
import { openModel } from "../../../test/client-project.ts";
import { planTools, type ToolPlan, type ToolsPlan } from "./plan.ts";

type Parts = Readonly<Record<string, unknown>>;

function planDocument(paths: Parts, more: Parts = {}): ToolsPlan {
  const document = { openapi: "3.1.0", info: { title: "Pets API", version: "1" }, paths, ...more };
  return planTools(openModel(document));
}

const answers = { responses: { 200: { description: "Done." } } };

function planOperation(operation: Parts, components: Parts = {}, method = "post"): ToolPlan {
  const { tools } = planDocument(
    { "/pets": { [method]: { operationId: "usePets", ...answers, ...operation } } },
    { components },
  );
  const [tool] = tools;
  if (tool === undefined) {
    throw new Error("The operation has no tool.");
  }
  return tool;
}

function planBody(schema: unknown, components: Parts = {}): ToolPlan {
  const content = { "application/json": { schema } };
  return planOperation({ requestBody: { required: true, content } }, components);
}

const text = { type: "string" };

describe("x-tool", () => {
  test("leaves an operation out, names it, describes it and says what it does", () => {
    const { tools } = planDocument({
      "/a": { get: { ...answers, "x-tool": false } },
      "/b": {
        post: {
          ...answers,
          "x-tool": { name: "find pets", description: "Finds.", readOnly: true },
        },
      },
      "/c": { post: { ...answers, "x-tool": { name: "find pets", destructive: true } } },
    });
    expect(
      tools.map(({ name, description, annotations }) => [name, description, annotations]),
    ).toEqual([
      ["find_pets", "Finds.", { readOnlyHint: true, destructiveHint: false, idempotentHint: true }],
      [
        "find_pets_2",
        "POST /c",
        { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
      ],
    ]);
  });

  test("is not needed where `x-safe` says what an operation does", () => {
    const { tools } = planDocument({
      "/a": { post: { ...answers, "x-safe": true } },
      "/b": { get: { ...answers, "x-safe": false } },
      "/c": { post: { ...answers, "x-safe": true, "x-tool": { readOnly: false } } },
    });
    expect(tools.map(({ annotations }) => annotations.readOnlyHint)).toEqual([true, false, false]);
  });

  test.each([["text"], [{ name: 7 }], [{ names: "a" }]])("%j is a warning", (value) => {
    const { tools, diagnostics } = planDocument({ "/a": { get: { ...answers, "x-tool": value } } });
    expect(tools.map(({ name }) => name)).toEqual(["getA"]);
    expect(diagnostics).toMatchObject([{ severity: "warning", code: "x-tool-not-used" }]);
  });
});

test.each([
  ["get", [true, false, true]],
  ["head", [true, false, true]],
  ["post", [false, false, false]],
  ["put", [false, true, true]],
  ["patch", [false, true, false]],
  ["delete", [false, true, true]],
])("%s has the hints of its method", (method, hints) => {
  const { annotations } = planOperation({}, {}, method);
  const { readOnlyHint, destructiveHint, idempotentHint } = annotations;
  expect([readOnlyHint, destructiveHint, idempotentHint]).toEqual(hints);
});

test("names have at most 64 characters that vendors accept, also when long ones are equal", () => {
  const long = "a".repeat(80);
  const { tools, renamings } = planDocument({
    "/a": { get: { ...answers, operationId: `${long}1` } },
    "/b": { get: { ...answers, operationId: `${long}2` } },
    "/c": { get: { ...answers, operationId: "größe" } },
  });
  expect(tools.map(({ name }) => name)).toEqual(["a".repeat(60), `${"a".repeat(60)}_2`, "gr_e"]);
  expect(renamings).toHaveLength(1);
});

test("a description has the summary and at most 1,024 characters", () => {
  const { description } = planOperation({ summary: "Use", description: "word ".repeat(1_000) });
  expect(description).toMatch(/^Use\n\nword word .* …$/s);
  expect(description.length).toBeLessThanOrEqual(1_024);
});

describe("arguments", () => {
  test("are the parameters and the members of the body, in one object", () => {
    const { inputSchema, places, needsBody } = planOperation({
      parameters: [
        { name: "filter[a]", in: "query", schema: { type: "integer" }, description: "Only a." },
        { name: "X-Trace", in: "header", schema: text },
        { name: "Idempotency-Key", in: "header", schema: text },
        { name: "name", in: "query", required: true, schema: text },
      ],
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: {
              allOf: [
                { type: "object", required: ["name", "id"], properties: { name: text } },
                { properties: { id: { type: "integer", readOnly: true }, tag: text } },
              ],
            },
          },
        },
      },
    });
    expect(inputSchema).toEqual({
      type: "object",
      properties: {
        filter_a: { type: "integer", description: "Only a." },
        "X-Trace": text,
        name: text,
        body_name: text,
        tag: text,
      },
      required: ["name", "body_name"],
      additionalProperties: false,
    });
    expect(places).toEqual({
      filter_a: ["filter[a]"],
      "X-Trace": ["header", "X-Trace"],
      body_name: ["body", "name"],
      tag: ["body", "tag"],
    });
    expect(needsBody).toBe(true);
  });

  test.each([
    ["a list", { type: "array", items: text }],
    ["alternatives", { oneOf: [{ type: "object", properties: { a: text } }, text] }],
    ["an object with members of any name", { type: "object", additionalProperties: text }],
  ])("have a body that is %s as one argument", (_, schema) => {
    const { inputSchema, needsBody } = planBody(schema);
    expect(inputSchema.properties).toEqual({ body: schema });
    expect(inputSchema.required).toEqual(["body"]);
    expect(needsBody).toBeUndefined();
  });

  test("that are files are bytes in base64", () => {
    const file = { type: "string", format: "binary" };
    const schema = {
      type: "object",
      properties: { file, files: { type: "array", items: file }, name: text },
    };
    const { inputSchema, bytes } = planOperation({
      requestBody: { content: { "multipart/form-data": { schema } } },
    });
    expect(bytes).toEqual(["file", "files"]);
    expect(inputSchema.properties).toMatchObject({
      file: { type: "string", contentEncoding: "base64" },
      files: { type: "array", items: { contentEncoding: "base64" } },
      name: text,
    });
  });
});

describe("the schema of an argument", () => {
  const member = (schema: unknown, schemas: Parts = {}): ToolPlan =>
    planBody({ type: "object", properties: { a: schema } }, { schemas });

  test("has its references resolved, and what the service sets left out", () => {
    const pet = {
      type: "object",
      required: ["id", "name"],
      properties: { id: { type: "string", readOnly: true }, name: text },
      example: { id: "1" },
    };
    const ref = { $ref: "#/components/schemas/Pet", description: "The pet." };
    expect(member(ref, { Pet: pet }).inputSchema.properties).toEqual({
      a: {
        type: "object",
        required: ["name"],
        properties: { name: text },
        description: "The pet.",
      },
    });
  });

  test("has a circular one once, below $defs", () => {
    const node = {
      type: "object",
      properties: { next: { $ref: "#/components/schemas/Node" } },
    };
    const { inputSchema } = member({ $ref: "#/components/schemas/Node" }, { Node: node });
    const next = { $ref: "#/$defs/Node" };
    const written = { type: "object", properties: { next } };
    expect(inputSchema).toMatchObject({ properties: { a: written }, $defs: { Node: written } });
  });

  test("keeps keywords beside a reference that its target has too", () => {
    const ref = { $ref: "#/components/schemas/Short", maxLength: 3 };
    expect(member(ref, { Short: { type: "string", maxLength: 5 } }).inputSchema.properties).toEqual(
      {
        a: { maxLength: 3, allOf: [{ type: "string", maxLength: 5 }] },
      },
    );
  });

  test("leaves out patterns that validators cannot compile", () => {
    expect(member({ type: "string", pattern: "\\-" }).inputSchema.properties).toEqual({ a: text });
  });

  test("that is too large loses descriptions and its deepest levels, which is a loss", () => {
    const deep = (level: number): Parts =>
      level === 0
        ? { ...text, description: "words ".repeat(50) }
        : {
            type: "object",
            properties: Object.fromEntries(
              [1, 2, 3, 4].map((index) => [`member${index}`, deep(level - 1)]),
            ),
          };
    const { tools, diagnostics } = planDocument({
      "/a": {
        post: {
          ...answers,
          requestBody: { content: { "application/json": { schema: deep(6) } } },
        },
      },
    });
    expect(JSON.stringify(tools[0]?.inputSchema).length).toBeLessThanOrEqual(16_000);
    expect(Object.keys(tools[0]?.inputSchema.properties ?? {})).toEqual(
      [1, 2, 3, 4].map((index) => `member${index}`),
    );
    expect(diagnostics).toMatchObject([{ severity: "loss", code: "tool-arguments-shortened" }]);
  });
});

test("credentials and the address come from variables with the name of the API", () => {
  const key = { type: "apiKey", in: "header", name: "k" };
  const { api } = planDocument(
    {},
    {
      servers: [{ url: "https://pets.example/v1" }],
      components: {
        securitySchemes: {
          Key: key,
          AdminKey: key,
          OAuth: { type: "oauth2", flows: {} },
          Login: { type: "http", scheme: "basic" },
          Digest: { type: "http", scheme: "digest" },
          Certificate: { type: "mutualTLS" },
        },
      },
    },
  );
  expect(api).toEqual({
    name: "pets",
    title: "Pets API",
    version: "1",
    baseUrl: "https://pets.example/v1",
    baseUrlVariable: "PETS_BASE_URL",
    credentials: [
      { scheme: "Key", variables: ["PETS_API_KEY"] },
      { scheme: "AdminKey", variables: ["PETS_ADMIN_API_KEY"] },
      { scheme: "OAuth", variables: ["PETS_TOKEN"] },
      { scheme: "Login", variables: ["PETS_USERNAME", "PETS_PASSWORD"] },
      { scheme: "Digest", variables: ["PETS_AUTHORIZATION"] },
    ],
  });
});

test("only chosen tags and operations are tools, and unknown ones are errors", () => {
  const model = openModel({
    openapi: "3.1.0",
    info: { title: "Pets", version: "1" },
    paths: {
      "/a": { get: { ...answers, tags: ["a"] } },
      "/b": { get: { ...answers, tags: ["b"] } },
    },
  });
  const names = (plan: ToolsPlan): readonly string[] => plan.tools.map(({ name }) => name);
  expect(names(planTools(model, { tags: ["b"] }))).toEqual(["getB"]);
  expect(names(planTools(model, { operations: ["getA"] }))).toEqual(["getA"]);
  expect(planTools(model, { tags: ["c"], operations: ["getC"] }).diagnostics).toMatchObject([
    { severity: "error", code: "unknown-name", message: expect.stringContaining("`c`") },
    { severity: "error", code: "unknown-name", message: expect.stringContaining("`getC`") },
  ]);
});

test("a command line has the first line of each tag's text, and tools have none", () => {
  const model = openModel({
    openapi: "3.1.0",
    info: { title: "Pets", version: "1" },
    tags: [{ name: "a", description: "Animals.\n\nMore of them." }, { name: "b" }],
    paths: { "/a": { get: { ...answers, tags: ["a"] } } },
  });
  expect(planTools(model, { isForPeople: true }).api.tags).toEqual({ a: "Animals." });
  expect(planTools(model).api).not.toHaveProperty("tags");
});
