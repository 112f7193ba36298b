import { expect, test } from "vitest";
import { printAnswerTable } from "./print-answer-table.ts";

test("dates and long integers of converted answers are cells like texts and numbers", () => {
  const at = new Date(0);
  expect(printAnswerTable([{ id: 9007199254740993n, at, tags: ["a"] }])).toBe(
    "id                at\n9007199254740993  1970-01-01T00:00:00.000Z\n",
  );
  expect(printAnswerTable({ at })).toBe("at  1970-01-01T00:00:00.000Z\n");
});
