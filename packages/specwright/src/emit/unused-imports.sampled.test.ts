import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { findNeed } from "../../../../test/support/needs.ts";
import { chooseAmount } from "../../../../test/support/samples.ts";
import { emitFiles as emitClientFiles, openModel } from "../../test/client-project.ts";
import { completeDocument, emitFiles } from "../../test/server-files.ts";
import { makeTemporaryFolder } from "../../test/temporary-folder.ts";
import type { Model } from "../document/model/model.ts";
import type { OutputFile } from "../output-file.ts";
import { cliCode } from "./cli/index.ts";
import { cliTarget } from "./cli/target.ts";
import { emitClient } from "./client/index.ts";
import { createEmitter } from "./define-target.ts";
import { emitMocks } from "./mocks/index.ts";
import { queryCode } from "./query/index.ts";
import { queryTarget } from "./query/target.ts";
import { createTemplates } from "./shared/print/templates.ts";
import { toolsCode } from "./tools/index.ts";
import { toolsTarget } from "./tools/target.ts";

const corpus = findNeed("corpus");
const repository = resolve(import.meta.dirname, "../../../..");
const execute = promisify(execFile);

/** The files of the targets that import others. */
function emitOtherFiles(model: Model): readonly OutputFile[] {
  const context = { model, command: "specwright generate", render: createTemplates() };
  const withClient = { ...context, plans: new Map([["client", emitClient(context).plan]]) };
  const emitters = [
    createEmitter(queryCode, queryTarget.options),
    createEmitter(toolsCode, toolsTarget.options),
    createEmitter(cliCode, cliTarget.options),
    emitMocks,
  ];
  return emitters.flatMap((emit) => emit(withClient).files);
}

/** The files of all targets in which Biome finds an import that is not used. */
async function findUnusedImports(model: Model): Promise<readonly string[]> {
  const files = [...emitClientFiles(model), ...emitFiles(model), ...emitOtherFiles(model)];
  const folder = makeTemporaryFolder({
    ...Object.fromEntries(files.map(({ path, content }) => [path, content])),
    "biome.json": JSON.stringify({ root: true, files: { maxSize: 50_000_000 } }),
  });
  const biome = join(repository, "node_modules/@biomejs/biome/bin/biome");
  const options = ["lint", "--only=correctness/noUnusedImports", "--max-diagnostics=none"];
  const { stdout, stderr } = await execute(process.execPath, [biome, ...options, folder], {
    cwd: folder,
  });
  expect(stdout).toContain(`Checked ${new Set(files.map(({ path }) => path)).size + 1} files`);
  return [...stderr.matchAll(/^(\S+?):\d+:\d+ lint/gm)].map(([, path = ""]) => path);
}

const error = { description: "", content: { "application/json": { schema: { type: "object" } } } };
const body = { content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } } };
const schemas = { Pet: { type: "object", properties: { name: { type: "string" } } } };
const documents: Readonly<Record<string, object>> = {
  "nothing at all": {},
  "schemas alone": { components: { schemas } },
  "an operation without bodies": {
    paths: { "/a": { get: { responses: { 204: { description: "" } } } } },
  },
  "an operation without components": { paths: { "/a": { get: { responses: { 400: error } } } } },
  "an operation with components alone": {
    paths: {
      "/a": { post: { requestBody: body, responses: { 200: { description: "", ...body } } } },
    },
    components: { schemas },
  },
  "a webhook": {
    webhooks: { added: { post: { requestBody: body, responses: { 204: { description: "" } } } } },
    components: { schemas },
  },
};

for (const [name, members] of Object.entries(documents)) {
  test(`no declarations of ${name} import names that they do not use`, async () => {
    const unused = await findUnusedImports(openModel(completeDocument(members)));
    expect(unused.filter((path) => path.endsWith(".d.ts"))).toEqual([]);
  });
}

test("no file of a document with every feature imports names that it does not use", async () => {
  const features = parse(readFileSync(join(repository, "test/injection/features.yaml"), "utf8"));
  expect(await findUnusedImports(openModel(features))).toEqual([]);
});

const largeDocuments = chooseAmount<readonly string[]>([], ["github.json"]);
for (const name of ["museum.yaml", "train-travel.yaml", ...largeDocuments]) {
  test.skipIf(corpus === undefined)(
    `no file of ${name} imports names that it does not use`,
    async () => {
      expect(await findUnusedImports(openModel(join(corpus ?? "", name)))).toEqual([]);
    },
  );
}

test("Biome finds an import that is not used", async () => {
  const folder = makeTemporaryFolder({
    "a.d.ts": 'import type { A, B } from "./b.js";\nexport type C = A;\n',
    "biome.json": "{}",
  });
  const biome = join(repository, "node_modules/@biomejs/biome/bin/biome");
  const { stderr } = await execute(
    process.execPath,
    [biome, "lint", "--only=correctness/noUnusedImports", folder],
    { cwd: folder },
  );
  expect(stderr).toContain("a.d.ts:1:18 lint/correctness/noUnusedImports");
});
