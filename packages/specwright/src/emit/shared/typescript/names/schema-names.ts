import { findFirstFree } from "../../../../first-free.ts";
import { escapeIdentifier } from "../../../../text/identifier.ts";
import { reserved } from "../type-hoisted.ts";

/**
 * Global names that printed types use, or that a reader would expect to be the global: a schema `Error` gets the type
 * `ErrorSchema`. Names of the DOM, such as `Comment` or `Event`, are common names of schemas and are not changed.
 */
const globals: ReadonlySet<string> = new Set(
  (
    "Array AsyncIterable Awaited BigInt Blob Boolean Date Error Exclude Extract File FormData Function Headers Iterable " +
    "Map Number Object Omit Parameters Partial Pick Promise Proxy ReadableStream Readonly Record RegExp Request Required " +
    "Response ReturnType Set String Symbol URL Uint8Array WeakMap WeakSet"
  ).split(" "),
);

/**
 * Names the type of each component schema: `simple-user` becomes `SimpleUser`. When `Pet` and `pet` both exist, `Pet`
 * keeps its name and `pet` becomes `Pet_2`, in either order.
 *
 * @param schemas the schemas by name, in the document's order
 * @returns the names of the types by the names of the schemas, in the same order
 */
export function nameSchemaTypes(
  schemas: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, string> {
  const names = known.get(schemas) ?? chooseNames(schemas.keys());
  known.set(schemas, names);
  return names;
}

/** Several targets name the types of the same model. */
const known = new WeakMap<ReadonlyMap<string, unknown>, ReadonlyMap<string, string>>();

function chooseNames(schemas: Iterable<string>): ReadonlyMap<string, string> {
  const wanted = [...schemas].map((schema) => ({ schema, name: chooseSchemaName(schema) }));
  const taken = new Set<string>(reserved);
  const last = new Map<string, number>();
  const found = new Map<string, string>();
  const isExact = (each: { readonly schema: string; readonly name: string }): boolean =>
    each.schema === each.name;
  for (const { schema, name } of [
    ...wanted.filter(isExact),
    ...wanted.filter((each) => !isExact(each)),
  ]) {
    const free = findFirstFree(name, (candidate) => taken.has(candidate), { separator: "_", last });
    taken.add(free);
    found.set(schema, free);
  }
  return new Map(wanted.map(({ schema }) => [schema, found.get(schema) ?? schema]));
}

function chooseSchemaName(schema: string): string {
  const name = escapeIdentifier(schema, { style: "pascal" });
  return globals.has(name) ? `${name}Schema` : name;
}
