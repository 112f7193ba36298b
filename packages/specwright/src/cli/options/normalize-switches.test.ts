import { Command } from "commander";
import { expect, test } from "vitest";
import { addGenerate } from "../commands/generate.ts";
import { addTypes } from "../commands/types.ts";
import { normalizeSwitches } from "./normalize-switches.ts";

function normalize(add: typeof addTypes, args: readonly string[]): readonly string[] {
  const program = new Command();
  add(program, () => {});
  return normalizeSwitches(args, program.commands[0] ?? program);
}

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
])("types: %j becomes %j", (args, expected) => {
  expect(normalize(addTypes, args)).toEqual(expected);
});

test.each([
  [["--read-write-split=false"], ["--no-read-write-split"]],
  [
    ["--no-read-write-split", "api.yaml"],
    ["--no-read-write-split", "api.yaml"],
  ],
  [["--defaultNonNullable", "true", "--check", "false"], ["--default-non-nullable"]],
  [
    ["--factory", "createPets", "--no-templates"],
    ["--factory", "createPets", "--no-templates"],
  ],
])("generate: %j becomes %j", (args, expected) => {
  expect(normalize(addGenerate, args)).toEqual(expected);
});
