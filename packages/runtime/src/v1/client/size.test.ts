import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";

/** The bytes of a bundle for browsers, compressed. */
async function bundledSize(contents: string): Promise<{ size: number; code: string }> {
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

const operation = `{ name: "x", method: "POST", path: "/x/{id}", parameters: [{ name: "id", in: "path" }], body: { "application/json": jsonBody } }`;

test("what an operation needs is at most 6 kB, its errors included", async () => {
  const { size } = await bundledSize(`
    import { call, createTransport, isApiError, jsonBody } from "@specwright/runtime/v1/client";
    const x = (transport, input, options) => call(transport, ${operation}, input, options);
    globalThis.x = [createTransport({ baseUrl: "" }), isApiError, x];
  `);
  expect(size).toBeGreaterThan(1_000);
  expect(size).toBeLessThanOrEqual(6 * 1024);
});

test("what an operation with pages and typed headers needs is at most 7 kB", async () => {
  const { size, code } = await bundledSize(`
    import { call, createTransport, isApiError, items, jsonBody, pages, responseHeaders } from "@specwright/runtime/v1/client";
    const readHeaders = responseHeaders([{ name: "x", type: { type: "integer" } }]);
    const x = (transport, input, options) => call(transport, { readHeaders, ...${operation} }, input, options);
    globalThis.x = [createTransport({ baseUrl: "" }), isApiError, pages(x), items(x)];
  `);
  expect(size).toBeLessThanOrEqual(7 * 1024);
  // What reads streams and writes multipart bodies comes with operations that have them.
  expect(code).not.toMatch(/retry:|x1e|form-data|TextDecoder\(\)/);
});

test.each([
  ["bearer", 6.9],
  ["headerKey", 7.3],
])(
  "auth comes with operations that need it: with %s they need at most %s kB",
  async (place, limit) => {
    const program = (security: string): string => `
    import { ${place}, call, createTransport, isApiError, jsonBody, secured } from "@specwright/runtime/v1/client";
    const x = { ...${operation}, ${security} };
    const callX = (transport, input, options) => call(transport, x, input, options);
    globalThis.x = [createTransport({ baseUrl: "" }), isApiError, callX];
  `;
    const without = await bundledSize(program(""));
    const withAuth = await bundledSize(
      program(`security: secured([[{ scheme: "a", place: ${place}, name: "x" }]])`),
    );
    expect(without.code).not.toContain("CredentialError");
    expect(without.size).toBeLessThanOrEqual(6 * 1024);
    expect(withAuth.code).toContain("CredentialError");
    expect(withAuth.size).toBeLessThanOrEqual(limit * 1024);
  },
);

test("createClient alone is at most 5 kB", async () => {
  const { size } = await bundledSize(
    'export { createClient } from "@specwright/runtime/v1/client";',
  );
  expect(size).toBeLessThanOrEqual(5 * 1024);
});

test("an operation that is not used, and what only it needs, is not in the bundle", async () => {
  const { code } = await bundledSize(`
    import { call, jsonBody, multipartBodyWith } from "@specwright/runtime/v1/client";
    const used = ${operation};
    const unused = { name: "neverUsed", body: { "multipart/form-data": /* @__PURE__ */ multipartBodyWith({ a: {} }) } };
    function uploadNever(transport, input) { return call(transport, unused, input); }
    globalThis.x = (transport, input) => call(transport, used, input);
  `);
  expect(code).not.toContain("neverUsed");
  expect(code).not.toContain("form-data");
});
