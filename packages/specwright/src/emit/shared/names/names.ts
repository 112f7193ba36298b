import { findFirstFree } from "../../../first-free.ts";
import type { NamedThing, Renaming } from "./describe-renamings.ts";

/** Options of the names in one scope, such as a module or a folder. */
export interface NamesOptions {
  /** Makes a legal name from a string, such as `escapeIdentifier` or `escapePath`. */
  readonly escape: (text: string) => string;
  /** Names that the scope uses itself: its imports, the globals it refers to, its other declarations. */
  readonly reserved?: Iterable<string>;
  /** The things whose names will be named, if they are known. A name that is already legal keeps its spelling. */
  readonly things?: Iterable<NamedThing>;
  /** The separator before the number that makes a name unique: `_`, or `-` for paths. */
  readonly separator?: string;
  /** Set for names of files: some file systems treat names that differ only in case as one file. */
  readonly ignoreCase?: boolean;
}

/** A scope of unique names. */
export interface Names {
  /**
   * The name of a string: legal, unique in this scope, and the same for every call with the same text.
   *
   * @param thing The thing to which the text belongs, for warnings. Default: a thing with this text as its name.
   */
  readonly name: (text: string, thing?: NamedThing) => string;
  /** The names that had to differ from the text's usual name because another text has it. */
  readonly renamings: readonly Renaming[];
}

/**
 * Opens a scope. The same texts in the same order always get the same names. A name that is already in use gets the
 * first free number from 2 on.
 *
 * @throws DiagnosticError from `name`, when more than a thousand texts want the same name.
 * @example
 * ```ts
 * import { createNames, escapePath } from "specwright/target";
 *
 * const files = createNames({ escape: escapePath, separator: "-", ignoreCase: true });
 * files.name("List Pets"); // => "list-pets"
 * files.name("list_pets"); // => "list-pets-2"
 * ```
 */
export function createNames(options: NamesOptions): Names {
  const { escape: toName, separator = "_" } = options;
  const fold =
    options.ignoreCase === true ? (name: string) => name.toLowerCase() : (name: string) => name;
  const owners = new Map<string, NamedThing | undefined>();
  const given = new Map<string, string>();
  const last = new Map<string, number>();
  const renamings: Renaming[] = [];

  const nameText = (text: string, thing: NamedThing = { kind: "name", name: text }): string => {
    const known = given.get(text);
    if (known !== undefined) {
      return known;
    }
    const wanted = toName(text);
    const free = findFirstFree(wanted, (candidate) => owners.has(fold(candidate)), {
      separator,
      last,
      isLimited: true,
    });
    if (free !== wanted) {
      renamings.push({ thing, wanted, free, owner: owners.get(fold(wanted))?.name });
    }
    owners.set(fold(free), thing);
    given.set(text, free);
    return free;
  };

  for (const reserved of options.reserved ?? []) {
    owners.set(fold(reserved), undefined);
  }
  for (const thing of options.things ?? []) {
    if (toName(thing.name) === thing.name) {
      nameText(thing.name, thing);
    }
  }
  return { name: nameText, renamings };
}
