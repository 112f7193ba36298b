import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generate } from "../../../packages/specwright/src/commands/generate.ts";
import type { Group } from "./suite.ts";

/** The generated files by path, and the component that has the group's schema. */
export interface GeneratedGroup {
  readonly group: Group;
  readonly component: string;
  readonly files: ReadonlyMap<string, string>;
}

/** The place of a group's schema in the document: a file that a component refers to, or the component itself. */
export type Placement = "a file" | "a component";

/** Options of generating, besides the groups. */
export interface SuiteOptions {
  /** A folder to write in, which the caller removes. */
  readonly folder: string;
  /** The folder of the suite's remote documents. */
  readonly remotes: string;
  readonly formats: "assert" | "annotate";
}

/**
 * Generates types and validators for groups of the suite, as `specwright generate` does. Groups share a document unless
 * their schemas use the same name (`$id` or anchor), because names must be unique in a document.
 */
export async function generateGroups(
  groups: readonly Group[],
  placement: Placement,
  options: SuiteOptions,
): Promise<GeneratedGroup[]> {
  const generated: GeneratedGroup[] = [];
  for (const [index, part] of partitionGroups(groups, placement).entries()) {
    const folder = join(options.folder, `${placement.replace(" ", "-")}-${index}`);
    generated.push(...(await generatePart(part, placement, folder, options)));
  }
  return generated;
}

async function generatePart(
  groups: readonly Group[],
  placement: Placement,
  folder: string,
  { remotes, formats }: SuiteOptions,
): Promise<GeneratedGroup[]> {
  const named = groups.map((group, index) => ({ group, component: `Group${index}` }));
  const schemas: Record<string, unknown> = {};
  mkdirSync(join(folder, "groups"), { recursive: true });
  for (const { group, component } of named) {
    if (placement === "a file") {
      const name = `./groups/${component}.json`;
      writeFileSync(join(folder, name), JSON.stringify(group.schema));
      schemas[component] = { $ref: name };
    } else {
      schemas[component] = moveSchema(group.schema, `#/components/schemas/${component}`);
    }
  }
  const info = { title: "Test", version: "1" };
  const document = { openapi: "3.1.0", info, paths: {}, components: { schemas } };
  writeFileSync(join(folder, "openapi.json"), JSON.stringify(document));
  const result = await generate({
    document: "openapi.json",
    out: "generated",
    targets: ["types", "validators"],
    formats,
    remotes: { "http://localhost:1234/": remotes },
    folder,
  });
  const files = new Map(
    result.written.map((path) => [path, readFileSync(join(result.folder, path), "utf8")]),
  );
  return named.map((one) => ({ ...one, files }));
}

/** Distributes groups over documents. Each goes into the first document that does not have one of its names. */
function partitionGroups(groups: readonly Group[], placement: Placement): Group[][] {
  const parts: { readonly groups: Group[]; readonly names: Set<string> }[] = [];
  for (const group of groups) {
    const names = findUniqueNames(group.schema, placement);
    const isFree = (taken: ReadonlySet<string>): boolean =>
      names.every((name) => !taken.has(name)) && !(taken.has(all) || names.includes(all));
    const part = parts.find(({ names: taken }) => isFree(taken));
    const chosen = part ?? { groups: [], names: new Set<string>() };
    if (part === undefined) {
      parts.push(chosen);
    }
    chosen.groups.push(group);
    for (const name of names) {
      chosen.names.add(name);
    }
  }
  return parts.map((part) => part.groups);
}

/** Marks a group that needs a document to itself. */
const all = "*";

/**
 * The names in a schema that must be unique. A file has its own anchors, but components share the anchors and the
 * dynamic scope of their document.
 */
function findUniqueNames(schema: unknown, placement: Placement): string[] {
  const text = JSON.stringify(schema);
  const ids = [...text.matchAll(/"\$id":"([^"]*)"/g)].map(([, id]) => id ?? "");
  return placement === "a component" && /"\$(?:dynamicA|a)nchor"/.test(text) ? [...ids, all] : ids;
}

/** Moves a schema: rewrites its references to itself for its new place. */
function moveSchema(schema: unknown, place: string): unknown {
  if (Array.isArray(schema)) {
    return schema.map((item) => moveSchema(item, place));
  }
  if (typeof schema !== "object" || schema === null || hasOwnUri(schema)) {
    return schema;
  }
  const entries = Object.entries(schema).map(([keyword, value]) => {
    const isReference = keyword === "$ref" || keyword === "$dynamicRef";
    const isData = keyword === "const" || keyword === "enum";
    if (isReference && typeof value === "string" && /^#(?:\/|$)/.test(value)) {
      return [keyword, `${place}${value.slice(1)}`];
    }
    return [keyword, isData ? value : moveSchema(value, place)];
  });
  return Object.fromEntries(entries);
}

/**
 * Returns whether a schema has an `$id`. References below it are relative to the `$id`, so moving does not affect them.
 */
function hasOwnUri(schema: object): boolean {
  return "$id" in schema && typeof schema.$id === "string";
}
