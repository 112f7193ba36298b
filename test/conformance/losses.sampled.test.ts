import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { generate } from "../../packages/specwright/src/commands/generate.ts";
import { findNeed } from "../support/needs.ts";
import { chooseAmount } from "../support/samples.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const corpus = findNeed("corpus");
const folder = mkdtempSync(join(tmpdir(), "losses-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function generateLossCodes(document: string): Promise<string[]> {
  const { losses } = await generate({ document, out: join(folder, "out") });
  return [...new Set(losses.map(({ code }) => code))].sort();
}

test("generated code carries everything in our document but texts that redocly.yaml accepts", async () => {
  const document = join(root, "spec/openapi.yaml");
  const { losses } = await generate({ document, out: join(folder, "out") });
  const found = losses.map(({ code, detail }) => `${code}:${detail}`);
  // An empty list of filters means no filter. The fields of any webhook's form arrive as texts.
  expect([...new Set(found)].toSorted()).toEqual([
    "text-not-distinct:empty",
    "text-not-distinct:untyped",
  ]);
});

const found: Readonly<Record<string, readonly string[]>> = {
  "museum.yaml": [],
  "train-travel.yaml": ["format-not-enforced", "unchecked-body", "xml-not-carried"],
  "github.json": [
    "discriminator-not-enforced",
    "format-not-enforced",
    "text-not-distinct",
    "unchecked-body",
  ],
  "digitalocean/DigitalOcean-public.v2.yaml": [
    "default-in-alternative",
    "discriminator-not-enforced",
    "format-not-enforced",
    "server-not-carried",
    "text-not-distinct",
  ],
};

test.skipIf(corpus === undefined).each(Object.entries(found).slice(0, chooseAmount(2, 4)))(
  "each kind of loss of %s is one that docs/losses.md gives a reason for",
  async (name, codes) => {
    const reasons = readFileSync(join(root, "docs/losses.md"), "utf8");
    expect(await generateLossCodes(join(corpus ?? "", name))).toEqual(codes);
    for (const code of codes) {
      expect(reasons).toContain(`| \`${code}\` |`);
    }
  },
);
