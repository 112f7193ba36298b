import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const files = readdirSync("docs/adr").filter((name) => /^\d{4}-.*\.md$/.test(name));

test("each ADR has a number of its own, in its name and its title", () => {
  const numbers = files.map((name) => name.slice(0, 4));
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
  const wrong = files.filter((name) => {
    const title = readFileSync(`docs/adr/${name}`, "utf8").split("\n", 1)[0] ?? "";
    return !title.startsWith(`# ${Number(name.slice(0, 4))}. `);
  });
  expect(wrong).toEqual([]);
});

test("the index links to each ADR by its title", () => {
  const index = readFileSync("docs/adr/README.md", "utf8");
  const missing = files.filter((name) => {
    const title = readFileSync(`docs/adr/${name}`, "utf8").split("\n", 1)[0]?.slice(2) ?? "";
    return !index.includes(`- [${title}](${name})\n`);
  });
  expect(missing).toEqual([]);
});

test("sections of docs/decisions.md that comments cite exist", () => {
  const sections: readonly string[] =
    readFileSync("docs/decisions.md", "utf8").match(/^## \d+(?=\. )/gm) ?? [];
  const cited = [
    "packages/platform/src",
    "packages/platform/test",
    "spec",
    "test/contract",
    "docs/adr",
  ]
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => /\.(?:ts|md|yaml)$/.test(name))
        .map((name) => readFileSync(`${folder}/${name}`, "utf8")),
    )
    .flatMap((text) => [...text.matchAll(/docs\/decisions\.md\s+(?:\* )?§(\d+)/g)])
    .map((found) => `## ${found[1]}`);
  expect(cited.length).toBeGreaterThan(40);
  expect([...new Set(cited)].filter((section) => !sections.includes(section))).toEqual([]);
});
