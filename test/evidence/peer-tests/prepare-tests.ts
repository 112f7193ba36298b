import { existsSync } from "node:fs";
import { cp, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

/** The modules that the tests may import instead of openapi-fetch's sources. */
export const clients = {
  ours: `export * from "@specwright/runtime/v1/client";
export { createClient as default } from "@specwright/runtime/v1/client";
`,
  stock: `export * from "openapi-fetch";
export { default } from "openapi-fetch";
`,
} as const;

// The cache of modules is off, because it would remember where the previous run found a package.
const configuration = `import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { conditions: ["source"] },
  ssr: { resolve: { conditions: ["source", "module", "node"] } },
  test: { globals: true, restoreMocks: true, fsModuleCache: false, include: ["test/**/*.test.{ts,js}"] },
});
`;

/** As strict as openapi-fetch compiles its own tests; libraries are not what is tested. */
const compilerOptions = {
  noEmit: true,
  allowSyntheticDefaultImports: true,
  esModuleInterop: true,
  lib: ["ESNext", "DOM"],
  module: "NodeNext",
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  strict: true,
  target: "ESNext",
  types: ["node"],
  customConditions: ["source"],
  allowImportingTsExtensions: true,
};

/**
 * Makes a folder with the tests of openapi-fetch, and with a client at the place of its sources. The folder must be in
 * the repository, so that the tests find vitest.
 */
export async function prepareTests(source: string, folder: string, client: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, "src"), { recursive: true });
  await cp(source, join(folder, "test"), { recursive: true });
  // Playwright's suite and the benchmark do not run in vitest.
  await rm(join(folder, "test/e2e"), { recursive: true, force: true });
  await rm(join(folder, "test/bench"), { recursive: true, force: true });
  // One suite makes certificates by the one and hands the other's dispatcher to Node's `fetch`, which takes only
  // that of its own major version: the version has to be the one that openapi-fetch's package.json names.
  await mkdir(join(folder, "node_modules"));
  for (const name of ["node-forge", "undici"]) {
    const installed = findInstalled(source, name);
    if (installed !== undefined) {
      await symlink(installed, join(folder, "node_modules", name));
    }
  }
  await writeFile(join(folder, "src/index.ts"), client);
  await writeFile(join(folder, "vitest.config.ts"), configuration);
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  const strict = {
    compilerOptions,
    include: ["src", "test"],
    exclude: ["test/no-strict-null-checks"],
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(strict));
  const loose = {
    compilerOptions: { ...compilerOptions, strictNullChecks: false },
    include: ["test/no-strict-null-checks"],
  };
  await writeFile(join(folder, "tsconfig.loose.json"), JSON.stringify(loose));
}

/** The folder of a package in the repository of the tests: in the nearest `node_modules`. */
function findInstalled(source: string, name: string): string | undefined {
  const parents = ["..", "../../..", "../../../.."].map((up) =>
    resolve(source, up, "node_modules", name),
  );
  return parents.find((path) => existsSync(path));
}
