import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPlatform } from "../../../../generated/client/index.js";
import { findFreePort } from "../../../../test/support/free-port.ts";
import { writePlainHead } from "../../src/applications/toolkits/testing/write-plain-head.ts";
import { startFirst } from "./support/first-start.ts";
import {
  fetchReadyStatus,
  type PlatformProcess,
  runPlatform,
  startProcess,
} from "./support/platform-process.ts";
import { runHere } from "./support/run-here.ts";

const data = mkdtempSync(join(tmpdir(), "platform-control-"));
const environment = { PLATFORM_DATA: data };
let service: PlatformProcess;
let key: string;
beforeAll(async () => {
  ({ service, key } = await startFirst(data));
});
afterAll(() => rmSync(data, { recursive: true, force: true }));

const readKeysFile = (): string => readFileSync(join(data, "master-keys"), "utf8");
const listVersions = (): number[] =>
  [...readKeysFile().matchAll(/(?:^|,)(\d+):/g)].map((m) => Number(m[1]));

describe("a command beside a running service", () => {
  test("is done by the service, through a socket that nobody else can open", async () => {
    expect(statSync(join(data, "control.sock")).mode & 0o777).toBe(0o600);
    expect((await runHere(["migrate"], environment)).stdout).toBe("The schema is up to date.\n");
    const made = await runPlatform(["keys", "create", "--name", "Acme", "--json"], environment);
    expect(made.stderr).toBe("");
    const { key: owner, organization_id: organization } = JSON.parse(made.stdout);
    const client = createPlatform({ baseUrl: service.url, auth: { OrganizationKey: owner } });
    const project = await client.projects.createProject({
      body: { name: "made-by-cli", should_create_api_key: false },
    });
    expect(project.name).toBe("made-by-cli");
    expect(service.text()).not.toContain(owner);
    const words = ["keys", "create", "--organization", organization, "--project", project.id];
    const labelled = await runHere(words, environment);
    expect(labelled.stdout).toMatch(
      new RegExp(
        `^Organization      ${organization}\nProject           ${project.id}\nProject key       ak_`,
      ),
    );
    const projectKey = /ak_\S+/.exec(labelled.stdout)?.[0] ?? "";
    const own = createPlatform({ baseUrl: service.url, auth: { ProjectKey: projectKey } });
    expect(await own.auth.getSessionInfo()).toMatchObject({ project: { id: project.id } });
    const other = await runHere([...words.slice(0, -1), "proj_000000000000"], environment);
    expect([other.code, other.stderr]).toEqual([
      1,
      expect.stringContaining(`The organization ${organization} has no project proj_000000000000.`),
    ]);
  });

  test("reports the operator's mistakes as it would alone", async () => {
    const words = ["keys", "create", "--organization", "org_000000000000"];
    const plain = await runHere(words, environment);
    expect([plain.code, plain.stdout]).toEqual([1, ""]);
    expect(plain.stderr).toContain("The organization org_000000000000 does not exist");
    const json = await runHere([...words, "--json"], environment);
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout)).toEqual({ error: expect.stringContaining("Use an id that") });
  });

  test("rotates the master key while secrets are read and written", async () => {
    const client = createPlatform({ baseUrl: service.url, auth: { ProjectKey: key } });
    const create = () =>
      client.authConfigs.createAuthConfig({
        body: {
          toolkit: { slug: "github" },
          auth_config: {
            type: "use_custom_auth",
            authScheme: "OAUTH2",
            credentials: { client_id: "id", client_secret: "a-long-client-secret" },
          },
        },
      });
    const before = await create();
    const rotating = runHere(["keys", "rotate", "--json"], environment);
    const during = await create();
    const rotated = await rotating;
    expect([rotated.code, JSON.parse(rotated.stdout)]).toEqual([
      0,
      { primary: 2, rewrapped: expect.any(Number), remaining: 0, unused: [1], older: [] },
    ]);
    expect(JSON.parse(rotated.stdout).rewrapped).toBeGreaterThanOrEqual(2);
    expect(rotated.stderr).toMatch(
      /Version 2 of the master keys was made\.\n\d+ of \d+ data keys are rewrapped/,
    );
    expect(listVersions()).toEqual([2, 1]);
    expect(statSync(join(data, "master-keys")).mode & 0o777).toBe(0o600);
    const again = await runHere(["keys", "rotate"], environment);
    expect(again.stdout).toContain("Version 2 wraps none.");
    expect(listVersions()).toEqual([3, 2, 1]);
    const after = await create();

    // The old key now wraps nothing and can be removed: a start with only the newest version reads all secrets.
    service.send("SIGTERM");
    expect(await service.ended).toBe(0);
    expect(existsSync(join(data, "control.sock"))).toBe(false);
    writeFileSync(join(data, "master-keys"), readKeysFile().split(",")[0] ?? "");
    service = await startProcess(environment);
    const next = createPlatform({ baseUrl: service.url, auth: { ProjectKey: key } });
    for (const { auth_config } of [before, during, after]) {
      const found = await next.authConfigs.getAuthConfig({ nanoid: auth_config.id });
      expect(found.credentials).toMatchObject({ client_secret: "a-lo..." });
    }
  });

  test("ends at once where another process has the directory and takes no commands", async () => {
    rmSync(join(data, "control.sock"));
    const locked = await runHere(["keys", "create"], environment);
    expect([locked.code, locked.stderr]).toEqual([
      1,
      expect.stringMatching(/in use by another process.*Stop that process/),
    ]);
  });
});

