import { defineConfig, type ViteUserConfig } from "vitest/config";
import { RunReporter } from "./scripts/tests/run-reporter.ts";
import { patience, testLimit } from "./test/support/patience.ts";
import { SuitesFirst } from "./test/support/suites-first.ts";

/**
 * Files of tests that take long by their nature are left to `npm run test:long`, which runs nothing else. Of those that
 * try much of the same (`test/support/samples.ts`), `npm run soak` tries everything, and it alone runs `*.soak.test.ts`,
 * which take minutes and fail rarely.
 */
const isLong: boolean = process.env.LONG_TESTS === "1";
const isSoak: boolean = process.env.SOAK === "1";
const longName: string = isSoak ? "*.{long,sampled,soak}.test.ts" : "*.long.test.ts";
const name: string = isLong ? longName : "*.test.ts";

/** Files that failed beside others run once more, one after another (`scripts/commands/test.ts`). */
const isAlone: boolean = process.env.TESTS_ALONE === "1";

/** The folders of test/ whose files share processes. */
const folders: readonly string[] = [
  "agreement",
  "changes",
  "commands",
  "conformance",
  "contract",
  "deploy",
  "docs",
  "guide",
  "house",
  "injection",
  "mock",
  "query",
  "released-output",
  "robustness",
  "support",
  "verify",
];

/**
 * Tests that leave nothing behind in a process share some, which saves loading the code, and bundling the document, for each
 * file. The others start programs, replace modules or fill the machine.
 */
const sharing: readonly string[] = [
  `packages/*/src/**/${name}`,
  `packages/platform/test/**/${name}`,
  `bench/**/${name}`,
  `scripts/**/${name}`,
  `test/{${folders.join(",")}}/**/${name}`,
];

/** Of these, what changes its process: Hono's server replaces the global Response, and one suite has another Zod. */
const apart: readonly string[] = [
  "packages/runtime/src/v1/{adapters,read-before}.test.ts",
  "test/agreement/{callbacks,servers,webhooks,bodies/streams}.test.ts",
  "test/conformance/json-schema-test-suite-lowest.test.ts",
];

/** What measures how soon others are answered, or counts on the time of something. Nothing else runs beside it. */
const measuring: readonly string[] = [
  "packages/platform/test/chaos/{connections,noisy-operations}.soak.test.ts",
  "packages/platform/src/base/sharing/member-set.long.test.ts",
  "packages/platform/test/chaos/{fair-operations,noise}.long.test.ts",
  "packages/platform/test/deliveries/fairness.long.test.ts",
  "packages/platform/test/hostile/{import-noise,pauses}.long.test.ts",
  "packages/platform/test/mcp/cancellation-storm.soak.test.ts",
  "packages/platform/test/running/{outage,stopping-imports}.long.test.ts",
  "packages/platform/test/streams/{deadlines,imported-connections}.long.test.ts",
  "packages/runtime/src/v1/node-server/{create-node-server,request-clock}.long.test.ts",
  "packages/specwright/src/watch/watch.long.test.ts",
];

/** Files that have passed and do not run again with `--resume` (`scripts/commands/test.ts`). */
const done: readonly string[] = (process.env.TESTS_DONE ?? "").split("\n").filter(Boolean);

const exclude: string[] = [
  ...done,
  "**/node_modules/**",
  "**/dist/**",
  "test/peers/node_modules/**",
  ...(isLong ? [] : ["**/*.{long,soak}.test.ts"]),
];

const config: ViteUserConfig = defineConfig({
  resolve: { conditions: ["source"] },
  ssr: { resolve: { conditions: ["source", "node", "development|production"] } },
  test: {
    globalSetup: [
      "test/support/report-missing.ts",
      "packages/platform/src/testing/template-setup.ts",
    ],
    testTimeout: isSoak ? 900_000 : testLimit,
    // What hooks prepare is a limit only of what hangs: a build or an installation takes as long as the machine is busy.
    hookTimeout: 300_000,
    // An event that is waited for is late on a busy machine; a second, which vitest gives it, is too little.
    expect: { poll: patience },
    // One more than the two processors of CI: tests also wait for databases, clocks and programs.
    maxWorkers: isAlone ? 1 : 3,
    sequence: { sequencer: SuitesFirst },
    reporters: ["default", new RunReporter()],
    // The clients of MCP's SDK depend on a package that has TypeScript for the condition `source`, which Node does not take
    // from node_modules.
    server: {
      deps: {
        inline: [
          /@modelcontextprotocol\/sdk\/dist\/esm\/client/,
          /@modelcontextprotocol\/client/,
          /eventsource/,
        ],
      },
    },
    projects: [
      {
        extends: true,
        test: {
          name: "sharing",
          include: [...sharing],
          exclude: [...exclude, ...apart, ...measuring],
          isolate: isLong || isAlone,
        },
      },
      {
        extends: true,
        test: {
          name: "measuring",
          include: isLong ? [...measuring] : [],
          exclude,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
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
