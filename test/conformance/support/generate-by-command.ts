import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "vitest";
import type * as z from "zod";
import { resolveInRoot } from "../../../scripts/support/paths.ts";

/** The exports of the generated modules. */
export interface GeneratedByCommand<Type extends z.core.$ZodType = z.ZodType> {
  readonly components: { readonly schemas: Readonly<Record<string, Type>> };
  readonly predicates: Readonly<Record<string, (value: unknown) => boolean>>;
}

/**
 * Runs the command like a user on one document with each schema as a file, and imports the generated modules. The
 * schemas are called `Group0`, `Group1` and so on.
 *
 * @param folder below the repository, so that the generated code finds its runtime and Zod
 */
export async function generateByCommand<Type extends z.core.$ZodType = z.ZodType>(
  folder: string,
  schemas: readonly unknown[],
  flags: readonly string[],
): Promise<GeneratedByCommand<Type>> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "groups"), { recursive: true });
  const names = schemas.map((_, index) => `Group${index}`);
  for (const [index, schema] of schemas.entries()) {
    writeFileSync(join(folder, `groups/${names[index]}.json`), JSON.stringify(schema));
  }
  const components = {
    schemas: Object.fromEntries(names.map((name) => [name, { $ref: `./groups/${name}.json` }])),
  };
  const info = { title: "Test", version: "1" };
  const document = { openapi: "3.1.0", info, paths: {}, components };
  writeFileSync(join(folder, "openapi.json"), JSON.stringify(document));
  const command = resolveInRoot("packages/specwright/bin/specwright.js");
  const { status, stderr } = spawnSync(
    process.execPath,
    ["--conditions=source", command, "generate", "openapi.json", "--out", "out", ...flags],
    { cwd: folder, encoding: "utf8" },
  );
  expect(status, stderr).toBe(0);
  const load = (name: string): Promise<unknown> =>
    import(pathToFileURL(join(folder, `out/validators/${name}.js`)).href);
  // The generated declarations have these types.
  return {
    components: await load("components"),
    predicates: await load("predicates"),
  } as GeneratedByCommand<Type>;
}
