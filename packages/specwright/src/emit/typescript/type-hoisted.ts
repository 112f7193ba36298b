import { firstFree } from "../../first-free.ts";

/** Declarations that stand beside the interfaces of a file of types. */
export interface Hoisted {
  /** By their names, in the order they were met. */
  readonly declarations: Map<string, string>;
  /** Final names by wanted name and declaration. */
  readonly names: Map<string, string>;
  /** By wanted name, the number that was given last. */
  readonly last: Map<string, number>;
}

/** Names that a file of types has or uses itself. */
export const reserved: ReadonlySet<string> = new Set(
  (
    "paths webhooks components operations $defs ApiPaths WithRequired $Read $Write Readable Writable " +
    "Omit Record NonNullable NaN Infinity"
  ).split(" "),
);

/** A file without declarations beside the interfaces, but with names for some that will come. */
export function createHoisted(taken: Iterable<string> = []): Hoisted {
  const declarations = new Map([...taken].map((name) => [name, ""] as const));
  return { declarations, names: new Map(), last: new Map() };
}

/**
 * Declares something once: the same declaration under the same name is there already, another one gets the first free
 * name from `_2` on.
 *
 * @param wanted The name that it should have, a legal identifier.
 * @param declare The text of the declaration under a name.
 * @returns The name that it has.
 */
export function hoist(
  wanted: string,
  { declarations, names, last }: Hoisted,
  declare: (name: string) => string,
): string {
  const key = declare(wanted);
  const known = names.get(key);
  if (known !== undefined) {
    return known;
  }
  const isTaken = (name: string): boolean => reserved.has(name) || declarations.has(name);
  const name = firstFree(wanted, isTaken, { separator: "_", last });
  declarations.set(name, declare(name));
  names.set(key, name);
  return name;
}
