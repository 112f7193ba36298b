import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";

/** The compressed size of a bundle for browsers, in bytes. */
async function measureBundledSize(contents: string): Promise<{ size: number; code: string }> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: resolve(import.meta.dirname, "../../..") },
    bundle: true,
    minify: true,
    format: "esm",
    conditions: ["source"],
    write: false,
  });
  const [file] = outputFiles;
  return { size: gzipSync(file?.contents ?? "").byteLength, code: file?.text ?? "" };
}

/** An operation as generated code describes it, with the encoders that it needs. */
const operation = `name: "x", method: "POST", path: "/x/{id}", parameters: [{ name: "id", in: "path" }], body: { "application/json": jsonBody }, encoders: { path: encodePrimitivePath, body: encodeBody }`;
const list = `name: "xs", method: "GET", path: "/xs", parameters: [{ name: "cursor", in: "query" }], encoders: { query: encodePrimitiveQuery }`;
const runtime = "@specwright/runtime/v1/client";

/** The largest size in bytes, including the operation and its errors. */
const limit = 6_000;

test("the code that an operation needs is at most 5 kB, its errors included", async () => {
  const { size, code } = await measureBundledSize(`
    import { invoke, createTransport, encodeBody, encodePrimitivePath, isApiError, jsonBody } from "${runtime}";
    const x = (transport, input, options) => invoke(transport, { ${operation} }, input, options);
    globalThis.x = [createTransport({ baseUrl: "" }), isApiError, x];
  `);
  expect(size).toBeGreaterThan(1_000);
  expect(size).toBeLessThanOrEqual(5_000);
  // The bundle contains encoders of headers, cookies and queries only if an operation has these.
  expect(code).not.toMatch(/line breaks|semicolons|deepObject|matrix/);
});

test("a list with pages and typed headers needs at most 6 kB", async () => {
  const { size, code } = await measureBundledSize(`
    import { invoke, createTransport, encodePrimitiveQuery, isApiError, items, pages, primitiveHeaders } from "${runtime}";
    const readHeaders = primitiveHeaders([{ name: "x", type: { type: "integer" } }]);
    const x = (transport, input, options) => invoke(transport, { readHeaders, ${list} }, input, options);
    globalThis.x = [createTransport({ baseUrl: "" }), isApiError, pages(x), items(x)];
  `);
  expect(size).toBeLessThanOrEqual(limit);
  // The bundle contains the code for streams and multipart bodies only if an operation needs it.
  expect(code).not.toMatch(/retry:|x1e|form-data|TextDecoder\(\)/);
});

test("an operation whose answers have headers that are lists or objects needs at most 6 kB", async () => {
  const { size } = await measureBundledSize(`
    import { invoke, createTransport, encodePrimitiveQuery, isApiError, responseHeaders } from "${runtime}";
    const type = { type: "array", items: { type: "integer" } };
    const x = { readHeaders: responseHeaders([{ name: "x", type }]), ${list} };
    const callX = (transport, input, options) => invoke(transport, x, input, options);
    globalThis.x = [createTransport({ baseUrl: "" }), isApiError, callX];
  `);
  expect(size).toBeLessThanOrEqual(limit);
});

test.each(["bearer", "headerKey"])(
  "auth comes with operations that need it: with %s they need at most 6 kB",
  async (place) => {
    const program = (security: string): string => `
    import { ${place}, invoke, createTransport, encodeBody, encodePrimitivePath, isApiError, jsonBody, secured } from "${runtime}";
    const x = { ${operation}, ${security} };
    const callX = (transport, input, options) => invoke(transport, x, input, options);
    globalThis.x = [createTransport({ baseUrl: "" }), isApiError, callX];
  `;
    const without = await measureBundledSize(program(""));
    const withAuth = await measureBundledSize(
      program(`security: secured([[{ scheme: "a", place: ${place}, name: "x" }]])`),
    );
    expect(without.code).not.toContain("CredentialError");
    expect(withAuth.code).toContain("CredentialError");
    expect(withAuth.size).toBeLessThanOrEqual(limit);
  },
);

test("the code that any operation may need is at most 7 kB, for clients whose operations name no encoders", async () => {
  const { size, code } = await measureBundledSize(
    `export { call, createTransport } from "${runtime}";`,
  );
  expect(size).toBeLessThanOrEqual(7_000);
  expect(code).toMatch(/deepObject/);
});

test("createClient alone is at most 5 kB", async () => {
  const { size } = await measureBundledSize(`export { createClient } from "${runtime}";`);
  expect(size).toBeLessThanOrEqual(5 * 1024);
});

test("an operation that is not used is not in the bundle, nor is code that only it needs", async () => {
  const { code } = await measureBundledSize(`
    import { invoke, encodeBody, encodePrimitivePath, jsonBody, multipartBodyWith } from "${runtime}";
    const used = { ${operation} };
    const unused = { name: "neverUsed", body: { "multipart/form-data": /* @__PURE__ */ multipartBodyWith({ a: {} }) } };
    function uploadNever(transport, input) { return invoke(transport, unused, input); }
    globalThis.x = (transport, input) => invoke(transport, used, input);
  `);
  expect(code).not.toContain("neverUsed");
  expect(code).not.toContain("form-data");
});
