import type { NotRun } from "../not-run.ts";

/** Blocks or lines of the platform's pages that the tests do not run, with the reason. An unused entry fails the test. */
export const notRunHere: readonly NotRun[] = [
  {
    reason: "It installs from a registry. The test has the same packages.",
    line: /^(?:npm|pip) install\b/,
  },
  {
    reason: "The test has a key of its own project.",
    line: /^export PROJECT_KEY=/,
  },
  {
    reason:
      "It starts another service. packages/platform/test/running/toolkits.long.test.ts starts one with a folder of toolkits.",
    line: /^PLATFORM_TOOLKITS=/,
  },
];
