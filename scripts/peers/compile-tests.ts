import { join, relative } from "node:path";
import { inRoot, root } from "../support/paths.ts";
import { runCommand } from "../support/run.ts";

/** The errors that the compiler finds in the tests, by both of openapi-fetch's configurations. */
export async function compileTests(folder: string): Promise<readonly string[]> {
  const errors: string[] = [];
  for (const name of ["tsconfig.json", "tsconfig.loose.json"]) {
    const args = ["-p", join(folder, name), "--pretty", "false"];
    const printed = await runCommand(inRoot("node_modules/.bin/tsc"), args).catch(
      // The compiler ends with another code than 0 when it finds errors, and prints them.
      (error: unknown) => String(error),
    );
    const lines = printed.split("\n").map((line) => line.replace(/^Failure: /, ""));
    errors.push(...lines.map((line) => line.replace(`${relative(root, folder)}/`, "")));
  }
  // Our sources are compiled beside them, as strictly as the tests; what is published are declarations.
  return [
    ...new Set(errors.filter((line) => line.startsWith("test/") && line.includes("error TS"))),
  ];
}
