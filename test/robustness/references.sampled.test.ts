import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { loadDocument } from "../../packages/specwright/src/commands/load/load-model.ts";
import { DiagnosticError } from "../../packages/specwright/src/diagnostic.ts";
import { bundleDocument } from "../../packages/specwright/src/document/bundle/bundle-document.ts";
import { generate } from "../../packages/specwright/src/index.ts";
import { chooseAmount } from "../support/samples.ts";
import { makeRemovedFolder, readFolder } from "./output-folder.ts";

/** A secret in every file outside the document's folder. It must never appear in the output. */
const canary = "canaryOutside";

const outside = JSON.stringify({
  type: "object",
  properties: { [canary]: { type: "string" } },
  get: { operationId: canary, responses: { 204: { description: canary } } },
  description: canary,
  schema: { type: "string", description: canary },
  name: canary,
  in: "query",
  value: canary,
  $dynamicAnchor: "here",
});

/**
 * Makes a project whose folder contains links, pipes and devices. Beside it are folders that references must not reach.
 */
function createProject(): string {
  const folder = makeRemovedFolder();
  for (const path of ["api/sub", "outside", "api-2"]) {
    mkdirSync(join(folder, path), { recursive: true });
  }
  for (const path of ["outside/s.json", "api-2/s.json", "s.json"]) {
    writeFileSync(join(folder, path), outside);
  }
  writeFileSync(join(folder, "api/utf-16.json"), Buffer.from(`\ufeff${outside}`, "utf16le"));
  const links = [
    ["../outside/s.json", "link.json"],
    ["../outside", "linked"],
    ["../..", "sub/up"],
    ["nowhere.json", "dangling.json"],
    ["circle.json", "circle.json"],
    ["/dev/zero", "zero.json"],
    ["/proc/self/environ", "environ.json"],
  ] as const;
  for (const [target, name] of links) {
    symlinkSync(target, join(folder, "api", name));
  }
  execFileSync("mkfifo", [join(folder, "api/pipe.json")]);
  return folder;
}

/** References that lead out of the folder `api`, or to files that are not regular documents. */
function listWaysOut(folder: string, port: number): string[] {
  const path = join(folder, "outside/s.json");
  return [
    "../outside/s.json",
    "sub/../../outside/s.json",
    "..%2foutside%2Fs.json",
    "%2e%2e/outside/s.json",
    "..\\outside\\s.json",
    "../api-2/s.json",
    "../api/../s.json",
    path,
    `/${path}`,
    `//localhost${path}`,
    `\\\\localhost\\share\\s.json`,
    `file://${path}`,
    `FILE://${path}`,
    `file://localhost${path}`,
    "file:../outside/s.json",
    "c:../outside/s.json",
    "data:application/json,{}",
    `http://127.0.0.1:${port}/s.json`,
    `HtTp://127.0.0.1:${port}/s.json`,
    `//127.0.0.1:${port}/s.json`,
    "ftp://127.0.0.1/s.json",
    "javascript:0",
    "node:fs",
    "link.json",
    "linked/s.json",
    "sub/up/outside/s.json",
    "dangling.json",
    "circle.json",
    "zero.json",
    "environ.json",
    "pipe.json",
    "utf-16.json",
    "sub",
    "../outside/s.json%00.json",
    "../outside/s.json?x",
    "/dev/zero",
    "/proc/self/environ",
  ];
}

const info = { openapi: "3.2.0", info: { title: "a", version: "1.0.0" } };

function withOperation(members: object): object {
  const responses = { 200: { description: "ok" } };
  return { ...info, paths: { "/a": { get: { operationId: "a", responses, ...members } } } };
}

function withSchema(schema: object): object {
  const components = { schemas: { A: schema, B: { type: "object", properties: { k: {} } } } };
  return { ...info, paths: {}, components };
}

const inJson = (media: object): object => ({
  responses: { 200: { description: "ok", content: { "application/json": media } } },
});

