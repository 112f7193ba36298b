import { defineConfig, type ViteUserConfig } from "vitest/config";
import { SuitesFirst } from "./test/support/suites-first.ts";

/**
 * Files of tests that take long by their nature are left to `npm run test:long`, and of those that try much of the same
 * (`test/support/samples.ts`) it runs all again; nothing else.
 */
const isLong: boolean = process.env.LONG_TESTS === "1";
const name: string = isLong ? "*.{long,sampled}.test.ts" : "*.test.ts";

/** The folders of test/ whose files share processes. */
const folders: readonly string[] = [
  "agreement",
  "commands",
  "conformance",
  "contract",
  "guide",
  "house",
];

/**
 * Tests that leave nothing behind in a process share some, which saves loading the code, and bundling the document, for each
 * file. The others start programs, replace modules or fill the machine.
 */
const sharing: readonly string[] = [
  `packages/*/src/**/${name}`,
  `packages/platform/test/**/${name}`,
  `scripts/**/${name}`,
  `test/{${folders.join(",")}}/**/${name}`,
];

/** Of these, what changes its process: Hono's server replaces the global Response, and one suite has another Zod. */
const apart: readonly string[] = [
  "packages/runtime/src/v1/{adapters,read-before}.test.ts",
  "test/agreement/{callbacks,servers,webhooks,bodies/streams}.test.ts",
  "test/conformance/json-schema-test-suite-lowest.test.ts",
];

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
  ssr: { resolve: { conditions: ["source", "node", "development|production"] } },
  test: {
    globalSetup: [
      "test/support/report-missing.ts",
      "packages/platform/src/testing/template-setup.ts",
    ],
    testTimeout: isLong ? 120_000 : 30_000,
    hookTimeout: isLong ? 120_000 : 60_000,
    // An event that is waited for is late on a busy machine; a second, which vitest gives it, is too little.
    expect: { poll: { timeout: 15_000 } },
    // One more than the two processors of CI: tests also wait for databases, clocks and programs.
    maxWorkers: 3,
    sequence: { sequencer: SuitesFirst },
    // The client of MCP's SDK depends on a package that has TypeScript for the condition `source`, which Node does not take
    // from node_modules.
    server: { deps: { inline: [/@modelcontextprotocol\/sdk\/dist\/esm\/client/, /eventsource/] } },
    projects: [
      {
        extends: true,
        test: {
          name: "sharing",
          include: [...sharing],
          exclude: [...exclude, ...apart],
          isolate: isLong,
        },
      },
      {
        extends: true,
        test: {
          name: "apart",
          include: [
            `packages/!(platform)/test/**/${name}`,
            `test/!(${folders.join("|")})/**/${name}`,
            ...(isLong ? [] : apart),
          ],
          exclude,
        },
      },
    ],
  },
});

export default config;
