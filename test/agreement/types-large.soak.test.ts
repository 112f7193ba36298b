import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type TypesOptions, types } from "../../packages/specwright/src/commands/types.ts";
import { resolveInRoot } from "../../scripts/support/paths.ts";
import { runCommand } from "../../scripts/support/run.ts";
import { findNeed } from "../support/needs.ts";
import { compileEach, printPeerTypes } from "./types/compare.ts";
import { findTypeDifferences } from "./types/differences.ts";
import { readEnums } from "./types/values.ts";

const corpus = findNeed("corpus") ?? "";
const folder = mkdtempSync(join(tmpdir(), "specwright-large-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Flags that print more than the interfaces, in combinations that are allowed. */
const runs: readonly Partial<TypesOptions>[] = [
  { enum: true, rootTypes: true, makePathsEnum: true, readWriteMarkers: true },
  {
    enum: true,
    dedupeEnums: true,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    immutable: true,
  },
  {
    enumValues: true,
    rootTypes: true,
    rootTypesKeepCasing: true,
    generatePathParams: true,
    immutable: true,
    arrayLength: true,
    exportType: true,
    alphabetize: true,
  },
  { readWriteSplit: true, rootTypes: true, enum: true, dedupeEnums: true },
];

/** Ours leaves out the header parameters `Accept` and `Content-Type`, which OpenAPI ignores: see the migration page. */
const withIgnoredHeaders = ["/v2/apps", "apps_create"];

test.skipIf(corpus === "").each([
  ["GitHub's", "github.json", []],
  [
    "DigitalOcean's, in thousands of files and bundled by Redocly,",
    "digitalocean/DigitalOcean-public.v2.yaml",
    withIgnoredHeaders,
  ],
])(
  "%s types are identical to openapi-typescript's, but for headers that OpenAPI ignores",
  async (_, name, differing) => {
    const document = join(corpus, name);
    const bundled = await bundleForTheirs(document);
    const others = bundled === document ? [] : [document];
    const found = await findTypeDifferences(folder, bundled, ...others);
    const named = found.flatMap(
      (line) => /Type '"(.*)"' does not satisfy the constraint 'never'/.exec(line)?.[1] ?? [],
    );
    expect([...new Set(named)].toSorted()).toEqual(differing);
    // Each has a line more, which says that the two types differ.
    expect(found).toHaveLength(2 * named.length);
  },
  120_000,
);

test.skipIf(corpus === "").each([
  ["GitHub's", "github.json", 3000],
  ["DigitalOcean's", "digitalocean/DigitalOcean-public.v2.yaml", 300],
])(
  "%s enums are openapi-typescript's, and every output compiles",
  async (_, name, count) => {
    const document = join(corpus, name);
    const bundled = await bundleForTheirs(document);

    const theirs = readEnums(await printPeerTypes(bundled, ["--enum"]));
    const ours = readEnums(types({ document: bundled, enum: true }).text);
    // openapi-typescript merges enums of the same name, and prints members of the same name, which do not compile.
    const clear = [...theirs].filter(([, declarations]) => declarations.length === 1);
    expect(clear.length).toBeGreaterThan(count);
    expect(clear.filter(([one, values]) => `${ours.get(one)}` !== `${values}`)).toEqual([]);

    const files = runs.map((options, index) => {
      const output = `ours-${index}.ts`;
      types({ document, output: join(folder, output), ...options });
      return output;
    });
    const errors = await compileEach(folder, files);
    expect([...errors.values()].flat()).toEqual([]);
  },
  180_000,
);

/**
 * The document is bundled into one file first, because openapi-typescript uses an older bundler, which names the parts
 * of other files differently.
 */
async function bundleForTheirs(document: string): Promise<string> {
  if (document.endsWith(".json")) {
    return document;
  }
  const bundled = join(folder, "bundled.json");
  await runCommand(resolveInRoot("node_modules/.bin/redocly"), ["bundle", document, "-o", bundled]);
  return bundled;
}
