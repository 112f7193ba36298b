import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Model } from "../../../packages/specwright/src/document/model/model.ts";
import { createTemplates } from "../../../packages/specwright/src/emit/shared/print/templates.ts";
import type { TypeOptions } from "../../../packages/specwright/src/emit/shared/typescript/type-options.ts";
import { emitTypesWith } from "../../../packages/specwright/src/emit/types/index.ts";
import { emitValidators } from "../../../packages/specwright/src/emit/validators/index.ts";
import { compile, makeWorkspaceFolder, strictOptions } from "./compile.ts";

/**
 * The components whose type inferred from the generated Zod code differs from the declared type, each with both types
 * as the compiler prints them. `declared` is the document of the declarations, by default the same one. `options` are
 * the options of the declared types.
 */
export function findDifferingTypes(
  model: Model,
  declared: Model = model,
  options: TypeOptions = {},
): Readonly<Record<string, string>> {
  const folder = makeWorkspaceFolder();
  try {
    const context = { command: "specwright generate", render: createTemplates() };
    const files = [
      ...emitTypesWith({ ...context, model: declared }, options).files,
      ...emitValidators({ ...context, model }).files,
    ];
    for (const { path, content } of files) {
      // As TypeScript without its declarations, so that the compiler has to infer the types.
      const isInferred = path === "validators/components.js";
      write(join(folder, isInferred ? path.replace(".js", ".inferred.ts") : path), content);
    }
    const names = [...model.components.schemas.keys()];
    write(join(folder, "compare.ts"), writeTypeComparison(names));
    write(join(folder, "tsconfig.json"), JSON.stringify(configuration));
    return readErrors(compile(folder), names);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function write(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

const configuration = {
  ...strictOptions,
  // The generated code is JavaScript and is compiled without its declarations.
  compilerOptions: { ...strictOptions.compilerOptions, noImplicitAny: false, skipLibCheck: true },
  files: ["compare.ts"],
};

/**
 * Code that compares the types. It ignores unknown keys, which the declared types do not have, and undefined for absent
 * properties.
 */
function writeTypeComparison(names: readonly string[]): string {
  return `
import type * as z from "zod";
import type { components } from "./types/index.js";
import { schemas } from "./validators/components.inferred.ts";

type Known<T> = T extends readonly (infer Item)[]
  ? Known<Item>[]
  : T extends object
    ? { [K in keyof T as string extends K ? (unknown extends T[K] ? never : K) : K]: Known<Exclude<T[K], undefined>> }
    : T;
type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : [A, B];
type Inferred = { [K in keyof typeof schemas]: Known<z.output<(typeof schemas)[K]>> };
type Declared = { [K in keyof components["schemas"]]: Known<components["schemas"][K]> };

${names
  .map((name, index) => {
    const key = JSON.stringify(name);
    return `export const of${index}: Same<Inferred[${key}], Declared[${key}]> = true;\n`;
  })
  .join("")}`;
}

function readErrors(output: string, names: readonly string[]): Record<string, string> {
  const lines = output.split("\n").filter((line) => line.includes("error TS"));
  const start = writeTypeComparison(names)
    .split("\n")
    .findIndex((line) => line.startsWith("export const"));
  const differences: Record<string, string> = {};
  for (const line of lines) {
    const [, number, message = ""] =
      /compare\.ts\((\d+),\d+\): error TS2322: (.*)/.exec(line) ?? [];
    const name = names[Number(number) - 1 - start];
    if (name === undefined) {
      throw new Error(`The compiler complains about something else: ${line}`);
    }
    differences[name] = message;
  }
  return differences;
}
