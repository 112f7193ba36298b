import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { resolveInRoot } from "../../../scripts/support/paths.ts";

/** The types of openapi-typescript 7.13 for a document, written to a file. */
export async function writePeerTypes(
  document: string,
  output: string,
  flags: readonly string[] = [],
): Promise<void> {
  const cli = resolveInRoot("test/peers/node_modules/openapi-typescript/bin/cli.js");
  const args = [cli, document, "-o", output, ...flags];
  // Run in the folder of the output, because openapi-typescript reads the redocly.yaml of its working folder.
  const { code, printed } = await run(process.execPath, args, dirname(output));
  if (code !== 0) {
    throw new Error(`openapi-typescript failed: ${printed}`);
  }
}

/** The options of openapi-typescript's function for flags of its command line. */
const toOptions = (flags: readonly string[]): Readonly<Record<string, boolean>> =>
  Object.fromEntries(
    flags.map((flag) => {
      const [name = "", value] = flag.replace(/^--/, "").split("=");
      const key = name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
      return [key, value !== "false"];
    }),
  );

/**
 * The types by openapi-typescript's function, which is faster than its command. With deduplicated enums, the function
 * keeps state between calls.
 */
export async function printPeerTypes(
  document: string,
  flags: readonly string[] = [],
): Promise<string> {
  const path = resolveInRoot("test/peers/node_modules/openapi-typescript/dist/index.mjs");
  const { default: openapiTS, astToString } = await import(path);
  const nodes = await openapiTS(pathToFileURL(document), { silent: true, ...toOptions(flags) });
  return astToString(nodes);
}

/**
 * Compares declaration files by the compiler, all in one run.
 *
 * @param pairs Names of files in the folder, without `.d.ts`, and more types to compare than those that every file has:
 * these are expressions in which `@` stands for the file.
 * @param tolerated Messages about the declarations themselves which are ignored.
 * @returns For each pair, the compiler's messages, which name the differences; empty when the types are identical.
 */
export async function compareTypes(
  folder: string,
  pairs: readonly (readonly [left: string, right: string, more?: readonly string[]])[],
  tolerated?: RegExp,
): Promise<readonly (readonly string[])[]> {
  const files = pairs.map(([left, right, more], index) => {
    writeFileSync(join(folder, `compare-${index}.ts`), writeComparison(left, right, more));
    return `compare-${index}.ts`;
  });
  const lines = await compile(folder, files);
  const messages = files.map((file) => lines.filter((line) => line.includes(file)));
  const others = lines.filter(
    (line) => !files.some((file) => line.includes(file)) && tolerated?.test(line) !== true,
  );
  if (others.length > 0) {
    throw new Error(`The declarations do not compile:\n${others.join("\n")}`);
  }
  return messages;
}

/** Compiles files of a folder; the compiler's messages by file. */
export async function compileEach(
  folder: string,
  files: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const groupByFile = (lines: readonly string[]): [string, string[]][] =>
    files.map((file) => [file, lines.filter((line) => line.includes(`/${file}(`))]);
  const first = new Map(groupByFile(await compile(folder, files)));
  // A syntax error keeps the compiler from checking the other files.
  const parsed = files.filter((file) => first.get(file)?.length === 0);
  const isWhole = parsed.length === files.length;
  const second = new Map(groupByFile(isWhole ? [] : await compile(folder, parsed)));
  return new Map(
    files.map((file) => [file, [...(first.get(file) ?? []), ...(second.get(file) ?? [])]]),
  );
}

function compile(folder: string, files: readonly string[]): Promise<readonly string[]> {
  return runCompiler(
    resolveInRoot("node_modules/typescript/bin/tsc"),
    folder,
    files,
    compilerOptions,
  );
}

/**
 * Compiles files of a folder that may import the runtime's sources.
 *
 * @param compiler the path of a `tsc`
 * @returns its messages; none when everything compiles
 */
export async function runCompiler(
  compiler: string,
  folder: string,
  files: readonly string[],
  options: object = withRuntime,
): Promise<readonly string[]> {
  const configuration = { compilerOptions: options, files };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(configuration));
  const args = [compiler, "-p", folder, "--pretty", "false"];
  const { code, printed } = await run(process.execPath, args);
  const messages = printed.split("\n").filter((line) => line.includes("error TS"));
  return code !== 0 && messages.length === 0 ? [printed] : messages;
}

/** Without `exactOptionalPropertyTypes`, `a?: string` and `a?: string | undefined` would count as equal. */
const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  // But not those that come with the compiler.
  skipDefaultLibCheck: true,
  noEmit: true,
  target: "es2024",
  module: "nodenext",
  types: [],
};

const withRuntime = {
  ...compilerOptions,
  noUncheckedIndexedAccess: true,
  // The runtime may not be built, so its sources are used instead of its declarations.
  customConditions: ["source"],
  allowImportingTsExtensions: true,
  lib: ["es2024"],
  types: ["node"],
};

/** Code that compiles only if the types are identical for the compiler, including `readonly` and `?`. */
function writeComparison(left: string, right: string, more: readonly string[] = []): string {
  const roots = ["paths", "webhooks", "components", "operations"];
  const kinds = ["schemas", "responses", "parameters", "requestBodies", "headers", "pathItems"];
  const wholes = [...roots, ...kinds.map((kind) => `components["${kind}"]`)];
  const types = [...wholes.map((whole) => `@.${whole}`), ...more];
  const lines = types.map((type) => {
    const [a, b] = [type.replaceAll("@", "Left"), type.replaceAll("@", "Right")];
    return `identical<${a}, ${b}>(true);\nnone<Differences<${a}, ${b}>>();`;
  });
  return `import type * as Left from "./${left}.js";
import type * as Right from "./${right}.js";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Both<A, B> = [Equal<A, B>, Equal<B, A>] extends [true, true] ? true : false;
type Differences<A, B> = {
  [K in keyof A | keyof B]: K extends keyof A & keyof B ? (Both<A[K], B[K]> extends true ? never : K) : K;
}[keyof A | keyof B];
declare function identical<A, B>(yes: Both<A, B>): void;
declare function none<T extends never>(): T;

${lines.join("\n")}
`;
}

function run(
  command: string,
  args: readonly string[],
  cwd?: string,
): Promise<{ code: number; printed: string }> {
  return new Promise((resolve) => {
    execFile(command, [...args], { cwd, maxBuffer: 1 << 28 }, (error, stdout, stderr) => {
      const code = typeof error?.code === "number" ? error.code : error === null ? 0 : 1;
      resolve({ code, printed: stdout + stderr });
    });
  });
}
