import type { Diagnostic } from "../../diagnostic.ts";
import { createDiagnosticList } from "../../diagnostic-list.ts";
import { findFirstFree } from "../../first-free.ts";
import type { Location } from "../../model/model.ts";

/** Options of the names in one scope, such as a module or a folder. */
export interface NamesOptions {
  /** Makes a legal name from a string, such as `escapeIdentifier` or `escapePath`. */
  readonly escape: (text: string) => string;
  /** Names that the scope uses itself: its imports, the globals it refers to, its other declarations. */
  readonly reserved?: Iterable<string>;
  /** The texts that will be named, if they are known. A string that is already a legal name keeps its spelling. */
  readonly texts?: Iterable<string>;
  /** The kind of the named things, for warnings, such as `schema`. */
  readonly kind?: string;
  /** The separator before the number that makes a name unique: `_`, or `-` for paths. */
  readonly separator?: string;
  /** Set for names of files: some file systems treat names that differ only in case as one file. */
  readonly ignoreCase?: boolean;
}

/** A scope of unique names. */
export interface Names {
  /** The name of a string: legal, unique in this scope, and the same for every call with the same text. */
  readonly name: (text: string, location?: Location) => string;
  /** A warning for each name that had to differ from the text's usual name because another string has it. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Opens a scope. The same texts in the same order always get the same names. A name that is already in use gets the
 * first free number from 2 on.
 *
 * @throws DiagnosticError from `name`, when more than a thousand texts want the same name.
 */
export function createNames(options: NamesOptions): Names {
  const { escape: toName, separator = "_" } = options;
  const fold =
    options.ignoreCase === true ? (name: string) => name.toLowerCase() : (name: string) => name;
  const owners = new Map<string, string | undefined>();
  const given = new Map<string, string>();
  const last = new Map<string, number>();
  const renamed = createDiagnosticList();

  const nameInComment = (text: string, location?: Location): string => {
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
      const owner = owners.get(fold(wanted));
      renamed.push(describe(options.kind ?? "name", { text, wanted, free, owner, location }));
    }
    owners.set(fold(free), text);
    given.set(text, free);
    return free;
  };

  for (const reserved of options.reserved ?? []) {
    owners.set(fold(reserved), undefined);
  }
  for (const text of options.texts ?? []) {
    if (toName(text) === text) {
      nameInComment(text);
    }
  }
  return {
    name: nameInComment,
    get diagnostics() {
      return renamed.list();
    },
  };
}

interface Renaming {
  readonly text: string;
  readonly wanted: string;
  readonly free: string;
  /** The text that already has the name. Undefined when the generated code itself uses the name. */
  readonly owner: string | undefined;
  readonly location: Location | undefined;
}

function describe(kind: string, { text, wanted, free, owner, location }: Renaming): Diagnostic {
  const reason =
    owner === undefined
      ? `the generated code uses \`${wanted}\` itself`
      : `\`${owner}\` already has the name \`${wanted}\``;
  return {
    severity: "warning",
    code: "renamed",
    message: `The ${kind} \`${text}\` is generated as \`${free}\`, because ${reason}.`,
    fix: `Use \`${free}\`, or rename the ${kind} in the document.`,
    ...(location === undefined ? {} : { file: location.file, pointer: location.pointer }),
  };
}
