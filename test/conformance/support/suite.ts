import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A group of tests of the official suite: one schema, and values with the expected verdict. */
export interface Group {
  readonly file: string;
  readonly description: string;
  readonly schema: unknown;
  readonly tests: readonly {
    readonly description: string;
    readonly data: unknown;
    readonly valid: boolean;
  }[];
}

/** The groups of a folder of the suite, such as `draft2020-12` or `draft2020-12/optional/format`. */
export function readGroups(suite: string, folder: string): Group[] {
  const path = join(suite, folder);
  return readdirSync(path)
    .filter((name) => name.endsWith(".json"))
    .flatMap((name) => {
      const groups: Omit<Group, "file">[] = JSON.parse(readFileSync(join(path, name), "utf8"));
      return groups.map((group) => ({ ...group, file: name }));
    });
}
