import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { resolveInRoot } from "../../../scripts/support/paths.ts";
import type { Browser } from "../../support/browser.ts";

/** The script of the page: it makes a call with a credential of each kind, using the runtime bundled for browsers. */
const program = `
  import { authorization, bearer, call, cookieKey, createTransport, headerKey, queryKey, secured }
    from "@specwright/runtime/v1/client";
  const places = { authorization, bearer, cookieKey, headerKey, queryKey };
  globalThis.run = async (place, path, body) => {
    const operation = {
      name: "run", method: "POST", path,
      body: { "application/json": JSON.stringify },
      security: secured([[{ scheme: "Key", place: places[place], name: "x-api-key" }]]),
    };
    const transport = createTransport({ baseUrl: "", auth: { Key: async () => "secret" }, retries: 0 });
    return call(transport, operation, { body }).then((answer) => ({ answer }), (error) => ({ error: String(error) }));
  };
`;

interface Origin {
  readonly address: string;
  readonly received: {
    readonly url: string | undefined;
    readonly headers: IncomingMessage["headers"];
  }[];
  readonly server: Server;
}

let own: Origin;
let other: Origin;

async function startOrigin(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Origin> {
  const received: Origin["received"] = [];
  const server = createServer((request, response) => {
    if (request.method !== "OPTIONS") {
      received.push({ url: request.url, headers: request.headers });
    }
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an `AddressInfo`.
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, received, server };
}

/** Tests credentials of every kind, sent by a page. */
export function testAuth(browser: () => Browser): void {
  beforeAll(async () => {
    const { outputFiles } = await build({
      stdin: { contents: program, resolveDir: resolveInRoot("packages/runtime") },
      bundle: true,
      format: "iife",
      conditions: ["source"],
      write: false,
    });
    const script = outputFiles[0]?.text ?? "";
    // Another origin, which allows every header, so that only the client can hold a credential back.
    other = await startOrigin((_, response) => {
      response.writeHead(200, {
        "access-control-allow-origin": "*",
        "access-control-allow-headers": "x-api-key, authorization, content-type",
        "content-type": "application/json",
      });
      response.end('"elsewhere"');
    });
    own = await startOrigin((request, response) => {
      if (request.method === "GET") {
        response.writeHead(200, { "content-type": "text/html" }).end(`<script>${script}</script>`);
      } else if (request.url?.startsWith("/away")) {
        response.writeHead(307, { location: other.address }).end();
      } else {
        response.writeHead(200, { "content-type": "application/json" }).end('"here"');
      }
    });
  });

  afterAll(() => {
    own.server.close();
    other.server.close();
  });

  /** The request of the call. The browser also requests the page and its icon. */
  function findCalled(): Origin["received"][number] | undefined {
    return own.received.find(({ url }) => url?.startsWith("/here"));
  }

  async function run(place: string, path: string): Promise<{ answer?: unknown; error?: string }> {
    own.received.length = 0;
    other.received.length = 0;
    const page = await browser().context.newPage();
    await page.goto(own.address);
    const result = await page.evaluate(
      ([first, second]) =>
        (globalThis as unknown as { run: (...given: unknown[]) => Promise<object> }).run(
          first,
          second,
          [1],
        ),
      [place, path],
    );
    await page.close();
    return result;
  }

  test.each([
    ["headerKey", "x-api-key", "secret"],
    ["bearer", "authorization", "Bearer secret"],
    ["authorization", "authorization", "secret"],
  ])("of %s arrives at a relative base URL", async (place, name, value) => {
    expect(await run(place, "/here")).toEqual({ answer: "here" });
    expect(findCalled()?.headers[name]).toBe(value);
  });

  test("of a query arrives, and of a cookie does not, because pages may send none of their own", async () => {
    await run("queryKey", "/here");
    expect(findCalled()?.url).toBe("/here?x-api-key=secret");
    expect(await run("cookieKey", "/here")).toEqual({ answer: "here" });
    expect(findCalled()?.headers).not.toHaveProperty("cookie");
  });

  test("in a header of its own ends with a redirect, whose target gets nothing", async () => {
    const { error } = await run("headerKey", "/away");
    expect(error).toContain("The client does not follow a redirect that would carry x-api-key");
    expect(other.received).toEqual([]);
  });

  test.each(["bearer", "queryKey"])("of %s is not sent along a redirect", async (place) => {
    expect(await run(place, "/away")).toEqual({ answer: "elsewhere" });
    expect(other.received).toHaveLength(1);
    expect(JSON.stringify(other.received)).not.toContain("secret");
  });
}
