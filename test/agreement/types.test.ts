import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { types } from "../../packages/specwright/src/commands/types.ts";
import { resolveInRoot, specFile } from "../../scripts/support/paths.ts";
import { bundleTheDocument } from "../support/document.ts";
import { findNeed } from "../support/needs.ts";
import { compareTypes } from "./types/compare.ts";
import { findTypeDifferences } from "./types/differences.ts";
import { fixture, legacyFixture } from "./types/fixture.ts";

const folder = mkdtempSync(join(tmpdir(), "specwright-types-"));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, document: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(document));
  return path;
}

describe("the types are identical to openapi-typescript's", () => {
  test("for a document with everything that types depend on", async () => {
    expect(await findTypeDifferences(folder, write("fixture.json", fixture))).toEqual([]);
  });

  test("for OpenAPI 3.0", async () => {
    expect(await findTypeDifferences(folder, write("legacy.json", legacyFixture))).toEqual([]);
  });

  test("for a discriminator that only a member of allOf has", async () => {
    const named = {
      type: "object",
      required: ["kind"],
      properties: { kind: { type: "string" } },
      discriminator: { propertyName: "kind" },
    };
    const path = write("inline.json", {
      openapi: "3.1.0",
      info: { title: "a", version: "1" },
      components: { schemas: { Cat: { allOf: [named] } } },
    });
    expect(await findTypeDifferences(folder, path)).toEqual([]);
  });

  test("for our document, in many files and bundled", async () => {
    const { json } = await bundleTheDocument();
    const path = join(folder, "bundle.json");
    writeFileSync(path, json);
    expect(await findTypeDifferences(folder, path, resolveInRoot(specFile))).toEqual([]);
  });

  const corpus = findNeed("corpus");
  test.skipIf(corpus === undefined).each(["museum.yaml", "train-travel.yaml"])(
    "for %s",
    async (name) => {
      expect(await findTypeDifferences(folder, join(corpus ?? "", name))).toEqual([]);
    },
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
