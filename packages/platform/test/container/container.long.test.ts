import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPlatform } from "../../../../generated/client/index.js";
import { findFreePort } from "../../../../test/support/free-port.ts";
import { findNeed } from "../../../../test/support/needs.ts";
import { createDatabase } from "../../src/testing/created-databases.ts";
import { testDatabases } from "../../src/testing/test-database.ts";
import { type BuiltImage, buildImage, user } from "./image.ts";

/** The promise of docs/operations.md. */
const mostBytes = 220_000_000;

testDatabases();
const server = findNeed("postgresql");
const isPossible = findNeed("container-tools") !== undefined && server !== undefined;

describe.skipIf(!isPossible)("the container", () => {
  let image: BuiltImage;
  let environment: Readonly<Record<string, string>>;
  beforeAll(async () => {
    image = await buildImage();
    environment = {
      DATABASE_URL: await createDatabase(server ?? ""),
      PLATFORM_BASE_URL: "http://localhost:3000",
      PLATFORM_MASTER_KEYS: `1:${randomBytes(32).toString("base64")}`,
      PLATFORM_EGRESS_ALLOW: "127.0.0.0/8",
      PLATFORM_METRICS_PORT: "off",
      HOST: "127.0.0.1",
    };
  }, 1_200_000);
  afterAll(() => image?.remove());

  /** Starts a program of the image as its user, on its read-only root, as process 1. */
  const start = (
    words: readonly string[],
    more: Readonly<Record<string, string>> = {},
  ): ChildProcess => {
    const own = Object.fromEntries(image.config.Env.map((each) => each.split(/=(.*)/s)));
    const inside = ["chroot", `--userspec=${user}:${user}`, image.mounted, ...words];
    const proc = `--mount-proc=${image.mounted}/proc`;
    return spawn("unshare", ["--pid", "--fork", "--kill-child", proc, ...inside], {
      env: { ...own, PATH: process.env.PATH, ...environment, ...more },
      stdio: ["ignore", "pipe", "pipe"],
    });
  };
  const runToEnd = async (
    words: readonly string[],
    more: Readonly<Record<string, string>> = {},
  ) => {
    const child = start(words, more);
    const text = collect(child);
    const code = await new Promise((resolve) => child.once("close", resolve));
    return { code, output: text() };
  };
  const entry = (...words: string[]): readonly string[] => [...image.config.Entrypoint, ...words];

  test("is small, and has neither tools of development, nor a shell, nor a secret", () => {
    console.log(`the image has ${(image.bytes / 1e6).toFixed(0)} MB`);
    expect(image.bytes).toBeLessThan(mostBytes);
    const files = readdirSync(image.mounted, { recursive: true, encoding: "utf8" });
    const named = (name: RegExp) => files.filter((path) => name.test(path)).slice(0, 5);
    expect(named(/node_modules\/(?:vitest|typescript|esbuild|@biomejs)$/)).toEqual([]);
    expect(named(/(?:^|\/)(?:sh|bash|npm|\.npmrc|\.git|\.env|master-keys)$/)).toEqual([]);
    expect(named(/(?:\.ts|\.map)$/).filter((path) => !path.startsWith("app/platform/"))).toEqual(
      [],
    );
    expect(existsSync(join(image.mounted, "app/platform/main.js"))).toBe(true);
    const { config } = image;
    expect([config.User, config.Cmd]).toEqual([`${user}:${user}`, ["all"]]);
    expect(config.Env.join("\n")).not.toMatch(/key|secret|password|token/i);
    expect(config.Labels["org.opencontainers.image.title"]).toBe("Integration Platform");
    expect(config.Healthcheck.Test.slice(0, 2)).toEqual(["CMD", "/usr/local/bin/node"]);
  });

  test("migrates, makes keys, serves as each role on a read-only root, runs a tool, and stops while a call runs", async () => {
    const migrated = await runToEnd(entry("migrate"));
    expect(migrated).toMatchObject({ code: 0, output: "The schema is up to date.\n" });
    const made = await runToEnd(entry("keys", "create", "--json"));
    const { key: owner } = JSON.parse(made.output);
    expect((await runToEnd(entry("serve", "--unknown"))).code).toBe(2);

    const health = image.config.Healthcheck.Test.slice(1);
    const port = String(await findFreePort());
    const api = start(entry("api"), { PORT: port });
    const text = collect(api);
    const ended = new Promise((resolve) => api.once("close", resolve));
    expect(await runToEnd(health, { PORT: "1" })).toMatchObject({ code: 1 });
    await expect
      .poll(async () => (await runToEnd(health, { PORT: port })).code, { timeout: 60_000 })
      .toBe(0);
    expect(text()).toContain('"roles":{"api":true,"worker":false}');

    const application = createServer((request, response) => {
      const isSlow = request.url?.includes("/2.") === true;
      const answer = (): void =>
        void response
          .writeHead(200, { "content-type": "application/json" })
          .end(JSON.stringify({ id: 1, type: "story", title: "from the application" }));
      setTimeout(answer, isSlow ? 2_000 : 0);
    });
    await new Promise<void>((resolve) => application.listen(0, "127.0.0.1", resolve));
    const { port: applicationPort } = application.address() as AddressInfo;
    const baseUrl = `http://127.0.0.1:${port}`;
    const owned = createPlatform({ baseUrl, auth: { OrganizationKey: owner } });
    const project = await owned.projects.createProject({
      body: { name: "shop", should_create_api_key: true },
    });
    const auth = { ProjectKey: project.api_key ?? "" };
    const execute = (id: number) =>
      createPlatform({ baseUrl, auth, retries: 0 }).tools.executeTool({
        tool_slug: "HACKERNEWS_GET_ITEM",
        body: {
          version: "latest",
          arguments: { id },
          custom_auth_params: { base_url: `http://127.0.0.1:${applicationPort}` },
        },
      });
    expect(await execute(1)).toMatchObject({ successful: true });

    const asked = new Promise((resolve) => application.once("request", resolve));
    const running = execute(2);
    await asked;
    const began = performance.now();
    signalFirst(api, "SIGTERM");
    expect(await running).toMatchObject({ successful: true });
    expect(await ended).toBe(0);
    expect(performance.now() - began).toBeLessThan(10_000);
    application.close();

    const worker = start(entry("worker"), { PORT: String(await findFreePort()) });
    const ofWorker = collect(worker);
    await expect.poll(ofWorker, { timeout: 60_000 }).toContain('"worker":true');
    expect(ofWorker()).toContain('"api":false');
    const workerEnded = new Promise((resolve) => worker.once("close", resolve));
    signalFirst(worker, "SIGTERM");
    expect(await workerEnded).toBe(0);
  }, 240_000);

  test("compiles a document of a project in a process beside the service", async () => {
    const document = `{"openapi":"3.1.0","info":{"title":"Own","version":"1"},"servers":[{"url":"https://own.example.com"}],
      "paths":{"/a":{"get":{"operationId":"readA","summary":"Read a","responses":{"200":{"description":"Fine."}}}}}}`;
    writeFileSync(join(image.mounted, "data/own.json"), document, { mode: 0o644 });
    const listed = await runToEnd(entry("projects", "list", "--json"));
    const [project] = JSON.parse(listed.output).projects;
    const words = ["toolkits", "import", "/data/own.json", "--project", project.id, "--json"];
    const imported = await runToEnd(entry(...words));
    expect(imported.output).toContain('"slug":"own","version"');
  });
});

/** Signals process 1 of the container, which `unshare` has started. */
function signalFirst({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  process.kill(Number(children.trim()), signal);
}

/** Returns how to read what a process has printed. */
function collect({ stdout, stderr }: ChildProcess): () => string {
  let text = "";
  for (const stream of [stdout, stderr]) {
    stream?.on("data", (piece: Buffer) => {
      text += piece.toString();
    });
  }
  return () => text;
}
