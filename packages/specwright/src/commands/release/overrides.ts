import { existsSync } from "node:fs";
import { join } from "node:path";
import { DiagnosticError } from "../../diagnostic.ts";
import { compareVersions } from "../../text/compare-versions.ts";
import { askDidYouMean } from "../../text/nearest.ts";
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

/**
 * Refuses entries that were meant for this release and would have no effect: the name of a package is misspelt, or
 * `after` is newer than the published version. A release cannot be taken back, so it does not begin with them.
 *
 * @param published The last version of each package of the release; undefined for a package without any.
 * @param others Further packages that entries may name.
 * @throws DiagnosticError for each such entry
 */
export function requireEffect(
  overrides: readonly Override[],
  published: ReadonlyMap<string, string | undefined>,
  others: readonly string[],
): void {
  const problems = overrides.flatMap((entry, index) => {
    const mistake = findMistake(entry, published, others);
    return mistake === undefined
      ? []
      : [
          {
            severity: "error" as const,
            code: "override-without-effect",
            ...mistake,
            file: overridesFile,
            pointer: `/${index}`,
          },
        ];
  });
  if (problems.length > 0) {
    throw new DiagnosticError(problems);
  }
}

function findMistake(
  { package: name, after }: Override,
  published: ReadonlyMap<string, string | undefined>,
  others: readonly string[],
): { readonly message: string; readonly fix: string } | undefined {
  if (published.has(name)) {
    const last = published.get(name);
    return after === undefined || (last !== undefined && compareVersions(after, last) <= 0)
      ? undefined
      : {
          message: `\`after\` is ${after}, and ${name} ${last === undefined ? "was never published" : `has only reached ${last}`}.`,
          fix:
            last === undefined
              ? "Remove `after`."
              : `Write \`after: ${last}\` for the next release.`,
        };
  }
  // An entry with another `after` is the record of an old release, perhaps of a package that has another name today.
  const meant = [...published].filter(([, last]) => last === after).map(([known]) => known);
  const question = others.includes(name) ? "" : askDidYouMean(name, meant);
  return question === ""
    ? undefined
    : {
        message: `redocly.yaml has no package ${name}.`,
        fix: `${question}Correct the name.`,
      };
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
