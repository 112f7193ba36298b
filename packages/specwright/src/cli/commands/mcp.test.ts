import { describe, expect, onTestFinished, test } from "vitest";
import { run, runProgram } from "../../../test/run-cli.ts";
import { serve } from "../../../test/serve-files.ts";
import { startCli } from "../../../test/start-cli.ts";
import { makeTemporaryFolder } from "../../../test/temporary-folder.ts";

const document = `openapi: 3.1.0
info: {title: Pets API, version: "1"}
servers: [{url: /v1}]
components:
  securitySchemes:
    Key: {type: apiKey, in: header, name: k}
security: [{Key: []}]
paths:
  /pets:
    get:
      operationId: listPets
      tags: [pets]
      summary: "List\\u001b[31m pets"
      responses: {"200": {description: ok, content: {text/plain: {}}}}
    post:
      operationId: createPet
      tags: [keepers]
      responses: {"200": {description: ok}}
`;

const makeFolder = (): string => makeTemporaryFolder({ "pets.yaml": document });

describe("specwright mcp", () => {
  test("lists the tools that change nothing, and with --write the others", async () => {
    expect(await run(makeFolder(), ["mcp", "pets.yaml", "--list"])).toEqual({
      code: 0,
      out: "listPets  reads  List [31m pets\n",
      err: "",
    });
    const { out } = await run(makeFolder(), ["mcp", "pets.yaml", "--list", "--write"]);
    expect(out).toContain("createPet  adds   POST /pets\n");
  });

  test("prints the tools as JSON", async () => {
    const flags = ["--json", "--write", "--tags", "keepers"];
    const { code, out } = await run(makeFolder(), ["mcp", "pets.yaml", ...flags]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject([{ name: "createPet", inputSchema: { properties: {} } }]);
  });

  test("prints what to paste into clients, with the path from any folder and the variables", async () => {
    const folder = makeFolder();
    const flags = ["--print-config", "--name", "zoo", "--operations", "listPets"];
    const { code, err } = await run(folder, ["mcp", "pets.yaml", ...flags]);
    expect(code).toBe(0);
    expect(err).toContain("claude mcp add zoo --env 'ZOO_API_KEY=<value>' -- npx -y -p specwright");
    const [, json = ""] = /Claude Desktop.*\n((?: {2}.*\n)+)/.exec(err) ?? [];
    expect(JSON.parse(json)).toMatchObject({
      mcpServers: {
        zoo: {
          command: "npx",
          args: expect.arrayContaining(["mcp", `${folder}/pets.yaml`, "--operations", "listPets"]),
          env: { ZOO_API_KEY: "<value>" },
        },
      },
    });
  });

  test("a relative server is relative to the address of the document", async () => {
    const url = await serve({
      "/docs/pets.yaml": { text: document },
      "/v1/pets": { text: "the pets" },
    });
    const started = startCli(makeFolder(), ["mcp", `${url}/docs/pets.yaml`, "--http", "0"]);
    onTestFinished(started.kill);
    await started.waitFor(/ at http:\S+/);
    const [, address = ""] = / at (http:\S+)/.exec(started.printed()) ?? [];
    const answer = await fetch(address, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "listPets", arguments: {} },
      }),
    });
    expect(await answer.text()).toContain("the pets");
  });

  test("says what to install where the package of the protocol is missing", async () => {
    // Node runs this before the program, as if the package were not there.
    const hook = `import { registerHooks } from "node:module";
      registerHooks({ resolve: (name, context, next) => {
        if (!name.startsWith("@modelcontextprotocol/")) return next(name, context);
        throw Object.assign(new Error(name), { code: "ERR_MODULE_NOT_FOUND" });
      } });`;
    const env = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(hook)}` };
    const { code, err } = await runProgram(makeFolder(), ["mcp", "pets.yaml", "--list"], { env });
    expect(code).toBe(1);
    expect(err).toContain("npm install --save-dev @modelcontextprotocol/server");
  });

  test.each([
    [["pets.yaml"], 1, "Set PETS_BASE_URL, or pass the address."],
    [["pets.yaml", "--tags", "pet"], 1, "Did you mean `pets`?"],
    [["pets.yaml", "--operations", "listPet"], 1, "Did you mean `listPets`?"],
    [["missing.yaml"], 1, "missing.yaml"],
    [["-"], 2, "the document cannot come from there"],
    [["pets.yaml", "--server", "localhost"], 2, "is not an address"],
    [["pets.yaml", "--http", "70000"], 2, "Pass a port"],
  ])("%j ends with %i and says why", async (args, code, message) => {
    const ended = await run(makeFolder(), ["mcp", ...args]);
    expect(ended.err).toContain(message);
    expect(ended).toMatchObject({ code, out: "" });
  });
});
