import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inRoot } from "../../../scripts/support/paths.ts";

/** The types of openapi-typescript 7.13 for a document, written to a file. */
export async function writePeerTypes(
  document: string,
  output: string,
  flags: readonly string[] = [],
): Promise<void> {
  const cli = inRoot("test/peers/node_modules/openapi-typescript/bin/cli.js");
  const args = [cli, document, "-o", output, ...flags];
  // In a folder of its own, because it would read the redocly.yaml of the working folder.
  const { code, printed } = await run(process.execPath, args, dirname(output));
  if (code !== 0) {
    throw new Error(`openapi-typescript failed: ${printed}`);
  }
}

/**
 * Compares declaration files by the compiler, all in one run.
 *
 * @param pairs Names of files in the folder, without `.d.ts`.
 * @returns For each pair the compiler's messages, which name what differs; none when the types are identical.
 */
export async function compareTypes(
  folder: string,
  pairs: readonly (readonly [left: string, right: string])[],
): Promise<readonly (readonly string[])[]> {
  const files = pairs.map(([left, right], index) => {
    writeFileSync(join(folder, `compare-${index}.ts`), comparison(left, right));
    return `compare-${index}.ts`;
  });
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  const { printed } = await run(inRoot("node_modules/.bin/tsc"), [
    "-p",
    folder,
    "--pretty",
    "false",
  ]);
  const lines = printed.split("\n").filter((line) => line.includes("error TS"));
  const messages = files.map((file) => lines.filter((line) => line.includes(file)));
  const others = lines.filter((line) => !files.some((file) => line.includes(file)));
  if (others.length > 0) {
    throw new Error(`The declarations do not compile:\n${others.join("\n")}`);
  }
  return messages;
}

/** Without `exactOptionalPropertyTypes`, `a?: string` and `a?: string | undefined` would count as equal. */
const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  noEmit: true,
  target: "es2024",
  module: "nodenext",
  types: [],
};

/** Identity as the compiler itself decides it, in both directions; `readonly` and `?` count. */
function comparison(left: string, right: string): string {
  const roots = ["paths", "webhooks", "components", "operations"];
  const kinds = ["schemas", "responses", "parameters", "requestBodies", "headers", "pathItems"];
  const wholes = [...roots, ...kinds.map((kind) => `components["${kind}"]`)];
  return `import type * as Left from "./${left}.js";
import type * as Right from "./${right}.js";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Both<A, B> = [Equal<A, B>, Equal<B, A>] extends [true, true] ? true : false;
type Differences<A, B> = {
  [K in keyof A | keyof B]: K extends keyof A & keyof B ? (Both<A[K], B[K]> extends true ? never : K) : K;
}[keyof A | keyof B];
declare function identical<A, B>(yes: Both<A, B>): void;
declare function none<T extends never>(): T;

${wholes.map((whole) => `identical<Left.${whole}, Right.${whole}>(true);\nnone<Differences<Left.${whole}, Right.${whole}>>();`).join("\n")}
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
