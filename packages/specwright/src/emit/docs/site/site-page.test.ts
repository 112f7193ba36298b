import { expect, test } from "vitest";
import { takeSummary } from "./site-page.ts";

test("a summary is the first paragraph without marks, and names keep their underscores", () => {
  expect(takeSummary("The `next_cursor` of **the** _page_ [before](a.md).\n\nMore.")).toBe(
    "The next_cursor of the page before.",
  );
});

test("a summary that is too long ends with a whole word", () => {
  expect(takeSummary("one two three four", 14)).toBe("one two...");
  expect(takeSummary("one two three", 13)).toBe("one two three");
});
