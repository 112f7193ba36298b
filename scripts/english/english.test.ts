import { describe, expect, test } from "vitest";
import { withoutAllowed } from "./collect-hits.ts";
import { findHitsIn } from "./find-hits.ts";
import { patterns } from "./patterns.ts";
import { readSentences } from "./read-sentences.ts";

const texts = (path: string, content: string): string[] =>
  readSentences(path, content).map(({ line, text }) => `${line}: ${text}`);

describe("the sentences of a file", () => {
  test("are those of comments and messages of code, with their lines", () => {
    const code = `/**
 * Reads a file.
 * It may be \`large\`.
 *
 * @param path what is read
 */
const a = "not a key"; // One line
// and the next.
const b = /"none of it"/.test("key") ? \`A \${c ? "value in a template" : 'x'} is missing.\` : 1 / 2;
`;
    expect(texts("x.ts", code)).toEqual([
      "2: Reads a file.",
      "3: It may be ….",
      "5: what is read",
      "7: not a key",
      "7: One line and the next.",
      "9: A … is missing.",
      "9: value in a template",
    ]);
  });

  test("of tests are titles and comments, and no other strings", () => {
    const code = `
test("text in a title", () => load("text of a document")); // A comment.
test.each([["a", "text of a case"]])("%s is a case", () => {});`;
    expect(texts("x.test.ts", code)).toEqual([
      "2: Text in a title",
      "2: A comment.",
      "3: %s is a case",
    ]);
  });

  test("of Markdown leave code out, and know lists and tables", () => {
    const page = "# Title\n\n- one thing. Another\n\n```ts\n// no\n```\n| a cell | b |\n";
    expect(texts("x.md", page)).toEqual([
      "1: Title",
      "3: one thing.",
      "3: Another",
      "8: a cell",
      "8: b",
    ]);
  });

  test("of YAML are its values and comments", () => {
    expect(texts("x.yaml", "# Why.\na:\n  description: A name. It ends.\n")).toEqual([
      "1: Why.",
      "3: A name.",
      "3: It ends.",
    ]);
  });
});

const findPatterns = (sentence: string): string[] =>
  findHitsIn("x.md", sentence).map(({ pattern }) => pattern);

describe("a sentence", () => {
  // The cases are lists of words. As sentences they would be hard to read.
  const cases = [
    { words: ["is", "no"], pattern: "negation" },
    { words: ["is", "no", "longer"], pattern: "negation" },
    { words: ["was", "none"], pattern: "negation" },
    { words: ["is", "but"], pattern: "negation" },
    { words: ["telling"], pattern: "reporting-verb" },
    { words: ["has", "the", "end", "of", "what"], pattern: "stacked-clauses" },
    { words: ["which", "has", "a", "part", "that", "says", "whose"], pattern: "stacked-clauses" },
    { words: ["stands", "in"], pattern: "archaic-word" },
    { words: ["is", "to", "be"], pattern: "archaic-word" },
    { words: ["goes", "on"], pattern: "archaic-word" },
  ];

  test.each(cases)("with the words $words has the pattern $pattern", ({ words, pattern }) => {
    expect(findPatterns(`A list ${words.join(" ")} file.`)).toEqual([pattern]);
  });

  test.each(["What", "Whether", "Those", "Where"])(
    "that begins with %s as a noun is hard to read",
    (word) => {
      expect(findPatterns(`${word} lists hold.`)).toEqual(["noun-clause"]);
    },
  );

  test("can have several patterns", () => {
    const words = cases.flatMap((each) => each.words);
    expect(findPatterns(["Those", ...words].join(" "))).toEqual(patterns.map(({ name }) => name));
  });

  test.each([
    "A ping is not an event.",
    "What to do: choose another port.",
    "Who may call it?",
    "Where a collector is configured, calls are spans.",
    "It reports what is wrong.",
    "`*` stands for any name, and the server goes on serving.",
  ])("%s is fine", (sentence) => {
    expect(findPatterns(sentence)).toEqual([]);
  });

  test("may name a limit with `no more than`", () => {
    expect(findPatterns(["The limit", "is", "no more than ten."].join(" "))).toEqual([]);
  });
});

test("an allowed sentence does not count, and one that is not a hit any more is reported", () => {
  const hits = findHitsIn("x.md", "There is no way. There is no end.");
  const allowed = { "x.md": ["There is no way", "It is but"] };
  const counted = withoutAllowed(hits, allowed);
  expect(counted.hits.map(({ text }) => text)).toEqual(["There is no end."]);
  expect(counted.unused).toEqual(["x.md: It is but"]);
});
