import { expect, test } from "vitest";
import { schemaDocText } from "./schema-doc-text.ts";

const location = { file: "a.yaml", pointer: "" };

test("a comment tells what a type cannot: the format, and what is only written", () => {
  expect(schemaDocText({ location, format: "uuid", writeOnly: true }).notes).toEqual([
    "Format: uuid",
    "Write only",
  ]);
  expect(schemaDocText({ location, readOnly: true }).notes).toEqual([]);
});
