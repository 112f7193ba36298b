import { existsSync } from "node:fs";
import { cp, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

/** What the tests may import instead of openapi-fetch's sources. */
export const clients = {
  ours: `export * from "@specwright/runtime/v1/client";
export { createClient as default } from "@specwright/runtime/v1/client";
`,
  stock: `export * from "openapi-fetch";
export { default } from "openapi-fetch";
`,
} as const;

const configuration = `import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { conditions: ["source"] },
  ssr: { resolve: { conditions: ["source", "module", "node"] } },
  test: { globals: true, restoreMocks: true, include: ["test/**/*.test.{ts,js}"] },
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
 * Makes a folder with the tests of openapi-fetch and a client where they look for its sources. It has to lie in the
 * repository, where the tests find vitest.
 */
export async function prepareTests(source: string, folder: string, client: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, "src"), { recursive: true });
  await cp(source, join(folder, "test"), { recursive: true });
  // Playwright's suite and the benchmark are no tests of vitest.
  await rm(join(folder, "test/e2e"), { recursive: true, force: true });
  await rm(join(folder, "test/bench"), { recursive: true, force: true });
  // One suite makes certificates by it, and we have no other use for it.
  const forge = join(source, "../node_modules/node-forge");
  if (existsSync(forge)) {
    await mkdir(join(folder, "node_modules"));
    await symlink(resolve(forge), join(folder, "node_modules/node-forge"));
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
