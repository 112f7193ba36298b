import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Verdict, Verdicts } from "specwright";
import { changeKinds } from "../../packages/specwright/src/compare/kinds/change-kinds.ts";
import { resolveInRoot } from "../../scripts/support/paths.ts";

const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  module: "nodenext",
  target: "es2024",
  customConditions: ["source"],
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  types: ["node"],
};

/** Writes the `tsconfig.json` that `compileFolder` uses. It includes the files in all subfolders. */
export function writeSettings(folder: string): void {
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions, include: ["*/*.ts"] }),
  );
}

/**
 * Compiles with TypeScript 7.
 *
 * @returns the files with errors, such as `operation-removed/new-plain.ts`, with their first error
 */
export function compileFolder(folder: string): ReadonlyMap<string, string> {
  const tsc = resolveInRoot("node_modules/.bin/tsc");
  let output = "";
  try {
    execFileSync(tsc, ["-p", folder, "--pretty", "false", "--singleThreaded"], {
      cwd: folder,
      maxBuffer: 1e8,
    });
  } catch (error) {
    // The compiler exits with an error code when it finds errors, and prints them.
    output = String((error as { readonly stdout?: unknown }).stdout);
  }
  const errors = new Map<string, string>();
  for (const [, file = "", message = ""] of output.matchAll(
    /^(\S+?\.ts)\(\d+,\d+\): error (.*)$/gm,
  )) {
    errors.set(file, errors.get(file) ?? message);
  }
  return errors;
}

/**
 * Compares the verdicts of the table with the compiler's on old code and new types: in each folder of a change,
 * `new-plain.ts`, and `new-exhaustive.ts`, whose switches have to name every value.
 *
 * @param errors as `compileFolder` returns them
 * @param pickVerdict the verdict of the table
 * @param beyondTypes kinds of changes whose verdict does not concern the types
 * @returns a line for each difference
 */
export function compareVerdicts(
  errors: ReadonlyMap<string, string>,
  pickVerdict: (verdicts: Verdicts) => Verdict,
  beyondTypes: readonly (readonly [kinds: RegExp, reason: string])[],
): readonly string[] {
  return [...changeKinds.values()].flatMap(({ name, verdicts }) => {
    const [plain, exhaustive] = ["plain", "exhaustive"].map((each) =>
      errors.get(`${name}/new-${each}.ts`),
    );
    const found: Verdict =
      plain !== undefined ? "breaks" : exhaustive !== undefined ? "may break" : "works";
    const said = pickVerdict(verdicts);
    return said === found || beyondTypes.some(([kinds]) => kinds.test(name))
      ? []
      : [`${name}: the table says ${said}, the compiler ${found} (${plain ?? exhaustive ?? ""})`];
  });
}
