import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";

/** A group of tests of the official suite: one schema, and values with the right verdict. */
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

/** The suite's remote documents and the metaschemas of 2020-12, by URI. */
export function readRemotes(suite: string): ReadonlyMap<string, unknown> {
  const remotes = join(suite, "remotes");
  const documents = new Map<string, unknown>();
  for (const path of jsonFiles(remotes)) {
    const uri = `http://localhost:1234/${relative(remotes, path)}`;
    documents.set(uri, JSON.parse(readFileSync(path, "utf8")));
  }
  // Ajv comes with the metaschemas as files.
  const ajv = dirname(createRequire(import.meta.url).resolve("ajv/package.json"));
  for (const path of jsonFiles(join(ajv, "dist/refs/json-schema-2020-12"))) {
    const schema: { $id: string } = JSON.parse(readFileSync(path, "utf8"));
    documents.set(schema.$id, schema);
  }
  return documents;
}

function jsonFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".json"))
    .map((name) => join(folder, name));
}