describe("signals", () => {
  test("a second SIGTERM is said once more and changes nothing; a second SIGINT ends the service at once", async () => {
    const slow = createServer((_, outgoing) => setTimeout(() => outgoing.end("{}"), 1_500));
    const port = await findFreePort();
    await new Promise<void>((resolve) => slow.listen(port, "127.0.0.1", resolve));
    const call = () =>
      createPlatform({
        baseUrl: service.url,
        auth: { ProjectKey: key },
        retries: 0,
      }).tools.executeTool({
        tool_slug: "HACKERNEWS_GET_ITEM",
        body: {
          version: "latest",
          arguments: { id: 1 },
          custom_auth_params: { base_url: `http://127.0.0.1:${port}` },
        },
      });
    const answered = new Promise((resolve) => slow.once("request", resolve));
    const first = call();
    await answered;
    service.send("SIGTERM");
    await expect.poll(service.text).toContain('"stopping"');
    service.send("SIGTERM");
    await expect.poll(service.text).toContain("stopping already");
    expect(await first).toMatchObject({ successful: true });
    expect(await service.ended).toBe(0);

    // Start it as an operator does: the program replaces itself, and signals reach what replaced it.
    service = await startProcess(environment, { asInstalled: true });
    const asked = new Promise((resolve) => slow.once("request", resolve));
    const second = call().catch(() => "cut off");
    await asked;
    service.send("SIGINT");
    await expect.poll(service.text).toContain('"stopping"');
    service.send("SIGINT");
    expect(await service.ended).toBe(130);
    expect(await second).toBe("cut off");
    slow.close();
  });

  test("a service that is killed leaves nothing behind that still serves", async () => {
    service = await startProcess(environment, { asInstalled: true });
    service.send("SIGKILL");
    await service.ended;
    expect(await fetchReadyStatus(service.url)).toBe(0);
    const { port: PORT } = new URL(service.url);
    const next = await startProcess({ ...environment, PORT }, { asInstalled: true });
    next.send("SIGTERM");
    expect(await next.ended).toBe(0);
  });
});

test("output without secrets is available as JSON", async () => {
  const list = await runHere(["toolkits", "list", "--json"], environment);
  expect(JSON.parse(list.stdout).toolkits).toContainEqual({
    slug: "hackernews",
    version: expect.stringMatching(/^\d{8}_\d\d$/),
    tools: expect.any(Number),
    name: "Hacker News",
  });
  const check = await runHere(["toolkits", "check", "--json"], environment);
  expect([check.code, JSON.parse(check.stdout)]).toMatchObject([0, { problems: [] }]);
});

