import { expect, test } from "vitest";
import { parseTestWords } from "./test-words.ts";

test.each([
  [[], "test", true, ["run", "--run"]],
  [["--resume", "--write"], "test", true, ["run", "--run"]],
  [["--extras"], "extras", true, ["related", "test/support/needs.ts", "--run"]],
  [["--extras", "test/docs"], "extras", false, ["run", "--run", "test/docs"]],
  [["--long", "--changed", "abc"], "long", false, ["run", "--run", "--changed", "abc"]],
  [["--long", "-t", "a title"], "long", false, ["run", "--run", "-t", "a title"]],
])("%j is a run of a tier, whole or of some files", (words, tier, isWhole, expected) => {
  const asked = parseTestWords(words);
  expect([asked.tier, asked.isWhole, asked.words]).toEqual([tier, isWhole, expected]);
});

test("files are told from the other words, and npm test writes only when it is asked to", () => {
  const words = ["--long", "test/docs", "--changed", "abc", "--resume"];
  expect(parseTestWords(words)).toMatchObject({
    filter: ["test/docs"],
    flags: ["--changed", "abc"],
    resumes: true,
    writes: true,
  });
  expect(parseTestWords(["-t", "a title"]).resultsFolder).toMatch(/test-some$/);
  expect(parseTestWords([])).toMatchObject({ resumes: false, writes: false });
  expect(parseTestWords(["--write"]).writes).toBe(true);
});
