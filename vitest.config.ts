import { defineConfig, type ViteUserConfig } from "vitest/config";

/** Files of tests that take long by their nature are left to `npm run test:long`, and are all that it runs. */
const isLong: boolean = process.env.LONG_TESTS === "1";
const name: string = isLong ? "*.long.test.ts" : "*.test.ts";

/** Tests beside the code leave nothing behind in a process, so they share some, which saves loading the code for each file. */
const sharing: string = `packages/{platform,specwright}/src/**/${name}`;

const exclude: string[] = [
  "**/node_modules/**",
  "**/dist/**",
  "test/peers/node_modules/**",
  ...(isLong ? [] : ["**/*.long.test.ts"]),
  // CI runs them by themselves.
  ...(process.env.PACKAGES === "0" ? ["test/packages/**"] : []),
];

const config: ViteUserConfig = defineConfig({
  resolve: { conditions: ["source"] },
  ssr: { resolve: { conditions: ["source", "module", "node", "development|production"] } },
  test: {
    globalSetup: ["test/support/tell-missing.ts"],
    testTimeout: isLong ? 120_000 : 30_000,
    hookTimeout: isLong ? 120_000 : 60_000,
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: { name: "beside the code", include: [sharing], exclude, isolate: false },
      },
      {
        extends: true,
        test: {
          name: "across",
          include: [`packages/*/{src,test}/**/${name}`, `scripts/**/${name}`, `test/**/${name}`],
          exclude: [...exclude, sharing],
        },
      },
    ],
  },
});

export default config;
