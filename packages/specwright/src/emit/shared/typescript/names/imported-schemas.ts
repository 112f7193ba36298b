import type { Model } from "../../../../document/model/model.ts";
import { findFirstFree } from "../../../../first-free.ts";
import { nameList } from "../../print/name-list.ts";
import type { TypeContext } from "../type-context.ts";
import { nameSchemaTypes } from "./schema-names.ts";

/** The interfaces that declarations index into, in the order of the import. */
const interfaces: readonly string[] = ["components", "operations", "paths", "webhooks"];

/** The named types of component schemas, as another target's declarations import them. */
export interface ImportedSchemas {
  /** The local name in the importing module, by the name of the schema. */
  readonly names: ReadonlyMap<string, string>;
  /** The text in an import, by the local name. */
  readonly specifiers: ReadonlyMap<string, string>;
}

/**
 * Names the types of component schemas in modules that also have other names. When a module declares the type
 * `ListPetsInput` of an operation, the schema with that name is imported as `ListPetsInputSchema`.
 *
 * @param taken every name that one of the modules declares, imports or uses as a global
 */
export function importSchemas({ components }: Model, taken: Iterable<string>): ImportedSchemas {
  const exported = nameSchemaTypes(components.schemas);
  const reserved = new Set(taken);
  const used = new Set([...reserved, ...exported.values()]);
  const names = new Map<string, string>();
  for (const [schema, name] of exported) {
    const local = reserved.has(name)
      ? findFirstFree(`${name}Schema`, (each) => used.has(each), { separator: "_" })
      : name;
    used.add(local);
    names.set(schema, local);
  }
  const specifiers = new Map(
    [...exported].map(([schema, name]) => {
      const local = names.get(schema) ?? name;
      return [local, local === name ? name : `${name} as ${local}`];
    }),
  );
  return { names, specifiers };
}

/** The names between the braces of a module's import from the types. Empty when it uses none. */
export function listImportedTypes(
  { specifiers }: ImportedSchemas,
  { used }: Pick<TypeContext, "used">,
): string {
  const schemas = [...used].flatMap((name) => specifiers.get(name) ?? []);
  const all = [...interfaces.filter((name) => used.has(name)), ...schemas.sort()];
  return all.length === 0 ? "" : nameList(all);
}