/** Every place in a document that contains a URI. */
const places: Readonly<Record<string, (uri: string) => object>> = {
  "a schema": (uri) => withSchema({ $ref: uri }),
  "a part of a schema": (uri) => withSchema({ properties: { a: { $ref: `${uri}#/schema` } } }),
  $dynamicRef: (uri) => withSchema({ $dynamicRef: `${uri}#here` }),
  "the base of a schema": (uri) => withSchema({ $id: uri, $ref: "s.json" }),
  "the base of a schema, and up": (uri) =>
    withSchema({ $id: uri, properties: { a: { $ref: "../outside/s.json" } } }),
  $self: (uri) => ({ ...withSchema({ $ref: "../outside/s.json" }), $self: uri }),
  $schema: (uri) => withSchema({ $schema: uri, type: "string" }),
  mapping: (uri) =>
    withSchema({
      oneOf: [{ $ref: "#/components/schemas/B" }],
      discriminator: { propertyName: "k", mapping: { a: uri } },
    }),
  "a path": (uri) => ({ ...info, paths: { "/a": { $ref: uri } } }),
  "a parameter": (uri) => withOperation({ parameters: [{ $ref: uri }] }),
  "a body": (uri) => withOperation({ requestBody: { $ref: uri } }),
  "an answer": (uri) => withOperation({ responses: { 200: { $ref: uri } } }),
  "an example": (uri) => withOperation(inJson({ schema: {}, examples: { a: { $ref: uri } } })),
  externalValue: (uri) =>
    withOperation(inJson({ schema: {}, examples: { a: { externalValue: uri } } })),
  "a link": (uri) =>
    withOperation({
      responses: { 200: { description: "ok", links: { a: { operationRef: `${uri}#/get` } } } },
    }),
  "a callback": (uri) => withOperation({ callbacks: { a: { $ref: uri } } }),
  "a security scheme": (uri) => ({
    ...withOperation({ security: [{ key: [] }] }),
    components: { securitySchemes: { key: { $ref: uri } } },
  }),
  "a webhook": (uri) => ({ ...info, paths: {}, webhooks: { a: { $ref: uri } } }),
};

/** Starts a local server. Returns its port and a function that counts its connections. */
async function countConnections(): Promise<{
  readonly port: number;
  readonly count: () => number;
}> {
  let count = 0;
  const server = createServer((_, response) => response.end(outside));
  server.on("connection", () => {
    count += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, count: () => count };
}

test("no reference, at any place, leads out of the folder, to the network, or to a file that is not a document", {
  timeout: 300_000,
}, async () => {
  const folder = createProject();
  const { port, count } = await countConnections();
  const found: string[] = [];
  let refused = 0;
  for (const [number, [place, documentWith]] of Object.entries(places).entries()) {
    // Each place tries other references, so that every reference is tried at some place.
    const ways = listWaysOut(folder, port).filter(
      (_, way) => (number + way) % chooseAmount(4, 1) === 0,
    );
    for (const uri of ways) {
      writeFileSync(join(folder, "api/a.json"), JSON.stringify(documentWith(uri)));
      const outcome = await generateText(folder);
      refused += outcome === undefined ? 1 : 0;
      if (outcome?.includes(canary) === true) {
        found.push(`${place}: ${uri}`);
      }
    }
  }
  expect(found).toEqual([]);
  expect(count()).toBe(0);
  // At the other places the URI is only a name, which is not resolved.
  expect(refused).toBeGreaterThan(chooseAmount(100, 400));
  // Check that the secret is found when the folder is allowed.
  writeFileSync(
    join(folder, "api/a.json"),
    JSON.stringify(places["a schema"]?.("../outside/s.json")),
  );
  expect(await generateText(folder, ["outside"])).toContain(canary);
});

/** Everything that is generated from the document, as one string; undefined when problems are reported. */
async function generateText(
  folder: string,
  allow: readonly string[] = [],
): Promise<string | undefined> {
  const [document, out] = ["api/a.json", join(folder, "api/out")];
  try {
    const bundled = JSON.stringify(
      bundleDocument(loadDocument(join(folder, document), { folder, allow }).document),
    );
    await generate({ document, out, folder, allow });
    return bundled + JSON.stringify(readFolder(out));
  } catch (error) {
    if (!(error instanceof DiagnosticError)) {
      throw error;
    }
    expect(readdirSync(join(folder, "api"))).not.toContain("out");
    expect(JSON.stringify(error.diagnostics)).not.toContain(canary);
    return undefined;
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}
