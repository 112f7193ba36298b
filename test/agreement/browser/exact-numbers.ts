import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { resolveInRoot } from "../../../scripts/support/paths.ts";
import type { Browser } from "../../support/browser.ts";

/** The script of the page: a call as generated code makes it for an `int64` and a `date-time`. */
const program = `
  import { createTransport, encodeBody } from "@specwright/runtime/v1/client";
  import * as runtime from "@specwright/runtime/v1/conversions";
  const convert = (id, at, copies) => (value, place) => {
    const result = copies ? runtime.copyObject(value) : value;
    runtime.convertMember(result, "id", id, place);
    runtime.convertMember(result, "at", at, place);
    return result;
  };
  const operation = {
    name: "echo", method: "POST", path: "/echo", answers: { 200: ["application/json"] },
    body: { "application/json": runtime.exactJsonBody }, encoders: { body: encodeBody },
  };
  const conversions = {
    body: { "application/json": convert(runtime.encodeBigInt, runtime.encodeDate, true) },
    responses: { 200: { "application/json": convert(runtime.decodeBigInt, runtime.decodeDate, false) } },
    isExact: true,
  };
  globalThis.run = async () => {
    const body = { id: 9007199254740993n, at: new Date(5), text: "9007199254740993" };
    const transport = createTransport({ baseUrl: "" });
    const { id, at, text } = await runtime.invokeConverted(transport, operation, conversions, { body });
    return [String(id), typeof id, at.getTime(), text];
  };
`;

let server: Server;
const received: string[] = [];

/** Tests that a page sends and gets integers beyond 2^53 exactly, also in a browser without `JSON.rawJSON`. */
export function testExactNumbers(browser: () => Browser): void {
  beforeAll(async () => {
    const { outputFiles } = await build({
      stdin: { contents: program, resolveDir: resolveInRoot("packages/runtime") },
      bundle: true,
      format: "iife",
      conditions: ["source"],
      write: false,
    });
    const code = outputFiles[0]?.text ?? "";
    server = createServer(async (request, response) => {
      if (request.url === "/echo") {
        const chunks: Buffer[] = [];
        for await (const chunk of request) {
          chunks.push(chunk);
        }
        const text = Buffer.concat(chunks).toString();
        received.push(text);
        response.writeHead(200, { "content-type": "application/json" }).end(text);
        return;
      }
      const before = request.url === "/old" ? "delete JSON.rawJSON;" : "";
      response
        .writeHead(200, { "content-type": "text/html" })
        .end(`<script>${before}</script><script>${code}</script>`);
    });
    await new Promise<void>((done) => {
      server.listen(0, "127.0.0.1", done);
    });
  });
  afterAll(() => {
    server.close();
  });

  test.each(["/new", "/old"])(
    "an int64 beyond 2^53 is sent and read exactly by the page %s",
    async (path) => {
      const page = await browser().context.newPage();
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
      const result = await page.evaluate("run()");
      expect(result).toEqual(["9007199254740993", "bigint", 5, "9007199254740993"]);
      expect(received.pop()).toBe(
        '{"id":9007199254740993,"at":"1970-01-01T00:00:00.005Z","text":"9007199254740993"}',
      );
      await page.close();
    },
  );
}
