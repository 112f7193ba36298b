/**
 * Required tests of the official suite that the validators do not pass, as `file: group: test` in the suite's order. A
 * test that starts to pass has to leave this list.
 */
export const knownFailures: readonly string[] = [];
