import type { Audience } from "../../emit/define-target.ts";
import type { LocatedChange } from "../diff.ts";

/** The part of a version that a release raises (SemVer 2.0.0). */
export type Bump = "major" | "minor" | "patch";

/** A decision with the changes that led to it, the most serious ones. Empty when no change of the document did. */
export interface BumpDecision {
  readonly bump: Bump;
  readonly because: readonly LocatedChange[];
}

/** Decides how much a package changes: major if it breaks, minor if it may break or has something new, else patch. */
export function decideBump(
  audiences: readonly Audience[],
  changes: readonly LocatedChange[],
): BumpDecision {
  const has = (verdict: string): readonly LocatedChange[] =>
    changes.filter(({ verdicts }) => audiences.some((audience) => verdicts[audience] === verdict));
  const breaking = has("breaks");
  if (breaking.length > 0) {
    return { bump: "major", because: breaking };
  }
  const risky = has("may break");
  const visible = changes.filter(({ severity }) => severity !== "documentation");
  const because = risky.length > 0 ? risky : visible;
  return because.length > 0 ? { bump: "minor", because } : { bump: "patch", because: changes };
}

/**
 * The version after a published one. Before 1.0.0, a breaking change raises the minor version, and all others raise the
 * patch version, because `^0.2.0` accepts only those.
 */
export function raiseVersion(version: string, bump: Bump): string {
  const [core = "", before] = version.split(/-(.*)/s, 2);
  const [major = 0, minor = 0, patch = 0] = core.split(/[.+]/).map(Number);
  if (before !== undefined) {
    // 2.0.0-beta.3 is followed by 2.0.0, which is newer.
    return `${major}.${minor}.${patch}`;
  }
  if (major === 0) {
    return bump === "major" ? `0.${minor + 1}.0` : `0.${minor}.${patch + 1}`;
  }
  switch (bump) {
    case "major":
      return `${major + 1}.0.0`;
    case "minor":
      return `${major}.${minor + 1}.0`;
    case "patch":
      return `${major}.${minor}.${patch + 1}`;
    default:
      return bump satisfies never;
  }
}

/** The tag that the registry gives to a version: its own for a prerelease, such as `beta`. Undefined for `latest`. */
export function findRegistryTag(version: string): string | undefined {
  const [, name] = /^[\d.]+-([a-z]*)/i.exec(version) ?? [];
  return name === "" ? "next" : name;
}
