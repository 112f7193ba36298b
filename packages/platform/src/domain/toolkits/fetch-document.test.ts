import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEgress } from "../../base/egress/create-egress.ts";
import { PlatformError } from "../../base/errors.ts";
import { fetchDocument } from "./fetch-document.ts";

const server = createServer((request, response) => {
  switch (request.url) {
    case "/moved.yaml":
      return response.writeHead(302, { location: "/api.yaml" }).end();
    case "/away.yaml":
      return response.writeHead(302, { location: "http://10.1.2.3:8080/api.yaml" }).end();
    case "/large.yaml":
      return response.end(Buffer.alloc(10 * 1024 * 1024 + 1, " "));
    case "/api.yaml":
      return response.end("openapi: 3.1.0");
    default:
      return response.writeHead(404).end();
  }
});
let origin: string;
const egress = createEgress({ allow: ["127.0.0.0/8"] });

beforeAll(async () => {
  await new Promise<void>((listening) => {
    server.listen(0, "127.0.0.1", listening);
  });
  // A server that listens on a port has an address of this form.
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await egress.close();
  server.closeAllConnections();
  server.close();
});

const fetchLines = (text: string, way = egress): Promise<unknown> =>
  fetchDocument(way, { text }).catch((error: unknown) =>
    error instanceof PlatformError ? error.errors : error,
  );

test("an address is read in place of a document, also where it leads on", async () => {
  expect(await fetchLines(`${origin}/api.yaml`)).toEqual({ text: "openapi: 3.1.0" });
  expect(await fetchLines(` ${origin}/moved.yaml\n`)).toEqual({ text: "openapi: 3.1.0" });
});

test("a document stays as it is, whatever it begins with", async () => {
  for (const text of ["openapi: 3.1.0", "https://example.com/a: 1", "https://example.com/a\nb"]) {
    expect(await fetchDocument(egress, { text })).toEqual({ text });
  }
});

test("an address that cannot be read is refused with the reason, and a private one does not show what is there", async () => {
  expect(await fetchLines(`${origin}/missing.yaml`)).toEqual([
    `document: cannot be read from ${origin}/missing.yaml: it answered 404`,
  ]);
  expect(await fetchLines(`${origin}/large.yaml`)).toEqual([
    expect.stringContaining("body-too-large"),
  ]);
  expect(await fetchLines(`${origin}/away.yaml`)).toEqual([
    expect.stringMatching(/its host has no public address|it is not an https URL/),
  ]);
  const closed = createEgress();
  expect(await fetchLines("https://127.0.0.1:8443/api.yaml", closed)).toEqual([
    expect.stringContaining("its host has no public address"),
  ]);
  await closed.close();
});
