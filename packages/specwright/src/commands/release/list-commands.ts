import type { ConfiguredApi } from "../settings/configuration.ts";
import { toShellWord } from "../settings/portable-command.ts";
import { findMissingJudges } from "./judges.ts";
import { findRegistryTag } from "./next-version.ts";
import type { PlannedPackage, ReleasePlan } from "./plan.ts";

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
  const missing = findMissingJudges(api.name, folder);
  const files = released.map(namePackedFile);
  const tags = released.map(nameTag).map(toShellWord);
  return {
    commands: [
      ...(missing.lint === undefined ? [`specwright lint ${toShellWord(api.name)}`] : []),
      ...released.map(({ target }) => `npm pack ${target}`),
      ...(missing.publint === undefined ? files.map((file) => `publint run ${file} --strict`) : []),
      ...(missing.attw === undefined ? files.map((file) => `attw ${file} --profile esm-only`) : []),
      ...released.map((planned) => `npm publish ${namePackedFile(planned)}${showTag(planned)}`),
      ...tags.map((tag) => `git tag ${tag}`),
      `git push origin ${tags.join(" ")}`,
      ...(api.docs === undefined ? [] : [`specwright docs ${toShellWord(api.name)}`]),
    ],
    skipped: Object.entries(missing).map(([step, reason]) => `${step}: ${reason}`),
  };
}

function showTag({ next = "" }: PlannedPackage): string {
  const tag = findRegistryTag(next);
  return tag === undefined ? "" : ` --tag ${tag}`;
}

/** The file that `npm pack` makes of a package. */
export function namePackedFile({ name, next }: Pick<PlannedPackage, "name" | "next">): string {
  return `${name.replace(/^@/, "").replaceAll("/", "-")}-${next}.tgz`;
}

/** The tag of a released package. */
export function nameTag({ name, next }: Pick<PlannedPackage, "name" | "next">): string {
  return `${name}@${next}`;
}
