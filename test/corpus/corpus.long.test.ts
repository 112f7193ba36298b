import { execFile } from "node:child_process";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { beforeAll, describe, expect, test } from "vitest";
import * as json from "../../packages/runtime/src/v1/schema.ts";
import { generate, loadModel } from "../../packages/specwright/src/index.ts";
import { resolveInRoot } from "../../scripts/support/paths.ts";
import { chooseAmount } from "../support/samples.ts";
import { listCorpusDocuments } from "./documents.ts";
import { listExamples, type Validators } from "./examples.ts";

const run = promisify(execFile);
const compilers = {
  "TypeScript 7": resolveInRoot("node_modules/typescript/bin/tsc"),
  "TypeScript 5.9": resolveInRoot("test/peers/node_modules/typescript/bin/tsc"),
};
const compilerOptions = {
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  target: "es2024",
  module: "nodenext",
  lib: ["es2024", "dom", "dom.iterable", "dom.asynciterable"],
  types: ["node"],
  // Uses the sources of the runtime.
  customConditions: ["source"],
  allowImportingTsExtensions: true,
};

describe.each(listCorpusDocuments())("$name", ({ name, path, out }) => {
  beforeAll(async () => {
    await rm(out, { recursive: true, force: true });
    await mkdir(out, { recursive: true });
    await generate({ document: path, out, targets: ["client", "server", "mocks"] });
  }, 120_000);

  // The older compiler judges some documents, and in the soak all.
  const judges = Object.entries(compilers).filter(
    ([version]) =>
      version === "TypeScript 7" || chooseAmount(["museum", "github"].includes(name), true),
  );
  test.each(judges)(
    "%s finds no fault in any declaration, each a root of its own",
    async (_, tsc) => {
      const config = `${out}.tsconfig.json`;
      await writeFile(config, JSON.stringify({ compilerOptions, include: [`${name}/**/*.d.ts`] }));
      const { stdout } = await run(process.execPath, [tsc, "-p", config]).catch(
        // A compiler that finds faults exits with 2 and prints them.
        (error: { stdout: string }) => error,
      );
      expect(stdout).toBe("");
    },
    120_000,
  );

  test("every module can be imported in Node", async () => {
    const modules = (await readdir(out, { recursive: true })).filter((path) =>
      path.endsWith(".js"),
    );
    expect(modules).toEqual(expect.arrayContaining(["client/index.js", "server/index.js"]));
    const program = modules
      .map((path) => `await import(${JSON.stringify(join(out, path))});`)
      .join("\n");
    const args = ["--conditions=source", "--input-type=module", "-e", program];
    expect(await run(process.execPath, args)).toEqual({ stdout: "", stderr: "" });
  });

  test("its examples pass its own validators, apart from those that really do not match", async () => {
    const validators = (await import(`${out}/validators/index.js`)) as Validators;
    const examples = listExamples(loadModel(path).model, validators);
    expect(examples.length).toBeGreaterThan(20);
    const findings = examples.flatMap(({ place, value, validator }) => {
      if (validator === undefined) {
        return [`${place}: no validator`];
      }
      const issues = validator.safeParse(value).error?.issues;
      if (issues === undefined) {
        return [];
      }
      const [first] = json.fieldIssues(issues);
      return [`${place}: ${first?.path.join(".")} ${first?.message}`];
    });
    // test/conformance/documents.long.test.ts shows that Ajv refuses the same examples.
    await expect(`${findings.join("\n")}\n`).toMatchFileSnapshot(`findings/${name}.txt`);
  }, 60_000);
});

const github = listCorpusDocuments().find(({ name }) => name === "github");

// The second operation has pagination and is among the operations with the most parameters.
test.skipIf(github === undefined).each([
  ["reposGet", '{ owner: "a", repo: "b" }'],
  ["issuesListForRepo", '{ owner: "a", repo: "b", labels: "c" }'],
])("one operation of GitHub's 1,223 costs a bundle at most 5 kB: %s", async (name, input) => {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { createTransport, ${name} } from "./client/index.js";
          console.log(await ${name}(createTransport(), ${input}));`,
      resolveDir: github?.out ?? "",
    },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    conditions: ["source"],
    write: false,
  });
  const [{ contents }] = outputFiles as [(typeof outputFiles)[number]];
  expect(gzipSync(contents).length).toBeLessThanOrEqual(5000);
});
