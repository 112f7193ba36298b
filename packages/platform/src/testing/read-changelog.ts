import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A migration as CHANGELOG.md lists it. */
export interface ListedMigration {
  readonly name: string;
  /** Such as `rolling`. */
  readonly upgrade: string;
  /** A version, or `Unreleased`. */
  readonly release: string;
}

/** The migrations that the service's CHANGELOG.md lists, the oldest first. */
export function readChangelog(): readonly ListedMigration[] {
  const path = fileURLToPath(new URL("../../CHANGELOG.md", import.meta.url));
  const sections = readFileSync(path, "utf8").split(/^## /m).slice(1);
  return sections.toReversed().flatMap((section) => {
    const release = section.split("\n", 1)[0]?.split(" ")[0] ?? "";
    return [...section.matchAll(/^\| `(\d{4}-[\w-]+)` \| ([^|]+?) \|$/gm)].map(
      ([, name = "", upgrade = ""]) => ({ name, upgrade, release }),
    );
  });
}
