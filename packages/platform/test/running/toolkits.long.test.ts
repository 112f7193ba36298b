import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPlatform } from "../../../../generated/client/index.js";
import { findFreePort } from "../../../../test/support/free-port.ts";
import { startFirst } from "./support/first-start.ts";
import type { PlatformProcess } from "./support/platform-process.ts";
import { runHere } from "./support/run-here.ts";

const data = mkdtempSync(join(tmpdir(), "platform-toolkits-"));
const environment = { PLATFORM_DATA: data };
let service: PlatformProcess;
let key: string;
beforeAll(async () => {
  ({ service, key } = await startFirst(data));
});
afterAll(() => rmSync(data, { recursive: true, force: true }));

test("toolkits import makes a document a toolkit of one project, from a file and from a URL", async () => {
  const session = createPlatform({ baseUrl: service.url, auth: { ProjectKey: key } });
  const project = (await session.auth.getSessionInfo()).project?.id ?? "";
  const pets = JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Pet Shop (v2)", version: "1" },
    servers: [{ url: "/api" }],
    paths: {
      "/pets": { get: { operationId: "listPets", responses: { 200: { description: "" } } } },
      "/broken": { get: { operationId: "broken", parameters: [{ name: "x" }], responses: {} } },
    },
  });
  const shop = createServer((_, outgoing) => outgoing.end(pets));
  const port = await findFreePort();
  await new Promise<void>((resolve) => shop.listen(port, "127.0.0.1", resolve));
  try {
    const words = ["toolkits", "import", `http://127.0.0.1:${port}/openapi.json`];
    const made = await runHere([...words, "--project", project], environment);
    expect([made.code, made.stdout]).toEqual([
      0,
      expect.stringMatching(/^Toolkit {4}pet-shop-v2\n.*\nTools {6}1\n[\s\S]*GET \/broken: /),
    ]);
    expect(await session.tools.getTool({ tool_slug: "PET_SHOP_V2_LIST_PETS" })).toMatchObject({
      toolkit: { slug: "pet-shop-v2" },
    });
    expect(await session.toolkits.getToolkit({ slug: "pet-shop-v2" })).toMatchObject({
      base_url: `http://127.0.0.1:${port}/api`,
    });
    const listed = await runHere(["toolkits", "list", "--project", project, "--json"], environment);
    expect(listed).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(listed.stdout).toolkits.map((each: { slug: string }) => each.slug)).toEqual(
      expect.arrayContaining(["github", "pet-shop-v2"]),
    );
    expect((await runHere(["toolkits", "list"], environment)).stdout).not.toContain("pet-shop-v2");
    const nowhere = await runHere(["toolkits", "list", "--project", "proj_x"], environment);
    expect([nowhere.code, nowhere.stderr]).toEqual([1, expect.stringContaining("does not exist")]);
    const taken = await runHere([...words, "--project", project], environment);
    expect([taken.code, taken.stderr]).toEqual([
      1,
      expect.stringMatching(/slug `pet-shop-v2` is taken[^\n]*\nChoose another with --slug, or/),
    ]);
    const file = join(data, "pets.json");
    writeFileSync(file, pets.replace("/api", "https://pets.example.com"));
    const flags = ["--project", project, "--slug", "pet-shop-v2", "--replace", "--json"];
    const replaced = await runHere(["toolkits", "import", file, ...flags], environment);
    expect([replaced.code, JSON.parse(replaced.stdout)]).toEqual([
      0,
      expect.objectContaining({ project_id: project, slug: "pet-shop-v2", tools: 1 }),
    ]);
  } finally {
    shop.close();
  }
});

test.each([
  ["a file that does not exist", ["nothing.yaml"], /nothing\.yaml does not exist/],
  ["a document with mistakes", ["MISTAKES"], /cannot be imported[\s\S]*- [\s\S]*Correct these/],
  ["text that cannot be parsed", ["BROKEN"], /cannot be imported[\s\S]*- document:\d+:\d+/],
  ["a document of several files", ["PARTS"], /cannot be imported[\s\S]*1 more reference/],
  ["a slug of the platform", ["GOOD", "--slug", "github"], /`github` is taken or reserved/],
  ["a toolkit that is not there", ["GOOD", "--slug", "a", "--replace"], /no toolkit `a`/],
  ["an unknown project", ["GOOD", "--project", "proj_000000000000"], /proj_0+ does not exist/],
])("toolkits import refuses %s", async (_, words, message) => {
  const head = { openapi: "3.1.0", info: { title: "A", version: "1" } };
  const good = { ...head, servers: [{ url: "https://a.example.com" }], paths: {} };
  writeFileSync(join(data, "GOOD"), JSON.stringify(good));
  writeFileSync(join(data, "MISTAKES"), JSON.stringify({ ...good, openapi: "2.0" }));
  writeFileSync(join(data, "BROKEN"), "openapi: 3.1.0\ninfo: {title: 'A\n");
  const paths = { "/a": { $ref: "a.yaml" }, "/b": { $ref: "b.yaml" } };
  writeFileSync(join(data, "PARTS"), JSON.stringify({ ...good, paths }));
  const session = createPlatform({ baseUrl: service.url, auth: { ProjectKey: key } });
  const { project } = await session.auth.getSessionInfo();
  const [name = "", ...flags] = words;
  const refused = await runHere(
    ["toolkits", "import", join(data, name), "--project", project?.id ?? "", ...flags],
    environment,
  );
  expect([refused.code, refused.stdout, refused.stderr]).toEqual([
    1,
    "",
    expect.stringMatching(message),
  ]);
});

test("toolkits init writes a document that toolkits check accepts, and never over another", async () => {
  const folder = mkdtempSync(join(tmpdir(), "platform-init-toolkit-"));
  try {
    const source = join(folder, "pets.json");
    const paths = { "/pets": { get: { operationId: "listPets", responses: {} } } };
    const servers = [{ url: "https://pets.example.com" }];
    const head = { openapi: "3.1.0", info: { title: "Pet Shop", version: "1" } };
    writeFileSync(source, JSON.stringify({ ...head, servers, paths }));
    const out = join(folder, "toolkits", "pets.yaml");
    const made = await runHere(["toolkits", "init", source, "--out", out]);
    expect([made.code, made.stdout]).toEqual([
      0,
      expect.stringMatching(/1 tool of the toolkit `pet-shop`[\s\S]*Next:[\s\S]*toolkits check/),
    ]);
    const checked = await runHere(["toolkits", "check", join(folder, "toolkits")]);
    expect([checked.code, checked.stdout]).toEqual([0, expect.stringContaining("no problems")]);
    // A document of a toolkit keeps its own slug, whatever its title is.
    const named = join(folder, "named.yaml");
    writeFileSync(named, readFileSync(out, "utf8").replaceAll("pet-shop", "pets"));
    const copied = await runHere(["toolkits", "init", named, "--out", join(folder, "copy.yaml")]);
    expect(copied.stdout).toContain("of the toolkit `pets`.\n");
    const again = await runHere(["toolkits", "init", source, "--out", out]);
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining("Pass --out")]);
    const wrong = await runHere(["toolkits", "init", source, "--slug", "Pet Shop"]);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("lower-case letters")]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
