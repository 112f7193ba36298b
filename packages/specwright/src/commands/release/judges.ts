import { createDiagnosticError } from "../../diagnostic.ts";
import { isObject } from "../../json-object.ts";
import { findPackage } from "../packages/find-package.ts";
import { runTool, type Tool } from "../packages/run-tool.ts";
import { readConfigurationFile, readObject } from "../settings/configuration.ts";

/** The step of a release in which a program judges it. */
export type Judge = "lint" | "publint" | "attw";

/** The programs that check a release, by the name of their step. A project installs the ones that it wants to use. */
const judges: Readonly<Record<Judge, Tool>> = {
  lint: { command: "lint", package: "@redocly/cli", program: "redocly" },
  publint: { command: "release", package: "publint", program: "publint" },
  attw: { command: "release", package: "@arethetypeswrong/cli", program: "attw" },
};

/** The judges that the release of an API runs without, each with the reason and what to do. */
export function findMissingJudges(
  api: string,
  folder: string,
): Readonly<Partial<Record<Judge, string>>> {
  const missing = Object.entries(judges)
    .filter(([, tool]) => findPackage(tool.package, folder) === undefined)
    .map(([judge, tool]) => [
      judge,
      `${tool.package} is not installed (\`npm install --save-dev ${tool.package}\`)`,
    ]);
  // Redocly fails without rules.
  const rules = hasLintRules(api, folder)
    ? {}
    : { lint: "redocly.yaml has no rules (`extends: [recommended]` in it adds some)" };
  return { ...rules, ...Object.fromEntries(missing) };
}

/** Returns whether the configuration has rules of Redocly, for all APIs or for this one. */
function hasLintRules(api: string, folder: string): boolean {
  const root = readConfigurationFile(folder);
  // Such as `extends`, `rules` and `oas3_1Rules`.
  return [root, readObject(root, "apis")[api]].some(
    (part) => isObject(part) && Object.keys(part).some((key) => /^extends$|rules$/i.test(key)),
  );
}

/**
 * Runs a judge, whose report goes to standard error.
 *
 * @param onStep Called with its command.
 * @throws DiagnosticError when it finds problems
 */
export async function judge(
  name: Judge,
  args: readonly string[],
  folder: string,
  onStep: (line: string) => void,
): Promise<void> {
  const tool = judges[name];
  onStep(`${tool.program} ${args.join(" ")}`);
  const code = await runTool(tool, args, folder, "error");
  if (code !== 0) {
    throw createDiagnosticError({
      code: "not-releasable",
      message: `${tool.package} found problems. Its report above lists them.`,
      fix: "Correct them, commit, and release again.",
    });
  }
}
