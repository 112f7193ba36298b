import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const { exports } = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"),
) as { readonly exports: Readonly<Record<string, unknown>> };

test("the modules of v1 are exported by name, and their parts are not", () => {
  const modules = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => name.slice(0, -".ts".length));
  const entries = modules.map((name) => [
    `./v1/${name}`,
    {
      source: `./src/v1/${name}.ts`,
      types: `./dist/v1/${name}.d.ts`,
      default: `./dist/v1/${name}.js`,
    },
  ]);
  expect(modules).toContain("client");
  expect(exports).toEqual({
    ...Object.fromEntries(entries),
    "./package.json": "./package.json",
  });
});