test("PLATFORM_TOOLKITS adds an operator's own toolkits, and a start names every problem in them with its line", async () => {
  const folder = mkdtempSync(join(tmpdir(), "platform-own-toolkits-"));
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  const run = async (...words: string[]) => {
    const { code, stdout, stderr } = await runHere(words, { PLATFORM_TOOLKITS: folder });
    return [code, stdout, stderr.replaceAll(`${folder}/`, "")];
  };
  try {
    expect(await run("toolkits", "list")).toEqual([
      1,
      "",
      expect.stringMatching(/no toolkit documents .*Name the folder/s),
    ]);
    write("own.yaml", `${writePlainHead("own")}paths: {}`);
    expect(await run("toolkits", "list")).toEqual([0, expect.stringMatching(/^own /m), ""]);
    expect(await run("toolkits", "check")).toEqual([
      0,
      expect.stringMatching(/^(?:9|\d\d) documents, no problems/),
      "",
    ]);
    write("taken.yaml", `${writePlainHead("github")}paths: {}`);
    write("wrong.yaml", `${writePlainHead("wrong", undefined, "1.0")}paths: {}`);
    const taken = /taken\.yaml:6: The slug `github` already belongs to .*github\.yaml:\d+\./;
    const wrong = /wrong\.yaml:3: `info\.version` is "1\.0"/;
    const payload = "payload: { type: object, properties: { id: { type: string } } }";
    const poll = "poll: { items: items, identity: [/id], data: { id: /id } }";
    write(
      "polled.yaml",
      `${writePlainHead("polled")}paths:
  /items:
    get:
      operationId: listItems
      summary: List items
      description: Lists the items.
      x-platform-trigger: { type: poll, slug: POLLED_ITEM_ADDED, name: Item, ${payload}, ${poll} }
      responses: { '200': { description: Ok. } }
`,
    );
    const lineOfTrigger = writePlainHead("polled").split("\n").length + 6;
    const trigger = new RegExp(`polled\\.yaml:${lineOfTrigger}: .*must be a JSON Pointer`);
    const [code, , stderr] = await run("toolkits", "list");
    expect([code, stderr]).toEqual([1, expect.stringMatching(taken)]);
    expect(stderr).toMatch(wrong);
    expect(stderr).toMatch(trigger);
    const [checked, stdout] = await run("toolkits", "check", folder);
    expect([checked, stdout]).toEqual([1, expect.stringMatching(taken)]);
    expect(stdout).toMatch(wrong);
    expect(stdout).toMatch(trigger);
  } finally {
    rmSync(folder, { recursive: true });
  }
  const missing = await runHere(["toolkits", "list"], { PLATFORM_TOOLKITS: "/nowhere" });
  expect([missing.code, missing.stderr]).toEqual([
    1,
    expect.stringContaining("PLATFORM_TOOLKITS: is not a folder"),
  ]);
});

test("a database that cannot be reached, and a directory that cannot be written, are reported with a fix", async () => {
  const away = await runHere(["migrate"], {
    DATABASE_URL: `postgres://user:pass-canary@127.0.0.1:${await findFreePort()}/none`,
    PLATFORM_BASE_URL: "https://platform.example.com",
    PLATFORM_MASTER_KEYS: `1:${Buffer.alloc(32).toString("base64")}`,
  });
  expect([away.code, away.stderr]).toEqual([
    1,
    expect.stringMatching(/cannot be used: ECONNREFUSED[\s\S]*Check that the server runs/),
  ]);
  expect(away.stderr).not.toContain("canary");
  const unwritable = await runHere(["migrate"], { PLATFORM_DATA: "/dev/null/data" });
  expect([unwritable.code, unwritable.stderr]).toEqual([
    1,
    expect.stringMatching(/\nSet PLATFORM_DATA to a directory /),
  ]);
});
