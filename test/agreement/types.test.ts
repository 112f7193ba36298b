import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { types } from "../../packages/specwright/src/commands/types.ts";
import { inRoot, specFile } from "../../scripts/support/paths.ts";
import { runCommand } from "../../scripts/support/run.ts";
import { theBundle } from "../support/document.ts";
import { need } from "../support/needs.ts";
import { compareTypes, writePeerTypes } from "./types/compare.ts";
import { fixture, legacyFixture } from "./types/fixture.ts";

const folder = mkdtempSync(join(tmpdir(), "specwright-types-"));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, document: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(document));
  return path;
}

/** What the compiler finds different in the types of a document, and of others that should have the same ones. */
async function differences(document: string, ...others: string[]): Promise<readonly string[]> {
  await writePeerTypes(document, join(folder, "theirs.d.ts"));
  const pairs = [document, ...others].map((ours, index) => {
    types({ document: ours, output: join(folder, `ours-${index}.d.ts`) });
    return [`ours-${index}`, "theirs"] as const;
  });
  return (await compareTypes(folder, pairs)).flat();
}

describe("the types are identical to openapi-typescript's", () => {
  test("for a document with everything that types depend on", async () => {
    expect(await differences(write("fixture.json", fixture))).toEqual([]);
  });

  test("for OpenAPI 3.0", async () => {
    expect(await differences(write("legacy.json", legacyFixture))).toEqual([]);
  });

  test("for our document, in many files and bundled", async () => {
    const { json } = await theBundle();
    const path = join(folder, "bundle.json");
    writeFileSync(path, json);
    expect(await differences(path, inRoot(specFile))).toEqual([]);
  });

  const corpus = need("corpus");
  test.skipIf(corpus === undefined).each(["museum.yaml", "train-travel.yaml", "github.json"])(
    "for %s",
    async (name) => {
      expect(await differences(join(corpus ?? "", name))).toEqual([]);
    },
    120_000,
  );

  test.skipIf(corpus === undefined)(
    "for DigitalOcean's, in thousands of files and bundled by Redocly",
    async () => {
      const original = join(corpus ?? "", "digitalocean/DigitalOcean-public.v2.yaml");
      const bundled = join(folder, "digitalocean.json");
      await runCommand(inRoot("node_modules/.bin/redocly"), ["bundle", original, "-o", bundled]);
      expect(await differences(bundled, original)).toEqual([]);
    },
    120_000,
  );
});

test("the comparison fails for a difference at any depth", async () => {
  const { text } = types({
    document: write("mutated.json", fixture),
    output: join(folder, "whole.d.ts"),
  });
  const mutants = [...mutate(text)];
  for (const [index, mutant] of mutants.entries()) {
    writeFileSync(join(folder, `mutant-${index}.d.ts`), mutant);
  }
  const pairs = mutants.map((_, index) => [`mutant-${index}`, "whole"] as const);
  const messages = await compareTypes(folder, pairs);
  const survivors = messages.flatMap((found, index) => (found.length === 0 ? [index] : []));
  expect(mutants.length).toBeGreaterThan(12);
  expect(survivors).toEqual([]);
});

/** For each depth of the file: one property made optional or required, one `readonly`, one of another type. */
function* mutate(text: string): Generator<string> {
  const lines = text.split("\n");
  const depths = new Set(lines.map((line) => /^ */.exec(line)?.[0].length ?? 0));
  const changes: readonly ((line: string) => string)[] = [
    (line) => (line.includes("?: ") ? line.replace("?: ", ": ") : line.replace(": ", "?: ")),
    (line) => line.replace(/^ */, "$&readonly "),
    (line) => line.replace(/: [^{]*;$/, ": symbol;"),
  ];
  for (const depth of depths) {
    const isProperty = (line: string): boolean =>
      new RegExp(`^ {${depth}}("[^"]*"|\\w+)\\??: [^{]*;$`).test(line);
    const index = lines.findIndex(isProperty);
    for (const change of index < 0 ? [] : changes) {
      yield lines.map((line, number) => (number === index ? change(line) : line)).join("\n");
    }
  }
}
