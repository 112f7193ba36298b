import { defineConfig, type ViteUserConfig } from "vitest/config";

/** Files of tests that take long by their nature are left to `npm run test:long`, and are all that it runs. */
const isLong: boolean = process.env.LONG_TESTS === "1";
const name: string = isLong ? "*.long.test.ts" : "*.test.ts";

const config: ViteUserConfig = defineConfig({
  resolve: { conditions: ["source"] },
  ssr: { resolve: { conditions: ["source", "module", "node", "development|production"] } },
  test: {
    include: [`packages/*/{src,test}/**/${name}`, `scripts/**/${name}`, `test/**/${name}`],
    exclude: [
      "**/node_modules/**",
      "**/dist/**",
      "test/peers/node_modules/**",
      ...(isLong ? [] : ["**/*.long.test.ts"]),
    ],
    globalSetup: ["test/support/tell-missing.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});

export default config;
