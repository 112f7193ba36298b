/** A suite that has a long version, and the reason why it is long. */
export interface Suite {
  /** The tests to run, as arguments of `npm test`. */
  readonly tests: readonly string[];
  /** Default: the long form of tests, none of which may be skipped. */
  readonly environment?: Readonly<Record<string, string>>;
  /** A description for the report. */
  readonly what: string;
  /** The default number of parts, which `--part` overrides; 1 for suites that cannot be divided. */
  readonly parts: number;
}

/**
 * The suites by name. Vitest runs the files of a suite on all cores. Suites run one after another, because two of them
 * measure time and would disturb each other.
 */
export const suites: Readonly<Record<string, Suite>> = {
  injection: {
    tests: ["test/injection", "-t", "no text of"],
    environment: { SPECWRIGHT_INJECTION_CASES: "all" },
    what: "puts each hostile text at each string of three documents, one at a time, and generates every target. The code must be the same as with a harmless text",
    parts: 4,
  },
  random: {
    tests: [
      "--long",
      "test/changes/unseen-changes",
      "test/agreement/types-and-validators",
      "test/conformance/composed-objects",
      "test/conformance/differential",
    ],
    what: "searches random documents with other values than every other run: changes that `diff` does not see, types and validators that disagree, and validators that disagree with Ajv. Elsewhere, the values are the same each time, so that a failure is caused by a change",
    parts: 1,
  },
  samples: {
    tests: [
      "--long",
      ".sampled.",
      "packages/console/test",
      "packages/platform/test/hostile/answer-sizes",
      "packages/platform/test/mcp/conformance",
      "packages/platform/test/moving",
      "packages/specwright/src/watch",
      "test/corpus",
      "test/query",
    ],
    what: "tries all of what `npm test` and `npm run test:long` try some of: every place, every edit, every document, and each page of the console wide and narrow, light and dark",
    parts: 1,
  },
  rest: {
    tests: [
      "--long",
      "packages/platform/test/deliveries/clocks",
      "packages/platform/test/mcp/cancellation-storm",
      "packages/platform/test/mcp/python-clients",
      "packages/platform/test/running/catalogs",
      "packages/platform/test/streams/lasting",
      "packages/platform/test/watches/kills",
      "test/agreement/tools/python-client",
      "test/agreement/types-flags",
      "test/agreement/types-large",
      "test/changes/validators",
      "test/injection/can-fail",
      "test/verify/planted-faults",
    ],
    what: "runs what takes too long for every change: wrong clocks, cancelled calls, clients in Python, kills while triggers are watched, connections that last, large catalogs, tools called from Python, types of every flag and of large documents beside openapi-typescript's, what calls show of `diff`, and faults that are planted to see whether tests find them",
    parts: 1,
  },
  robustness: {
    tests: ["test/robustness"],
    environment: { SPECWRIGHT_KILLS: "300" },
    what: "kills commands 300 times while they write, limits the disk, starts commands at once, and generates in 20 surroundings, which must give the same bytes",
    parts: 1,
  },
  releases: {
    tests: ["test/packages/release-kills"],
    environment: { PACKAGES: "1", SPECWRIGHT_RELEASE_KILLS: "60" },
    what: "publishes 30 releases to Verdaccio, each of which is killed twice at random moments and then continued",
    parts: 1,
  },
  bombs: {
    tests: ["--long", "test/robustness/bombs"],
    environment: { SPECWRIGHT_MEASURE: "1" },
    what: "runs each command with every document that is made to exhaust a machine",
    parts: 1,
  },
  refresh: {
    tests: ["--long", "packages/platform/test/oauth/refresh-once"],
    what: "uses 500 expired tokens from 3 processes with 50 callers each, and refreshes each token once, also at a server that takes 12 s (PostgreSQL)",
    parts: 1,
  },
  service: {
    tests: ["--long", "packages/platform/test/e2e/replicas", "packages/platform/test/e2e/fuzz"],
    what: "repeats requests with 200 idempotency keys from 50 callers at 2 processes, and sends random requests to every operation (PostgreSQL)",
    parts: 1,
  },
  schemathesis: {
    tests: ["--long", "packages/platform/test/schemathesis"],
    what: "lets schemathesis 4 test every operation with all phases and checks, five seeds and 170 examples (PGlite and PostgreSQL)",
    parts: 1,
  },
  mcp: {
    tests: ["--long", "packages/platform/test/mcp/many-clients"],
    what: "makes 100,000 calls with equal request ids from 100 MCP clients of 10 projects. No client may get a byte of another one's answer (PostgreSQL)",
    parts: 5,
  },
  "real-application": {
    tests: ["--long", "packages/platform/test/real-application"],
    what: "installs LNbits from PyPI, imports its own document, and executes ten of its tools and a file upload (PGlite)",
    parts: 1,
  },
  delivery: {
    tests: ["--long", "packages/platform/test/deliveries/kills"],
    what: "sends 20,000 events during 200 SIGKILLs of workers and API processes and 20 immediate stops of PostgreSQL. No acknowledged event may be lost",
    parts: 5,
  },
  "imports-and-files": {
    tests: ["--long", "packages/platform/test/imports-and-files"],
    what: "imports documents, uploads and downloads files, and executes tools that take and give files, during 200 SIGKILLs of workers and API processes, 20 immediate stops of PostgreSQL and 20 times without it. Each toolkit and file must be whole or absent, and nothing may be left over (PostgreSQL, disk)",
    parts: 4,
  },
  scale: {
    tests: ["--long", "packages/platform/test/scale"],
    what: "checks the query plan of every statement of an event beside 10,000,000 events and 100,000 trigger instances (PostgreSQL). [event-plans.md](event-plans.md) has all of them",
    parts: 1,
  },
  chaos: {
    tests: ["--long", "packages/platform/test/chaos", "packages/platform/test/running/outage"],
    what: "disturbs the service with outages, kills, a full disk, wrong clocks, calls that hang and clients that never read. The p99 of other projects must stay under 250 ms",
    parts: 1,
  },
};
