import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const files = readdirSync("docs/adr").filter((name) => name.endsWith(".md"));

test("each ADR has a number of its own, in its name and its title", () => {
  const numbers = files.map((name) => name.slice(0, 4));
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
  const wrong = files.filter((name) => {
    const title = readFileSync(`docs/adr/${name}`, "utf8").split("\n", 1)[0] ?? "";
    return !title.startsWith(`# ${Number(name.slice(0, 4))}. `);
  });
  expect(wrong).toEqual([]);
});
