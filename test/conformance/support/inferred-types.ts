import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createTemplates } from "../../../packages/specwright/src/emit/templates.ts";
import { emitTypes } from "../../../packages/specwright/src/emit/types/index.ts";
import { emitValidators } from "../../../packages/specwright/src/emit/validators/index.ts";
import type { Model } from "../../../packages/specwright/src/model/model.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/**
 * The components whose type differs between what the compiler infers of the emitted Zod and what is declared, each with
 * both types as the compiler prints them. `declared` is the document of the declarations, the same unless given.
 */
export function differingTypes(
  model: Model,
  declared: Model = model,
): Readonly<Record<string, string>> {
  const folder = createFolder();
  try {
    const context = { command: "specwright generate", render: createTemplates() };
    const files = [
      ...emitTypes({ ...context, model: declared }).files,
      ...emitValidators({ ...context, model }).files,
    ];
    for (const { path, content } of files) {
      // Without its declarations, and as TypeScript, the compiler has to infer the types of the code.
      const isInferred = path === "validators/components.js" || path === "validators/predicates.js";
      write(join(folder, isInferred ? path.replace(".js", ".inferred.ts") : path), content);
    }
    const names = [...model.components.schemas.keys()];
    write(join(folder, "compare.ts"), comparison(names));
    write(join(folder, "tsconfig.json"), JSON.stringify(configuration));
    return readErrors(compile(folder), names);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Inside of the workspace, so that the generated imports lead to its packages. */
function createFolder(): string {
  const cache = join(root, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  return mkdtempSync(join(cache, "inferred-"));
}

function write(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content.replaceAll("./predicates.js", "./predicates.inferred.ts"));
}

const configuration = {
  compilerOptions: {
    strict: true,
    noImplicitAny: false,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    target: "es2024",
    module: "nodenext",
    types: [],
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    customConditions: ["source"],
  },
  files: ["compare.ts"],
};

/** Unknown keys, which have no type of their own, and undefined, which stands for an absent property, are left out. */
function comparison(names: readonly string[]): string {
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

function compile(folder: string): string {
  try {
    execFileSync(join(root, "node_modules/.bin/tsc"), ["-p", folder, "--noErrorTruncation"], {
      encoding: "utf8",
    });
    return "";
  } catch (error) {
    // The compiler's exit code says that there are errors, which are what is asked for.
    return String((error as { stdout?: unknown }).stdout);
  }
}

function readErrors(output: string, names: readonly string[]): Record<string, string> {
  const lines = output.split("\n").filter((line) => line.includes("error TS"));
  const start = comparison(names)
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
