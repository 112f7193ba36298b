import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { run } from "../../packages/specwright/test/run-cli.ts";
import { makeTemporaryFolder } from "../../packages/specwright/test/temporary-folder.ts";
import { clinicKey, prepareClinic } from "./clinic-server.ts";
import { mutations } from "./mutations.ts";
import { listen, type Service } from "./serve-router.ts";

let prepared: Awaited<ReturnType<typeof prepareClinic>>;
beforeAll(async () => {
  prepared = await prepareClinic("verify");
});

async function serve(service: Service): Promise<string> {
  const { url, close } = await listen(service);
  onTestFinished(close);
  return url;
}

/** A server that has one of the planted faults. */
function serveFault(name: string): Promise<string> {
  const mutation = mutations.find((each) => each.name === name);
  return serve((mutation as (typeof mutations)[number]).plant(prepared.createClinic()));
}

const key = ["--auth", `Key=${clinicKey}`];

test("a correct server has no findings, with any seed", async () => {
  for (const seed of ["1", "2"]) {
    const url = await serve(prepared.createClinic().service);
    const { code, out, err } = await run(makeTemporaryFolder(), [
      ...["verify", prepared.document, url, ...key, "--seed", seed],
    ]);
    expect(`${out}${err}`).toMatch(
      new RegExp(`\n0 findings in \\d{3} requests to 10 operations. Seed: ${seed}.\n$`),
    );
    const [warning, coverage, requests, ...rest] = out.split("\n");
    expect(warning).toMatch(
      /^Warning: \d+ DELETE, \d+ POST.* requests were sent\. .*test server\.$/,
    );
    expect(coverage).toMatch(
      /^Coverage: 10 of 10 operations called, \d+ of \d+ documented answers seen\.$/,
    );
    expect(requests).toMatch(/^Requests: \d{3} \(\d+ that fit the document, \d+ with a fault, /);
    expect(rest).toHaveLength(3);
    expect(code).toBe(0);
  }
});

test("a finding comes with the request that shows it, without secrets, in every form", async () => {
  const url = await serveFault("a limit of 0 is accepted");
  const folder = makeTemporaryFolder();
  const args = ["verify", prepared.document, url, ...key, "--cases", "0"];
  const text = await run(folder, args);
  expect(text.code).toBe(1);
  expect(text.out).toContain("invalid-accepted (1): A request that does not fit the document");
  expect(text.out).toContain(
    "The request in which the query parameter `limit` is below 1 was answered with 200",
  );
  expect(text.out).toMatch(/curl 'http:\/\/[^']+\/pets\?limit=0/);
  expect(text.out).not.toContain(clinicKey);

  const json = JSON.parse((await run(folder, [...args, "--format", "json"])).out);
  expect(json).toMatchObject({
    ok: false,
    seed: 1,
    findings: [
      {
        check: "invalid-accepted",
        operation: "GET /pets",
        location: { pointer: "/paths/~1pets/get" },
      },
    ],
  });
  const junit = await run(folder, [...args, "--format", "junit", "--output", "verify.xml"]);
  expect(junit).toMatchObject({
    code: 1,
    out: expect.stringContaining("verify.xml has the report"),
  });
  const xml = readFileSync(`${folder}/verify.xml`, "utf8");
  expect(xml).toContain('<testsuites tests="10" failures="1" skipped="0">');
  expect(xml).toContain('<failure type="invalid-accepted" message="The request in which');
  const html = await run(folder, [...args, "--format", "html"]);
  expect(html.out).toContain('<h2 id="operation-0">GET /pets</h2>');
  // The box of a check hides its findings.
  expect(html.out).toContain('<input type="checkbox" id="show-invalid-accepted" checked>');
  expect(html.out).toContain("body:has(#show-invalid-accepted:not(:checked)) .invalid-accepted{");
  expect(html.out).toContain('<article class="invalid-accepted">');
  for (const { out } of [text, html]) {
    const top = out.slice(0, out.indexOf("The request in which"));
    expect(top).toMatch(/Warning: \d+ DELETE/);
    expect(top).toContain("Coverage: 10 of 10 operations called");
    expect(top).toContain("invalid-accepted 1");
  }
  expect(xml).toMatch(/<property name="warning" value="\d+ DELETE/);
  expect(json.coverage.methods.DELETE).toBeGreaterThan(0);
  const ignored = await run(folder, [...args, "--ignore", "invalid-accepted"]);
  expect(ignored.code).toBe(0);
  expect(ignored.out).toContain("Checks left out by --ignore: invalid-accepted.\n");
});

test("after the server has ended, that nobody answers is said once", async () => {
  let received = 0;
  const server = createServer((_request, response) => {
    received += 1;
    if (received === 3) {
      server.close();
      server.closeAllConnections();
    } else {
      response.writeHead(404, { connection: "close" }).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo;
  const { out } = await run(makeTemporaryFolder(), [
    ...["verify", prepared.document, `http://127.0.0.1:${port}`, ...key, "--cases", "1"],
  ]);
  expect(received).toBe(3);
  expect(out).toContain("no-answer (2)");
  expect(out.match(/later requests that are refused are not listed/g)).toHaveLength(1);
});

test("the same seed sends the same requests", async () => {
  const sent: string[][] = [];
  for (const _ of [1, 2]) {
    const own: string[] = [];
    const { service } = prepared.createClinic();
    const url = await serve(async (request) => {
      const body = await request.clone().text();
      // Ids are the server's.
      const target = request.url.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "<id>");
      own.push(`${request.method} ${target} ${body}`);
      return service(request);
    });
    await run(makeTemporaryFolder(), ["verify", prepared.document, url, ...key, "--seed", "7"]);
    sent.push(own);
  }
  expect(sent[0]?.length).toBeGreaterThan(300);
  expect(sent[1]).toEqual(sent[0]);
});

test("without credentials, operations that want some are named as not called", async () => {
  const url = await serve(prepared.createClinic().service);
  const { code, out } = await run(makeTemporaryFolder(), ["verify", prepared.document, url]);
  expect(code).toBe(0);
  expect(out).toContain("not called: GET /pets: no credentials for Key; pass --auth\n");
  expect(out).toMatch(/0 findings in \d+ requests to 1 operation\. Seed: 1\.\n$/);
});

test("an operation for which no request can be written is named as not called", async () => {
  const filter = {
    ...{ type: "object", required: ["list"] },
    properties: { list: { type: "array", minItems: 1, items: { type: "object" } } },
  };
  const parameters = [
    { ...{ name: "filter", in: "query", required: true }, style: "deepObject", schema: filter },
  ];
  const get = { parameters, responses: { 404: { description: "none" } } };
  const folder = makeTemporaryFolder({
    "api.json": JSON.stringify({
      ...{ openapi: "3.1.0", info: { title: "A", version: "1" }, paths: { "/a": { get } } },
    }),
  });
  const url = await serve(async () => new Response(null, { status: 404 }));
  const { out } = await run(folder, ["verify", "api.json", url]);
  expect(out).toContain("Coverage: 0 of 1 operation called, 0 of 1 documented answer seen.\n");
  expect(out).toContain("not called: GET /a: no request that fits the document could be sent");
  expect(out).not.toContain("Warning");
});

test.each([
  [["http://127.0.0.1:9"], 1, "No server answers at http://127.0.0.1:9"],
  [["nowhere"], 2, "error: nowhere is not an address."],
  [["http://127.0.0.1:9", "--auth", "Kye=a"], 1, "The document has no security scheme `Kye`."],
  [["http://127.0.0.1:9", "--ignore", "nothing"], 1, "`verify` has no check `nothing`."],
  [["http://127.0.0.1:9", "--seed", "x"], 2, "Pass a whole number."],
])("verify %j ends with %i and says why", async (args, code, message) => {
  const ended = await run(makeTemporaryFolder(), ["verify", prepared.document, ...args]);
  expect(ended.code).toBe(code);
  expect(ended.err).toContain(message);
});
