import { expect, test } from "vitest";
import { groupStatuses, printStatuses } from "./group-statuses.ts";

function group(contents: Readonly<Record<string, string>>): readonly (readonly string[])[] {
  const found = groupStatuses(Object.entries(contents), (content) =>
    content === "alone" ? undefined : content,
  );
  return found.map((each) => [each.content, ...printStatuses(each)]);
}

test("three statuses with the same content are one group, at the place of the first", () => {
  const contents = { 200: "pet", 400: "error", 404: "error", default: "error", "4XX": "other" };
  expect(group(contents)).toEqual([
    ["pet", "200"],
    ["error", "400", "404", '"default"'],
    ["other", '"4XX"'],
  ]);
});

test("two statuses with the same content stay apart, and so do contents that are never the same", () => {
  expect(group({ 400: "error", 404: "error" })).toHaveLength(2);
  expect(group({ 400: "alone", 404: "alone", 500: "alone" })).toHaveLength(3);
});
