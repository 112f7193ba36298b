/**
 * Required tests of the official suite that the validators do not pass, as `file: group: test` in the suite's order.
 * Remove a test from this list when it starts to pass.
 */
export const knownFailures: readonly string[] = [];
