import { join, relative } from "node:path";
import { resolveInRoot, root } from "../../../scripts/support/paths.ts";
import { runCommand } from "../../../scripts/support/run.ts";

/** Compiles the tests with both of openapi-fetch's configurations. Returns the errors. */
export async function compileTests(folder: string): Promise<readonly string[]> {
  const errors: string[] = [];
  for (const name of ["tsconfig.json", "tsconfig.loose.json"]) {
    const args = ["-p", join(folder, name), "--pretty", "false"];
    const printed = await runCommand(resolveInRoot("node_modules/.bin/tsc"), args).catch(
      // The compiler exits with an error code when it finds errors, and prints them.
      (error: unknown) => String(error),
    );
    const lines = printed.split("\n").map((line) => line.replace(/^Failure: /, ""));
    errors.push(...lines.map((line) => line.replace(`${relative(root, folder)}/`, "")));
  }
  // Ignore errors in our sources: they are compiled with the options of the tests here, but users get declarations.
  return [
    ...new Set(errors.filter((line) => line.startsWith("test/") && line.includes("error TS"))),
  ];
}
