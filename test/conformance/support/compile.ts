import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Makes a folder inside the workspace, so that generated imports find its packages. The caller removes it. */
export function makeWorkspaceFolder(): string {
  const cache = join(root, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  return mkdtempSync(join(cache, "compile-"));
}

/** The compiler options for generated code. */
export const strictOptions = {
  compilerOptions: {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    target: "es2024",
    module: "nodenext",
    types: [],
    allowImportingTsExtensions: true,
    customConditions: ["source"],
  },
} as const;

/** The compiler's messages for the `tsconfig.json` of a folder; empty when all is well. */
export function compile(folder: string): string {
  try {
    execFileSync(
      join(root, "node_modules/.bin/tsc"),
      ["-p", folder, "--noErrorTruncation", "--singleThreaded"],
      {
        encoding: "utf8",
      },
    );
    return "";
  } catch (error) {
    // The compiler exits with an error code when it finds errors. They are the result.
    return String((error as { stdout?: unknown }).stdout);
  }
}
