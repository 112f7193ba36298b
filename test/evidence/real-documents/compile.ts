import { writeFile } from "node:fs/promises";
import { Failure } from "../../../scripts/support/failure.ts";
import { resolveInRoot } from "../../../scripts/support/paths.ts";
import { runCommand } from "../../../scripts/support/run.ts";

const compilers = ["node_modules", "test/peers/node_modules"];

/** Compiles all generated declarations with TypeScript 7 and 5.9. Returns the compilers' messages. */
export async function compileOutput(folder: string): Promise<readonly (readonly string[])[]> {
  const compilerOptions = {
    noEmit: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    target: "es2024",
    module: "nodenext",
    lib: ["es2024", "dom", "dom.iterable"],
    types: [],
  };
  const config = `${folder}/tsconfig.json`;
  await writeFile(`${folder}/package.json`, '{ "type": "module" }\n');
  await writeFile(config, JSON.stringify({ compilerOptions, include: ["out/**/*.d.ts"] }));
  const all: string[][] = [];
  for (const modules of compilers) {
    const args = [resolveInRoot(`${modules}/typescript/bin/tsc`), "-p", config];
    const text = await runCommand(process.execPath, args).catch((error: unknown) => {
      if (!(error instanceof Failure)) {
        throw error;
      }
      return error.message;
    });
    all.push(text.split("\n").filter((line) => line.includes("error TS")));
  }
  return all;
}
