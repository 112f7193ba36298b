import { expect, test } from "vitest";
import { hostileTexts } from "../../../../test/hostile-texts.ts";
import { renderDocComment } from "./doc-comment.ts";

test("a short text is one line", () => {
  expect(renderDocComment({ description: "A pet." }, "  ")).toBe("  /** A pet. */\n");
});

test("paragraphs, notes and tags are set apart", () => {
  const comment = renderDocComment({
    summary: "Pet",
    description: "A pet.\n\nTwo lines.  ",
    notes: ["Format: uuid"],
    tags: [["default", "1"]],
    deprecated: true,
  });
  expect(comment).toBe(
    "/**\n * Pet\n *\n * A pet.\n *\n * Two lines.\n *\n * Format: uuid\n *\n * @deprecated\n * @default 1\n */\n",
  );
});

test("a repeated text is printed once, and an empty one makes no comment", () => {
  expect(renderDocComment({ summary: "Pet", description: "Pet" })).toBe("/** Pet */\n");
  expect(renderDocComment({ description: " " })).toBe("");
});

test("a hostile text stays in its comment", () => {
  for (const text of hostileTexts) {
    const comment = renderDocComment({
      description: `${text}\n${text}`,
      tags: [["example", text]],
    });
    expect(new Function(`const value =\n${comment} "after"; return value;`)(), comment).toBe(
      "after",
    );
  }
});
