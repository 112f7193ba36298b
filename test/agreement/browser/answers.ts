import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { resolveInRoot } from "../../../scripts/support/paths.ts";
import type { Browser } from "../../support/browser.ts";

/** The script of the page. It makes a call and returns the items of the stream, or the parts of the error. */
const program = `
  import { call, createTransport, eventStreamWith } from "@specwright/runtime/v1/client";
  globalThis.run = async (path, type, options) => {
    const operation = {
      name: "run", method: "GET", path,
      answers: { 200: [type] },
      streams: { "text/event-stream": eventStreamWith() },
    };
    const controller = new AbortController();
    const seen = [];
    try {
      const transport = createTransport({ baseUrl: "", retries: 0, ...options });
      const answer = await call(transport, operation, {}, { signal: controller.signal });
      if (type === "application/json") return { seen: answer };
      for await (const { data } of answer) {
        seen.push(data);
        if (data === "abort") setTimeout(() => controller.abort(new Error("enough")));
      }
      return { seen };
    } catch (error) {
      const { name, message, operation, cause } = error;
      return { seen, name, message, operation, cause: cause?.name };
    }
  };
`;

/** The answers of the server by path. */
const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
  "/done": (response) => void startStream(response).write("data: 1\n\ndata:\n\ndata: [DONE]\n\n"),
  "/broken": (response) =>
    void startStream(response).write("data: 1\n\n", () => response.destroy()),
  "/malformed": (response) => void startStream(response).end('data: 1\n\ndata: {"a\n\n'),
  "/abort": (response) => void startStream(response).write('data: "abort"\n\n'),
  "/refused": (response) => void response.destroy(),
  "/slow": () => undefined,
  "/page": (response) => void response.writeHead(200, { "content-type": "text/html" }).end("<p>"),
  "/problem": (response) =>
    void response
      .writeHead(409, { "content-type": "application/problem+json" })
      .end('{"title":"Conflict","detail":"Taken."}'),
};

function startStream(response: ServerResponse): ServerResponse {
  return response.writeHead(200, { "content-type": "text/event-stream" });
}

let server: Server;

/** Tests calls and streams of a page, and their failures. */
export function testAnswers(browser: () => Browser): void {
  beforeAll(async () => {
    const { outputFiles } = await build({
      stdin: { contents: program, resolveDir: resolveInRoot("packages/runtime") },
      bundle: true,
      format: "iife",
      conditions: ["source"],
      write: false,
    });
    const page = `<script>${outputFiles[0]?.text ?? ""}</script>`;
    server = createServer((request, response) => {
      const answer = answers[request.url ?? ""];
      if (answer === undefined) {
        response.writeHead(200, { "content-type": "text/html" }).end(page);
      } else {
        answer(response);
      }
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const events = "text/event-stream";
  const json = "application/json";
  test.each([
    ["a stream ends at [DONE]", "/done", events, {}, { seen: [1] }],
    [
      "a stream that breaks is a broken connection",
      "/broken",
      events,
      {},
      // The browser may drop bytes that arrived just before the connection broke.
      { name: "ApiConnectionError", operation: "run", cause: "TypeError" },
    ],
    [
      "an item that is not JSON is an unexpected answer",
      "/malformed",
      events,
      {},
      {
        seen: [1],
        name: "UnexpectedAnswerError",
        message: 'run was answered with 200 and an item that is not JSON: {"a',
        cause: "SyntaxError",
      },
    ],
    [
      "the reason of the caller ends a stream",
      "/abort",
      events,
      {},
      { seen: ["abort"], name: "Error", message: "enough" },
    ],
    [
      "a connection that is refused",
      "/refused",
      json,
      {},
      { name: "ApiConnectionError", operation: "run", cause: "TypeError" },
    ],
    [
      "a time limit",
      "/slow",
      json,
      { timeout: 200 },
      {
        name: "TimeoutError",
        message: "run got no answer within 200 ms",
        operation: "run",
        cause: "TimeoutError",
      },
    ],
    [
      "a page of HTML",
      "/page",
      json,
      {},
      { message: "run was answered with 200 and text/html instead of application/json: <p>" },
    ],
    [
      "an error that explains itself",
      "/problem",
      json,
      {},
      { name: "ApiError", message: "run was answered with 409: Conflict: Taken." },
    ],
  ])("%s", async (_, path, type, options, expected) => {
    const page = await browser().context.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const result = await page.evaluate(
      (given) =>
        (globalThis as unknown as { run: (...all: unknown[]) => Promise<object> }).run(...given),
      [path, type, options],
    );
    await page.close();
    expect(result).toMatchObject(expected);
  });
}
