import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generate } from "../../../packages/specwright/src/index.ts";
import { resolveInRoot } from "../../../scripts/support/paths.ts";
import { type Browser, startBrowser } from "../../support/browser.ts";
import { findNeed } from "../../support/needs.ts";

const chromium = findNeed("chromium");
const out = resolveInRoot(".cache/mocks/browser");

/** The script of the page: it starts the service worker of MSW, and calls an operation through the generated client. */
const program = `
  import { setupWorker } from "msw/browser";
  import { createTransport, getToolkit, isApiError } from "./client/index.js";
  import { handlers, mockGetToolkit } from "./mocks/index.js";
  const worker = setupWorker(...handlers);
  globalThis.run = async () => {
    await worker.start({ quiet: true, onUnhandledFrame: "bypass" });
    const transport = createTransport({ retries: 0 });
    const usual = await getToolkit(transport, { slug: "github" });
    worker.use(mockGetToolkit(({ params }) => ({ status: 200, body: { ...usual, name: params.slug } })));
    const own = await getToolkit(transport, { slug: "own" });
    worker.use(mockGetToolkit.error(404));
    const error = await getToolkit(transport, { slug: "none" }).catch((error) => error);
    return { usual: usual.slug, own: own.name, status: isApiError(error) && error.status };
  };
`;

describe.skipIf(chromium === undefined)("in a browser", () => {
  let browser: Browser;
  let server: Server;

  beforeAll(async () => {
    await generate({
      document: resolveInRoot("spec/openapi.yaml"),
      out,
      targets: ["client", "mocks"],
    });
    const { outputFiles } = await build({
      stdin: { contents: program, resolveDir: out },
      bundle: true,
      format: "iife",
      conditions: ["source"],
      write: false,
    });
    const worker = readFileSync(
      join(resolveInRoot("node_modules/msw/lib"), "mockServiceWorker.js"),
    );
    server = createServer((request, response) => {
      const isWorker = request.url === "/mockServiceWorker.js";
      response.writeHead(200, { "content-type": isWorker ? "text/javascript" : "text/html" });
      response.end(isWorker ? worker : `<script>${outputFiles[0]?.text ?? ""}</script>`);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    browser = await startBrowser(chromium ?? "");
  });

  afterAll(async () => {
    await browser.close();
    server.closeAllConnections();
    server.close();
  });

  test("the service worker of MSW answers the generated client with mocks, overrides and errors", async () => {
    const { port } = server.address() as AddressInfo;
    const page = await browser.context.newPage();
    await page.goto(`http://127.0.0.1:${port}/`);
    expect(await page.evaluate("run()")).toEqual({ usual: "github", own: "own", status: 404 });
  });
});
