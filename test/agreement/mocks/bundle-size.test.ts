import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { beforeAll, expect, test } from "vitest";
import { generate } from "../../../packages/specwright/src/index.ts";
import { resolveInRoot } from "../../../scripts/support/paths.ts";

const out = resolveInRoot(".cache/mocks/sizes");

const json = (schema: object) => ({
  description: "",
  content: { "application/json": { schema } },
});
const problem = json({ $ref: "#/components/schemas/Problem" });
const pet = { $ref: "#/components/schemas/Pet" };
const list = { type: "array", items: { type: "string" } };
const text = { type: "string" };

/** The mock of an operation has its examples too; those of this document are short. */
const document = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  servers: [{ url: "https://pets.example.com/v1" }],
  paths: {
    "/owners/{ownerId}/pets": {
      get: {
        operationId: "listPets",
        parameters: [
          { name: "ownerId", in: "path", required: true, schema: { type: "integer" } },
          { name: "tags", in: "query", schema: list },
        ],
        responses: { 200: json({ type: "array", items: pet }), 404: problem, 429: problem },
      },
      post: {
        operationId: "addPet",
        requestBody: { content: { "application/x-www-form-urlencoded": { schema: pet } } },
        responses: { 201: json(pet), 400: problem },
      },
    },
    "/feed": {
      get: {
        operationId: "readFeed",
        parameters: [
          { name: "filter", in: "query", style: "deepObject", schema: { type: "object" } },
        ],
        responses: {
          200: { description: "", content: { "text/event-stream": { itemSchema: pet } } },
        },
      },
    },
  },
  components: {
    schemas: {
      Pet: {
        type: "object",
        required: ["id", "name"],
        properties: {
          id: { type: "string", format: "uuid" },
          name: text,
          born: { type: "string", format: "date" },
          kind: { enum: ["cat", "dog"] },
          weight: { type: "number" },
        },
      },
      Problem: { type: "object", required: ["title"], properties: { title: text } },
      Owner: {
        type: "object",
        properties: { firstName: text, email: { type: "string", format: "email" } },
      },
    },
  },
};

/** A bundle for browsers without MSW, minified. */
async function bundle(code: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: out },
    bundle: true,
    minify: true,
    format: "esm",
    external: ["msw"],
    conditions: ["source"],
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}

beforeAll(async () => {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(dirname(out), { recursive: true });
  // An output folder has no other files.
  writeFileSync(`${out}.json`, JSON.stringify(document));
  await generate({ document: `${out}.json`, out, targets: ["mocks"] });
});

/** Bytes that gzip leaves of a bundle. */
const mostBytes = 3000;

test("the mock of one operation, its answers included, adds less than 3 kB to a bundle (gzip)", async () => {
  const text = await bundle(
    `import { mockListPets } from "./mocks/index.js"; globalThis.x = mockListPets(() => {});`,
  );
  const size = gzipSync(text).length;
  console.log(`mockListPets: ${size} bytes of gzip, ${text.length} minified`);
  expect(size).toBeGreaterThan(500);
  expect(size).toBeLessThan(mostBytes);
  // Nothing of other operations, of streams, forms and styles that this one does not have.
  expect(text).not.toMatch(/addPet|readFeed|deepObject|TransformStream|urlencoded|Ada/);
});

test("a factory alone adds about 1 kB, and needs no MSW", async () => {
  const text = await bundle(
    `import { createOwner } from "./mocks/factories.js"; globalThis.x = createOwner();`,
  );
  expect(text).not.toContain("msw");
  expect(gzipSync(text).length).toBeLessThan(1500);
});
