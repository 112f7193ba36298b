import { createRequire } from "node:module";
import { createDiagnosticError } from "../../diagnostic.ts";

/**
 * Loads a package that only some documents need, so that specwright does not install it. It is loaded when it is needed: `import()`
 * would make every function that reads a document asynchronous.
 *
 * @param need what needs it, as the beginning of a sentence
 * @param together the packages to install, if it is of no use alone
 * @throws DiagnosticError when it is not installed
 */
export function requirePackage(
  name: string,
  need: string,
  together: readonly string[] = [name],
): unknown {
  try {
    return createRequire(import.meta.url)(name);
  } catch (error) {
    if (Object(error).code !== "MODULE_NOT_FOUND") {
      throw error;
    }
    throw createDiagnosticError({
      code: "missing-tool",
      message: `${need} the package ${name}, which is not installed.`,
      fix: `Run \`npm install --save-dev ${together.join(" ")}\`, then the same command again.`,
    });
  }
}
