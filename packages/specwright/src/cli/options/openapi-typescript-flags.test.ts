import { expect, test } from "vitest";
import { normalizeTypesArguments } from "./openapi-typescript-flags.ts";

test.each([
  [
    ["--exportType", "a.yaml"],
    ["--export-type", "a.yaml"],
  ],
  [
    ["--enum=true", "--dedupe-enums", "true"],
    ["--enum", "--dedupe-enums"],
  ],
  [["--enum=false", "--immutable", "false", "--no-alphabetize"], []],
  [["--default-non-nullable", "false"], ["--default-non-nullable=false"]],
  [["--no-default-non-nullable"], ["--default-non-nullable=false"]],
  [
    ["--defaultNonNullable", "a.yaml"],
    ["--default-non-nullable=true", "a.yaml"],
  ],
  [
    ["types", "true", "-o", "--enum.ts", "--nope=1"],
    ["types", "true", "-o", "--enum.ts", "--nope=1"],
  ],
])("%j becomes %j", (args, expected) => {
  expect(normalizeTypesArguments(args)).toEqual(expected);
});
