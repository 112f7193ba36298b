import { existsSync } from "node:fs";
import { join } from "node:path";
import { compareVersions } from "../../text/compare-versions.ts";
import { readEntries } from "../load/read-entries.ts";
import { isVersion } from "../settings/package.ts";

/** The file in which people record decisions about releases. It is beside redocly.yaml. */
export const overridesFile = "releases.yaml";

/** A person's decision about one release of a package. */
export interface Override {
  /** The name of the package. */
  readonly package: string;
  /** The published version that the release follows. Absent for the first release. */
  readonly after?: string;
  /** The version, instead of the computed one. */
  readonly version?: string;
  /** Markdown for the changelog, instead of the computed text. */
  readonly words?: string;
  readonly reason: string;
}

/**
 * Reads the overrides of a folder. Entries for releases of the past have no effect and stay as a record.
 *
 * @throws DiagnosticError for each entry that cannot be used
 */
export function readOverrides(folder: string): readonly Override[] {
  const path = join(folder, overridesFile);
  if (!existsSync(path)) {
    return [];
  }
  return readEntries(path, folder, {
    what: "An override",
    code: "invalid-override",
    fix: "Write a list of `{ package, after, version, words, reason }`. `package`, `reason`, and one of `version` and `words` are required.",
    members: ["package", "after", "version", "words", "reason"],
    findProblem,
    // `findProblem` requires `package` and `reason`.
  }) as readonly Override[];
}

/** The decisions about the release of a package that follows a published version. */
export function findOverride(
  overrides: readonly Override[],
  name: string,
  after: string | undefined,
): Override | undefined {
  return overrides.findLast((entry) => entry.package === name && entry.after === after);
}

function findProblem(entry: Partial<Override>): string | undefined {
  const { package: name, after, version, words, reason } = entry;
  if (name === undefined) {
    return "An override needs the name of a `package`.";
  }
  if (reason === undefined || reason.trim() === "") {
    return "An override needs a `reason`.";
  }
  if (version === undefined && words === undefined) {
    return "An override needs a `version` or `words`.";
  }
  for (const [key, text] of Object.entries({ after, version })) {
    if (text !== undefined && !isVersion(text)) {
      return `\`${key}\` is ${JSON.stringify(text)}, which is not a semantic version such as 1.2.0.`;
    }
  }
  return after !== undefined && version !== undefined && compareVersions(version, after) <= 0
    ? `\`version\` is ${version}, which is not newer than ${after}, the version that it follows.`
    : undefined;
}
