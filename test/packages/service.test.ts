import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildService } from "../../scripts/support/build-service.ts";
import { resolveInRoot } from "../../scripts/support/paths.ts";
import { findNeed } from "../support/needs.ts";
import { installInto, listInstalledPackages, packInto } from "./support/install.ts";
import { run, runWell } from "./support/run.ts";

const patience = 300_000;

/** What npm reads of the repository to install the packages of one workspace. */
const manifests: readonly string[] = [
  "package.json",
  "package-lock.json",
  ...["patterns", "platform", "runtime", "specwright"].map(
    (name) => `packages/${name}/package.json`,
  ),
  ...["templates", "test/peers", "bench"].map((name) => `${name}/package.json`),
];

/** A line for each package that a production has. A change of it is a change of what operators have to trust. */
const expected: readonly string[] = readFileSync(
  resolveInRoot("test/packages/service-packages.txt"),
  "utf8",
)
  .trim()
  .split("\n");

describe.skipIf(findNeed("packages") === undefined)("the service", { timeout: patience }, () => {
  let folder: string;
  let built: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "platform-package-"));
    built = join(folder, "built");
    await buildService(built);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("runs with the packages that `npm ci --omit=dev --omit=optional -w packages/platform` installs, which are listed here", async () => {
    const place = join(folder, "repository");
    for (const path of manifests) {
      mkdirSync(dirname(join(place, path)), { recursive: true });
      cpSync(resolveInRoot(path), join(place, path));
    }
    const words = ["ci", "--omit=dev", "--omit=optional", "--ignore-scripts", "--prefer-offline"];
    await runWell(place, "npm", [...words, "-w", "packages/platform"]);
    const own = join(place, "packages/platform");
    const installed = [place, own].flatMap(listInstalledPackages);
    const names = new Set(installed.map((path) => path.replace(/^.*node_modules\//, "")));
    expect([...names].toSorted()).toEqual(expected);
    const { devDependencies } = JSON.parse(readFileSync(resolveInRoot("package.json"), "utf8"));
    const { dependencies } = JSON.parse(readFileSync(join(built, "package.json"), "utf8"));
    const development = ["vitest", "typescript", "esbuild", "@biomejs/biome", "knip", "fastify"];
    expect(Object.keys(devDependencies)).toEqual(expect.arrayContaining(development));
    expect(development.filter((name) => names.has(name))).toEqual([]);
    expect(Object.keys(dependencies).filter((name) => !names.has(name))).toEqual([]);
    cpSync(built, own, { recursive: true });
    expect(await listToolkits(join(own, "bin/platform.js"))).toMatch(/^hackernews /m);
  });

  test("is a package that installs from its file, with packages of others alone", async () => {
    const [file = ""] = await packInto([built], folder);
    const consumer = join(folder, "consumer");
    await installInto(consumer, [file, "--ignore-scripts"]);
    expect(listInstalledPackages(consumer).filter((name) => /specwright/.test(name))).toEqual([]);
    const program = join(consumer, "node_modules/integration-platform/bin/platform.js");
    expect(await listToolkits(program)).toMatch(/^hackernews /m);
    const imported = await run(folder, process.execPath, [program, "toolkits", "check"]);
    expect(imported.output).toMatch(/^\d+ documents, no problems\./m);
  });

  const listToolkits = (program: string): Promise<string> =>
    runWell(folder, process.execPath, [program, "toolkits", "list"]);
});
