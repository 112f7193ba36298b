import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { makeTargetProject, routesTarget } from "../../../../test/support/own-target.ts";

import { createRandom } from "../../../../test/support/samples.ts";
import { run, smallDocument } from "../../test/run-cli.ts";
import { makeTemporaryFolder, replaceFiles, writeFiles } from "../../test/temporary-folder.ts";
import { saves } from "../../test/watching/editor-saves.ts";
import {
  countPaths,
  pollUntil,
  startGenerating,
  startWatching,
  writeVersion,
} from "../../test/watching/start-watching.ts";

/** `watch.long.test.ts` makes sure that nothing else is written meanwhile, which depends on the pauses between the steps. */
test.each(Object.entries(saves))(
  "after an editor that %s the output is that of the whole document",
  async (_, save) => {
    const random = createRandom(3);
    const folder = makeTemporaryFolder({ "api.yaml": writeVersion(0) });
    await startWatching(folder, "api.yaml");
    for (let version = 1; version <= 4; version += 1) {
      for (const _step of save(join(folder, "api.yaml"), writeVersion(version), random)) {
        // Whatever is read meanwhile is replaced in the end.
        await delay(random() * 30);
      }
      await pollUntil(() => countPaths(folder) === `20 of version ${version}`);
    }
  },
);

test("a file that is referred to before it is whole is read again", async () => {
  const item = (count: number): string =>
    Array.from({ length: count }, (_, index) => `a${index}: {type: string}\n`).join("");
  const folder = makeTemporaryFolder({ "api.yaml": writeVersion(0) });
  await startWatching(folder, "api.yaml");
  const schemas = ["One", "Two", "Three"];
  for (const [index, name] of schemas.entries()) {
    const refs = schemas.slice(0, index + 1).map((each) => `${each}: {$ref: ${each}.yaml}`);
    const write = (count: number): void => {
      const text = `type: object\nproperties:\n${item(count).replace(/^/gm, "  ")}\n`;
      writeFiles(folder, { [`${name}.yaml`]: text });
    };
    write(5);
    writeFiles(folder, {
      "api.yaml": `${writeVersion(index)}components: {schemas: {${refs.join(", ")}}}\n`,
    });
    for (const count of [10, 20]) {
      // Whatever is read meanwhile is replaced in the end.
      await delay(15);
      write(count);
    }
    await pollUntil(() => {
      const file = join(folder, "out/types/schemas.d.ts");
      const text = existsSync(file) ? readFileSync(file, "utf8") : "";
      return (text.match(/^ {2}a19\?: string/gm) ?? []).length === index + 1;
    });
  }
});

test.each([
  ["has a mistake", "[", "error invalid-yaml"],
  ["is not there yet", undefined, "error unresolved-reference"],
])("a file that is referred to first and %s is waited for", async (_, text, reported) => {
  const folder = makeTemporaryFolder({ "api.yaml": writeVersion(0) });
  const { printed } = await startWatching(folder, "api.yaml");
  replaceFiles(folder, text === undefined ? {} : { "parts/One.yaml": text });
  const refs = "components: {schemas: {One: {$ref: parts/One.yaml}}}";
  replaceFiles(folder, { "api.yaml": `${writeVersion(1)}${refs}\n` });
  await pollUntil(() => printed().includes("The output was not changed."));
  expect(printed()).toContain(reported);
  replaceFiles(folder, { "parts/One.yaml": "type: string\n" });
  await pollUntil(() => countPaths(folder) === "20 of version 1");
});

test("one edit causes one run, and a mistake is reported once and corrected", async () => {
  const folder = makeTemporaryFolder({ "api.yaml": writeVersion(0) });
  const { printed } = await startWatching(folder, "api.yaml");
  replaceFiles(folder, { "api.yaml": writeVersion(1) });
  await pollUntil(() =>
    printed().includes("2 unchanged, 0 removed. ", printed().indexOf("Watching")),
  );
  replaceFiles(folder, { "api.yaml": "openapi: [" });
  await pollUntil(() => printed().includes("The output was not changed."));
  replaceFiles(folder, { "api.yaml": writeVersion(2) });
  await pollUntil(() => printed().split("file written").length === 3);
  // A second run would print more. A longer pause would only make it likelier that a mistake is seen.
  await delay(300);
  expect(printed().match(/\d+ files? written|error [\w-]+|Up to date/g)).toEqual([
    "3 files written",
    "1 file written",
    "error invalid-yaml",
    "1 file written",
  ]);
});

