import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { resolveInRoot } from "../../../scripts/support/paths.ts";
import { runCommand } from "../../../scripts/support/run.ts";
import type { RecordedInput } from "./recorder.ts";

const peer = resolveInRoot("test/peers/node_modules/openapi-typescript");
const recorder = resolveInRoot("test/evidence/peer-tests/recorder.ts");

/**
 * Modules of openapi-typescript whose functions the tests call. Each is replaced by the published module, wrapped by
 * the recorder.
 */
const modules = [
  "components-object",
  "header-object",
  "operation-object",
  "path-item-object",
  "paths-enum",
  "paths-object",
  "request-body-object",
  "response-object",
  "schema-object",
  "webhooks-object",
];

const configuration = `import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { globals: true, fsModuleCache: false, include: ["test/**/*.test.{ts,js}"], exclude: ["test/cjs.test.js"] },
});
`;

/**
 * Records the inputs of openapi-typescript's tests: runs them with the published openapi-typescript, wrapped so that it
 * writes down its arguments.
 *
 * @param source the folder `packages/openapi-typescript` of a checkout
 * @param folder the target; in the repository, where the tests find vitest
 */
export async function recordInputs(
  source: string,
  folder: string,
): Promise<readonly RecordedInput[]> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, "src/transform"), { recursive: true });
  await cp(join(source, "test"), join(folder, "test"), { recursive: true });
  await symlink(resolve(source, "examples"), join(folder, "examples"));
  await writeModules(folder);
  // Beside the published one is the compiler that it needs.
  await symlink(
    resolveInRoot("test/peers/node_modules/typescript"),
    join(folder, "node_modules/typescript"),
  );
  await writeFile(join(folder, "vitest.config.ts"), configuration);
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  await runCommand(resolveInRoot("node_modules/.bin/vitest"), [
    "run",
    "--root",
    folder,
    "--update=none",
  ]).catch(
    // Some tests fail, because they expect unpublished features. Only their inputs are needed.
    () => undefined,
  );
  const files = await readdir(join(folder, "inputs"));
  const inputs = files.map(
    async (file): Promise<RecordedInput> =>
      JSON.parse(await readFile(join(folder, "inputs", file), "utf8")),
  );
  const sorted = (await Promise.all(inputs)).sort((a, b) => (a.title < b.title ? -1 : 1));
  // Some tests take the same document.
  return [
    ...new Map(sorted.map((input) => [JSON.stringify({ ...input, title: "" }), input])).values(),
  ];
}

async function writeModules(folder: string): Promise<void> {
  const inputs = JSON.stringify(join(folder, "inputs"));
  const head = `import { recorded, recordCommand } from ${JSON.stringify(recorder)};\n`;
  for (const name of modules) {
    const path = JSON.stringify(`${peer}/dist/transform/${name}.mjs`);
    const text = `import original from ${path};
${head}export * from ${path};
export default recorded("${name}", original, ${inputs});
`;
    await writeFile(join(folder, `src/transform/${name}.js`), text);
  }
  const index = JSON.stringify(`${peer}/dist/index.mjs`);
  await writeFile(
    join(folder, "src/index.js"),
    `import original, * as rest from ${index};
${head}export * from ${index};
export const transformSchema = recorded("index", rest.transformSchema, ${inputs});
export default recorded("index", original, ${inputs});
`,
  );
  await mkdir(join(folder, "src/lib"));
  for (const name of ["ts", "utils"]) {
    await writeFile(
      join(folder, `src/lib/${name}.js`),
      `export * from "${peer}/dist/lib/${name}.mjs";\n`,
    );
  }
  // The command of openapi-typescript is not run. Only its arguments are recorded.
  await writePackage(
    folder,
    "execa",
    `${head}
export const execa = async (command, args, { cwd } = {}) => {
  if (Array.isArray(args)) recordCommand(${inputs}, args, cwd);
  return { stdout: "" };
};
`,
  );
  await writePackage(folder, "strip-ansi", "export default (text) => text;\n");
}

async function writePackage(folder: string, name: string, text: string): Promise<void> {
  const path = join(folder, "node_modules", name);
  await mkdir(path, { recursive: true });
  await writeFile(
    join(path, "package.json"),
    JSON.stringify({ name, type: "module", main: "index.js" }),
  );
  await writeFile(join(path, "index.js"), text);
}
