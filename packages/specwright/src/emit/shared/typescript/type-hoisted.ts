import { findFirstFree } from "../../../first-free.ts";

/** Declarations outside the interfaces of a file of types. */
export interface Hoisted {
  /** Declarations by name, in the order in which they were first needed. */
  readonly declarations: Map<string, string>;
  /** Final names by wanted name and declaration. */
  readonly names: Map<string, string>;
  /** The last number that was given, by wanted name. */
  readonly last: Map<string, number>;
}

/** Names that a file of types itself declares or uses. */
export const reserved: ReadonlySet<string> = new Set(
  (
    "paths webhooks components operations $defs ApiPaths WithRequired $Read $Write Readable Writable " +
    "Omit Record NonNullable NaN Infinity"
  ).split(" "),
);

/** Starts without declarations. The given names are reserved for later declarations. */
export function createHoisted(taken: Iterable<string> = []): Hoisted {
  const declarations = new Map([...taken].map((name) => [name, ""] as const));
  return { declarations, names: new Map(), last: new Map() };
}

/**
 * Declares something once. The same declaration with the same wanted name is reused; a different one gets the first
 * free name from `_2` on.
 *
 * @param wanted The name that it should have, a legal identifier.
 * @param declare Returns the text of the declaration for a name.
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
  const name = findFirstFree(wanted, isTaken, { separator: "_", last });
  declarations.set(name, declare(name));
  names.set(key, name);
  return name;
}