test.each([
  ["has a mistake", "openapi: [", "error invalid-yaml"],
  ["does not exist yet", undefined, "error file-not-readable"],
])("a document that %s at the start is waited for", async (_, text, reported) => {
  const folder = makeTemporaryFolder(text === undefined ? {} : { "api.yaml": text });
  const { printed } = await startWatching(folder, "api.yaml");
  // It is printed to another stream than that it watches.
  await pollUntil(() => printed().includes(reported));
  replaceFiles(folder, { "api.yaml": writeVersion(1) });
  await pollUntil(() => existsSync(join(folder, "out/types/index.d.ts")));
  await pollUntil(() => countPaths(folder) === "20 of version 1");
});

test("a change of redocly.yaml is followed, a mistake in it is reported, and flags still win", async () => {
  const folder = makeTemporaryFolder({ "api.yaml": writeVersion(0) });
  const configure = (settings: string): void =>
    replaceFiles(folder, {
      "redocly.yaml": `apis: {a: {root: api.yaml, x-specwright: {${settings}}}}\n`,
    });
  configure("out: out, targets: [types]");
  const { printed } = await startGenerating(folder, ["--factory", "createMine", "--watch"]);
  const has = (file: string): boolean => existsSync(join(folder, file));
  configure("out: out, targets: [client], factory: createTheirs");
  await pollUntil(() => has("out/client/index.js"));
  expect(readFileSync(join(folder, "out/client/index.js"), "utf8")).toContain("createMine");
  configure("out: out, tragets: [types]");
  const isReported = (): boolean =>
    /error invalid-configuration[\s\S]*Did you mean `targets`/.test(printed());
  await pollUntil(() => printed().includes("The output was not changed.") && isReported());
  configure("docs: {out: site}");
  await pollUntil(() => printed().includes("redocly.yaml no longer has an output folder for a."));
  configure("out: second, targets: [types]");
  await pollUntil(() => has("second/types/index.d.ts"));
  writeFiles(folder, { "api.yaml": writeVersion(1) });
  const first = join(folder, "second/types/index.d.ts");
  await pollUntil(() => readFileSync(first, "utf8").includes('"/v1/'));
});

test("--watch with an output folder of someone else ends with its error", async () => {
  const folder = makeTemporaryFolder({ "api.yaml": smallDocument, "out/mine.txt": "mine" });
  expect(await run(folder, ["generate", "api.yaml", "--out", "out", "--watch"])).toMatchObject({
    code: 1,
    err: expect.stringContaining("error output-not-ours"),
  });
});

test.each(["--check", "--json"])("--watch is refused together with %s", async (flag) => {
  const folder = makeTemporaryFolder({ "api.yaml": smallDocument });
  const words = ["generate", "api.yaml", "--out", "out", "--watch", flag];
  expect(await run(folder, words)).toMatchObject({
    code: 2,
    err: expect.stringContaining(`'--watch' cannot be used with option '${flag}'`),
  });
});

test("a change of a target of one's own, or of a file that it imports, generates again, also after a mistake", async () => {
  const folder = makeTargetProject({
    "routes.target.ts": routesTarget,
    "ending.ts": 'export const ending = "1\\n";\n',
  });
  const flags = ["--out", "out", "--targets", "types,./routes.target.ts", "--watch"];
  const { printed } = await startGenerating(folder, ["api.yaml", ...flags]);
  const readRoutes = (): string => readFileSync(join(folder, "out/routes/routes.txt"), "utf8");
  expect(readRoutes()).toBe('Routes\n"/pets"1\n');
  replaceFiles(folder, { "ending.ts": 'export const ending = "2\\n";\n' });
  await pollUntil(() => readRoutes().endsWith("2\n"));
  replaceFiles(folder, { "routes.target.ts": "export default (;\n" });
  await pollUntil(() => printed().includes("cannot be loaded"));
  replaceFiles(folder, { "routes.target.ts": routesTarget.replace('"Routes"', '"Paths"') });
  await pollUntil(() => readRoutes() === 'Paths\n"/pets"2\n');
});
