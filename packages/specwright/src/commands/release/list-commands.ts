import { findPackage } from "../packages/find-package.ts";
import type { ConfiguredApi } from "../settings/configuration.ts";
import { shellWord } from "../settings/portable-command.ts";
import type { PlannedPackage, ReleasePlan } from "./plan.ts";

/** Programs that a release runs when the project has them. */
const judges = [
  { name: "@redocly/cli", step: "lint" },
  { name: "publint", step: "publint" },
  { name: "@arethetypeswrong/cli", step: "attw" },
] as const;

/** The commands of a release in the order in which they run, and the steps for which the project lacks the program. */
export function listCommands(
  api: ConfiguredApi,
  packages: readonly PlannedPackage[],
  folder: string,
): Pick<ReleasePlan, "commands" | "skipped"> {
  const released = packages.filter(({ next }) => next !== undefined);
  if (released.length === 0) {
    return { commands: [], skipped: [] };
  }
  const has = (name: string): boolean => findPackage(name, folder) !== undefined;
  const files = released.map(namePackedFile);
  const tags = released.map(nameTag).map(shellWord);
  return {
    commands: [
      ...(has("@redocly/cli") ? [`specwright lint ${shellWord(api.name)}`] : []),
      ...released.map(({ target }) => `npm pack ${target}`),
      ...(has("publint") ? files.map((file) => `publint run ${file} --strict`) : []),
      ...(has("@arethetypeswrong/cli")
        ? files.map((file) => `attw ${file} --profile esm-only`)
        : []),
      ...files.map((file) => `npm publish ${file}`),
      ...tags.map((tag) => `git tag ${tag}`),
      `git push origin ${tags.join(" ")}`,
      ...(api.docs === undefined ? [] : [`specwright docs ${shellWord(api.name)}`]),
    ],
    skipped: judges
      .filter(({ name }) => !has(name))
      .map(({ name, step }) => `${step}: ${name} is not installed`),
  };
}

/** The file that `npm pack` makes of a package. */
export function namePackedFile({ name, next }: Pick<PlannedPackage, "name" | "next">): string {
  return `${name.replace(/^@/, "").replaceAll("/", "-")}-${next}.tgz`;
}

/** The tag of a released package. */
export function nameTag({ name, next }: Pick<PlannedPackage, "name" | "next">): string {
  return `${name}@${next}`;
}
