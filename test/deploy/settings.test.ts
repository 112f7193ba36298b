import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { variables } from "../../packages/platform/src/process/config/variables.ts";
import { resolveInRoot } from "../../scripts/support/paths.ts";

const files = globSync(["deploy/**/*", "Dockerfile"], {
  cwd: resolveInRoot("."),
  withFileTypes: true,
  exclude: (entry) => entry.name === "secrets",
})
  .filter((entry) => entry.isFile())
  .map((entry) => `${entry.parentPath}/${entry.name}`);

test("files for operators name no setting of the service that does not exist", () => {
  const known = new Set<string>(
    variables.flatMap(({ name, isSecret }) => (isSecret ? [name, `${name}_FILE`] : [name])),
  );
  // Variables of the compose file itself, and of a script.
  const own = new Set(["PLATFORM_IMAGE", "PLATFORM_PUBLISH", "PLATFORM_PASSWORD_FILE"]);
  const unknown = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\bPLATFORM_[A-Z_]+\b/g)]
      .map(([name]) => name)
      .filter((name) => !(known.has(name) || own.has(name)))
      .map((name) => `${file}: ${name}`),
  );
  expect(files.length).toBeGreaterThan(10);
  expect(unknown).toEqual([]);
});

test("every way to run the service gives a stop the time that it takes", () => {
  // 5 s in which a process still answers, and 30 s for what it began (ADR 10).
  const longest = 35;
  const periods = files.flatMap((file) =>
    [
      ...readFileSync(file, "utf8").matchAll(
        /(?:terminationGracePeriodSeconds: |stop_grace_period: |TimeoutStopSec=)(\d+)/g,
      ),
    ].map(([, seconds]) => Number(seconds)),
  );
  expect(periods.length).toBeGreaterThanOrEqual(3);
  expect(Math.min(...periods)).toBeGreaterThan(longest);
});
