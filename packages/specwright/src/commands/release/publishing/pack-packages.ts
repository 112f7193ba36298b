import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isObject } from "../../../json-object.ts";
import { createNpmError, runNpm } from "../../packages/npm.ts";
import { downloadPackage } from "../../packages/published-package.ts";
import { renderChangelog } from "../changelog.ts";
import { readCommitDate } from "../git.ts";
import type { PlannedPackage } from "../plan.ts";
import type { StagedPackages } from "../stage-packages.ts";

/** A package that gets a new version. */
export type ReleasedPackage = PlannedPackage & { readonly next: string };

/** A package as it is published. */
export interface PackedPackage {
  readonly planned: ReleasedPackage;
  /** The path of the tarball. */
  readonly file: string;
  /** As npm computes it, such as `sha512-…`. */
  readonly integrity: string;
}

/**
 * Writes the changelogs of staged packages and packs them with one run of npm.
 *
 * @param links The addresses of operations in the reference, for the changelogs.
 * @throws DiagnosticError when npm cannot pack them
 */
export function packPackages(
  released: readonly ReleasedPackage[],
  staged: StagedPackages,
  links: ReadonlyMap<string, string>,
  folder: string,
): readonly PackedPackage[] {
  const date = readCommitDate(folder);
  const places = released.map((planned) => {
    const place = join(staged.folder, planned.target);
    const text = renderChangelog(planned, readPublishedChangelog(planned, folder), date, links);
    writeFileSync(join(place, "CHANGELOG.md"), text);
    return `${place}/`;
  });
  const into = join(staged.folder, "packed");
  mkdirSync(into, { recursive: true });
  const { value, problem } = runNpm(["pack", ...places, "--pack-destination", into], folder);
  const made: readonly unknown[] = Array.isArray(value) ? value : [];
  return released.map((planned, index) => {
    const entry = made[index];
    if (problem !== undefined || !isObject(entry)) {
      const unknown = { code: "unknown", text: "npm printed no file" };
      throw createNpmError("The packages cannot be packed", problem ?? unknown);
    }
    return {
      planned,
      file: join(into, String(entry.filename)),
      integrity: String(entry.integrity),
    };
  });
}

function readPublishedChangelog(
  { name, last }: PlannedPackage,
  folder: string,
): string | undefined {
  return last === undefined
    ? undefined
    : downloadPackage(`${name}@${last}`, folder).files.get("CHANGELOG.md")?.toString("utf8");
}
