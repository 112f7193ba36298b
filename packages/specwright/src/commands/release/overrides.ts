import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Diagnostic, DiagnosticError } from "../../diagnostic.ts";
import { isObject } from "../../json-object.ts";
import { loadFile } from "../../read/files/load-file.ts";
import { isVersion } from "../settings/package.ts";

/** The file that records what a person decided about releases. It stands beside redocly.yaml. */
export const overridesFile = "releases.yaml";

/** A decision of a person about one release of a package. */
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
  const loaded = loadFile(path, folder);
  if ("problems" in loaded) {
    throw new DiagnosticError(loaded.problems);
  }
  const { value, name } = loaded.file;
  const entries: readonly unknown[] = Array.isArray(value) ? value : [value];
  const read = entries.map((entry) => (value === null ? undefined : readOverride(entry)));
  const problems = read.flatMap((entry, index): Diagnostic[] =>
    typeof entry === "string"
      ? [
          {
            severity: "error",
            code: "invalid-override",
            message: entry,
            fix: "Write a list of `{ package, after, version, words, reason }`. `package`, `reason`, and one of `version` and `words` are required.",
            file: name,
            pointer: Array.isArray(value) ? `/${index}` : "",
          },
        ]
      : [],
  );
  if (problems.length > 0) {
    throw new DiagnosticError(problems);
  }
  return read.filter((entry) => typeof entry === "object");
}

/** The decisions about the release of a package that follows a published version. */
export function findOverride(
  overrides: readonly Override[],
  name: string,
  after: string | undefined,
): Override | undefined {
  return overrides.findLast((entry) => entry.package === name && entry.after === after);
}

/** @returns the override, or a sentence that describes its problem */
function readOverride(entry: unknown): Override | string {
  if (!isObject(entry)) {
    return "An override is an object.";
  }
  const { package: name, after, version, words, reason } = entry;
  if (typeof name !== "string") {
    return "An override needs the name of a `package`.";
  }
  if (typeof reason !== "string" || reason.trim() === "") {
    return "An override needs a `reason`.";
  }
  if (version === undefined && words === undefined) {
    return "An override needs a `version` or `words`.";
  }
  for (const [key, text] of Object.entries({ after, version })) {
    if (text !== undefined && !(typeof text === "string" && isVersion(text))) {
      return `\`${key}\` is ${JSON.stringify(text)}, which is not a semantic version such as 1.2.0.`;
    }
  }
  return {
    package: name,
    reason,
    ...(typeof after === "string" ? { after } : {}),
    ...(typeof version === "string" ? { version } : {}),
    ...(typeof words === "string" ? { words } : {}),
  };
}
