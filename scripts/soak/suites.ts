/** A suite that has a long version, and the reason why it is long. */
export interface Suite {
  /** The tests to run, as arguments of `npm test`. */
  readonly tests: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
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
    what: "every string of three documents with every payload, for every target",
    parts: 4,
  },
  robustness: {
    tests: ["test/robustness"],
    environment: { SPECWRIGHT_KILLS: "300" },
    what: "300 kills while writing, full disks, commands at once, 20 surroundings",
    parts: 1,
  },
  releases: {
    tests: ["test/packages/release-kills"],
    environment: { PACKAGES: "1", SPECWRIGHT_RELEASE_KILLS: "60" },
    what: "30 releases to Verdaccio, each killed twice at random moments and then continued",
    parts: 1,
  },
  bombs: {
    tests: ["--long", "test/robustness/bombs"],
    environment: { SPECWRIGHT_MEASURE: "1" },
    what: "every document that is made to exhaust a machine",
    parts: 1,
  },
  refresh: {
    tests: ["--long", "packages/platform/test/oauth/refresh-once"],
    environment: { SOAK: "1", REQUIRE_ALL: "1" },
    what: "3 processes, 50 callers each, 500 expired tokens, also at a server that takes 12 s (PostgreSQL)",
    parts: 1,
  },
  service: {
    tests: ["--long", "packages/platform/test/e2e/replicas", "packages/platform/test/e2e/fuzz"],
    environment: { SOAK: "1", REQUIRE_ALL: "1" },
    what: "200 idempotency keys, 50 callers, 2 processes; random requests to every operation (PostgreSQL)",
    parts: 1,
  },
  schemathesis: {
    tests: ["--long", "packages/platform/test/schemathesis"],
    environment: { SOAK: "1", REQUIRE_ALL: "1" },
    what: "every operation by schemathesis 4: all phases and checks, five seeds, 170 examples (PGlite and PostgreSQL)",
    parts: 1,
  },
  mcp: {
    tests: ["--long", "packages/platform/test/mcp/many-clients"],
    environment: { SOAK: "1", REQUIRE_ALL: "1" },
    what: "100 clients of MCP of 10 projects, 100,000 calls with equal request ids (PostgreSQL)",
    parts: 5,
  },
  "real-application": {
    tests: ["--long", "packages/platform/test/real-application"],
    environment: { SOAK: "1", REQUIRE_ALL: "1" },
    what: "LNbits from PyPI: its own document imported, ten of its tools and a file upload (PGlite)",
    parts: 1,
  },
  delivery: {
    tests: ["--long", "packages/platform/test/deliveries/kills"],
    environment: { SOAK: "1", REQUIRE_ALL: "1" },
    what: "20,000 events over 200 SIGKILLs of workers and API processes and 20 immediate stops of PostgreSQL",
    parts: 5,
  },
  scale: {
    tests: ["--long", "packages/platform/test/scale"],
    environment: { SOAK: "1", REQUIRE_ALL: "1" },
    what: "the plan of every statement of an event beside 10,000,000 events and 100,000 trigger instances (PostgreSQL); docs/event-plans.md has all of them",
    parts: 1,
  },
  chaos: {
    tests: ["--long", "packages/platform/test/chaos", "packages/platform/test/running/outage"],
    environment: { SOAK: "1", REQUIRE_ALL: "1" },
    what: "outages, kills, a full disk, wrong clocks, calls that hang, clients that never read; others' p99 under 250 ms",
    parts: 1,
  },
};
