import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type World } from "../../packages/platform/test/e2e/world.ts";
import { createSignedEndpoint } from "../../packages/platform/test/mcp/support/signed-endpoint.ts";
import { program, writePets } from "../agreement/tools/served-pets.ts";
import { findNeed } from "../support/needs.ts";
import { installInto } from "./support/install.ts";
import { run, runWell } from "./support/run.ts";

/** Installed here and not a dependency, because it has 120 packages and is used only three times. */
const inspector = "@modelcontextprotocol/inspector@2.12.0";

const patience = 180_000;

describe.skipIf(findNeed("packages") === undefined)("MCP Inspector", { timeout: patience }, () => {
  let folder: string;
  let world: World;
  let endpoint: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "inspector-"));
    await installInto(folder, ["--ignore-scripts", inspector]);
    world = await startWorld();
    endpoint = await createSignedEndpoint(world, ["hackernews"]);
  }, patience);

  afterAll(async () => {
    await world?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const listWords = (...more: string[]): string[] => [
    join(folder, "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js"),
    "--cli",
    endpoint,
    "--transport",
    "http",
    "--method",
    ...more,
  ];

  test("its command line lists the tools of a server", async () => {
    const printed = await runWell(folder, process.execPath, listWords("tools/list"));
    const { tools } = JSON.parse(printed) as { readonly tools: readonly { name: string }[] };
    expect(tools.map(({ name }) => name)).toContain("HACKERNEWS_GET_ITEM");
  });

  test("its command line calls a tool and prints the application's answer", async () => {
    const call = ["--tool-name", "HACKERNEWS_GET_ITEM", "--tool-arg", "id=8863"];
    const printed = await runWell(folder, process.execPath, listWords("tools/call", ...call));
    expect(JSON.parse(printed)).toMatchObject({
      structuredContent: { id: 8863, title: "My YC app" },
    });
  });

  test("its command line fails for a tool that the server does not have", async () => {
    const { code, output } = await run(
      folder,
      process.execPath,
      listWords("tools/call", "--tool-name", "GITHUB_CREATE_ISSUE"),
    );
    expect(code).not.toBe(0);
    expect(output).toContain("GITHUB_CREATE_ISSUE");
  });

  test("its command line lists and calls the tools of a document, which specwright serves", async () => {
    await writePets(folder);
    const api = createServer((_, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end('{"name":"Rex"}');
    });
    await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
    // A server that listens on a port has such an address.
    const address = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
    // The Inspector has a flag `--server` of its own.
    const variable = ["-e", `PETS_BASE_URL=${address}`];
    const words = ["-C", "source", program, "mcp", `${folder}/pets.json`];
    const inspect = (...more: string[]): Promise<string> =>
      runWell(folder, process.execPath, [
        join(
          folder,
          "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js",
        ),
        ...["--cli", ...variable, process.execPath, ...words, "--method", ...more],
      ]);
    const { tools } = JSON.parse(await inspect("tools/list"));
    expect(tools).toMatchObject([{ name: "listPets" }, { name: "getPet" }]);
    const called = await inspect("tools/call", "--tool-name", "getPet", "--tool-arg", "id=7");
    expect(JSON.parse(called)).toMatchObject({ structuredContent: { name: "Rex" } });
    api.close();
  });
});
