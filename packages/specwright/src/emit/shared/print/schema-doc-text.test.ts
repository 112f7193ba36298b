import { expect, test } from "vitest";
import { writeSchemaDoc } from "./schema-doc-text.ts";

const location = { file: "a.yaml", pointer: "" };

test("a comment says what a type cannot: the format, and that a property is write-only", () => {
  expect(writeSchemaDoc({ location, format: "uuid", writeOnly: true }).notes).toEqual([
    "Format: uuid",
    "Write only",
  ]);
  expect(writeSchemaDoc({ location, readOnly: true }).notes).toEqual([]);
});
