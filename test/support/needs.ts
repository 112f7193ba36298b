import { existsSync } from "node:fs";
import { inRoot } from "../../scripts/support/paths.ts";

/** What some tests need beyond the npm registry. */
export type Need = "chromium" | "corpus" | "json-schema-test-suite";

const sources: Readonly<
  Record<Need, { readonly find: () => string | undefined; readonly how: string }>
> = {
  chromium: {
    find: () =>
      firstThatExists([
        process.env.CHROMIUM,
        "/usr/bin/chromium",
        "/usr/bin/chromium-browser",
        "/usr/bin/google-chrome",
      ]),
    how: "install Debian's package chromium, or set CHROMIUM to the path of a Chromium",
  },
  corpus: {
    find: () => firstThatExists([process.env.SPECWRIGHT_CORPUS, inRoot("../shared/corpus")]),
    how: "set SPECWRIGHT_CORPUS to a folder with github.json, museum.yaml and train-travel.yaml",
  },
  "json-schema-test-suite": {
    find: () =>
      firstThatExists([
        process.env.JSON_SCHEMA_TEST_SUITE,
        inRoot("../shared/json-schema-test-suite"),
      ]),
    how: "set JSON_SCHEMA_TEST_SUITE to a folder with draft2020-12/ and remotes/ of the official suite",
  },
};

const told = new Set<Need>();

/**
 * The path of something that a test needs, or undefined when it is missing, told in one visible line.
 *
 * @throws Error when it is missing and `REQUIRE_ALL=1`, as in CI, where a skip is a failure.
 */
export function need(name: Need): string | undefined {
  const { find, how } = sources[name];
  const found = find();
  if (found !== undefined) return found;
  const message = `SKIPPED: ${name} is missing. To run these tests: ${how}.`;
  if (process.env.REQUIRE_ALL === "1") throw new Error(message);
  if (!told.has(name)) process.stderr.write(`\n${message}\n`);
  told.add(name);
  return undefined;
}

function firstThatExists(paths: readonly (string | undefined)[]): string | undefined {
  return paths.find((path) => path !== undefined && path !== "" && existsSync(path));
}
