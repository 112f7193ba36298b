import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPlatform } from "../../../../generated/client/index.js";
import { findFileInputs } from "../../src/applications/toolkits/files/file-inputs.ts";
import { tools } from "../../src/applications/toolkits/testing/shipped-toolkits.ts";
import { renderWelcome } from "../../src/process/cli/welcome.ts";
import { readConfig } from "../../src/process/config/read-config.ts";
import { type Serving, serve } from "../../src/process/serve.ts";

const directory = mkdtempSync(join(tmpdir(), "platform-first-"));
/** The service may reach its own machine only, as on a computer without a network. */
const config = readConfig({
  PLATFORM_DATA: directory,
  PORT: "0",
  PLATFORM_METRICS_PORT: "off",
  PLATFORM_LOG_LEVEL: "error",
  PLATFORM_DNS_SERVERS: "127.0.0.1:9",
});
let asked = 0;
let serving: Serving;
beforeAll(async () => {
  const askProjectName = async (): Promise<string> => {
    asked += 1;
    return "Acme Robots";
  };
  serving = await serve({ config, askProjectName });
});
afterAll(async () => {
  await serving.stop();
  await rm(directory, { recursive: true });
});

const open = () =>
  createPlatform({
    baseUrl: serving.url,
    auth: { ProjectKey: serving.firstStart?.projectKey ?? "" },
  });

test("the first tool of the welcome runs at once, without a network", async () => {
  const [, slug = "", body = ""] =
    /execute\/(\w+)'.* -d '(.*)'/.exec(renderWelcome(serving, false)) ?? [];
  expect(slug).toBe("EXAMPLE_SAY_HELLO");
  const done = await open().tools.executeTool({ tool_slug: slug, body: JSON.parse(body) });
  expect(done).toMatchObject({ successful: true, data: { greeting: "Hello, Ada!" } });
});

test("the example is connected with a key, and the link page has the name that a person gave", async () => {
  const platform = open();
  const { auth_config } = await platform.authConfigs.createAuthConfig({
    body: {
      toolkit: { slug: "example" },
      auth_config: { type: "use_custom_auth", authScheme: "API_KEY", credentials: {} },
    },
  });
  const connect = (generic_api_key: string) =>
    platform.connectedAccounts.createConnectedAccount({
      body: {
        auth_config: { id: auth_config.id },
        connection: {
          user_id: "ada",
          state: { authScheme: "API_KEY", val: { status: "INITIALIZING", generic_api_key } },
        },
        validate_credentials: true,
      },
    });
  await expect(connect("wrong")).rejects.toThrow();
  const { id } = await connect("example-ada");
  const execute = (slug: string, values: Record<string, unknown> = {}) =>
    platform.tools.executeTool({
      tool_slug: slug,
      body: { arguments: values, connected_account_id: id },
    });
  expect((await execute("EXAMPLE_KEEP_GREETING", { name: "Bo" })).successful).toBe(true);
  expect((await execute("EXAMPLE_LIST_GREETINGS")).data).toEqual({
    greetings: [{ greeting: "Hello, Bo!" }],
  });
  const link = await platform.connectedAccounts.createLink({
    body: { auth_config_id: auth_config.id, user_id: "bo" },
  });
  const page = await fetch(link.redirect_url, { headers: { accept: "text/html" } });
  expect(await page.text()).toContain("Acme Robots");
  expect(asked).toBe(1);
  expect((await platform.auth.getSessionInfo()).project?.name).toBe("Acme-Robots");
});

test("a file can be uploaded for every shipped tool that takes one", async () => {
  const taking = tools.filter((tool) => findFileInputs(tool).size > 0);
  expect(taking.length).toBeGreaterThan(2);
  for (const { slug, toolkit } of taking) {
    const about = { toolkit_slug: toolkit.slug, tool_slug: slug, mimetype: "text/plain" };
    const upload = await open().files.requestFileUpload({
      body: { ...about, filename: "a.txt", md5: "900150983cd24fb0d6963f7d28e17f72" },
    });
    expect(upload.key, slug).toContain("/a.txt");
  }
});

test("a later start does not ask", async () => {
  await serving.stop();
  serving = await serve({ config, askProjectName: () => Promise.reject(new Error("asked")) });
  expect(serving.firstStart).toBeUndefined();
});
