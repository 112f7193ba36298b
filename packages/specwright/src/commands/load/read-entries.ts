import { type Diagnostic, DiagnosticError } from "../../diagnostic.ts";
import { requireFile } from "../../document/read/files/load-file.ts";
import { isObject } from "../../json-object.ts";
import { askDidYouMean } from "../../text/nearest.ts";

/** An entry whose members are texts. */
export type Entry<Name extends string> = Readonly<Partial<Record<Name, string>>>;

/** The entries that a file may have. */
export interface EntryForm<Name extends string> {
  /** The beginning of a sentence about an entry, such as `An approval`. */
  readonly what: string;
  /** The code and the fix of its problems. */
  readonly code: string;
  readonly fix: string;
  readonly members: readonly Name[];
  /** Returns a sentence that describes the problem of an entry; undefined for one that can be used. */
  readonly findProblem: (entry: Entry<Name>) => string | undefined;
}

/**
 * Reads a file in which people record decisions: YAML or JSON, a list of objects whose members are texts. An unknown
 * member is refused, because a misspelt name would silently change the meaning of its entry.
 *
 * @param path absolute
 * @throws DiagnosticError for each entry that cannot be used
 */
export function readEntries<Name extends string>(
  path: string,
  folder: string,
  form: EntryForm<Name>,
): readonly Entry<Name>[] {
  const { value, name } = requireFile(path, folder);
  // An empty file is read as null.
  const list: unknown = value ?? [];
  const report = (pointer: string, message: string): Diagnostic => ({
    ...{ severity: "error", code: form.code, message, fix: form.fix },
    ...{ file: name, pointer },
  });
  const problems = Array.isArray(list)
    ? list.flatMap((entry, index) => {
        const problem = findProblem(entry, form);
        return problem === undefined ? [] : [report(`/${index}`, problem)];
      })
    : [report("", "The file is not a list.")];
  if (problems.length > 0) {
    throw new DiagnosticError(problems);
  }
  // Each one was checked just now.
  return list as readonly Entry<Name>[];
}

function findProblem<Name extends string>(
  entry: unknown,
  { what, members, findProblem: findOwnProblem }: EntryForm<Name>,
): string | undefined {
  if (!isObject(entry)) {
    return `${what} is an object.`;
  }
  const known: readonly string[] = members;
  for (const [key, value] of Object.entries(entry)) {
    if (!known.includes(key)) {
      return `${what} has no member \`${key}\`. ${askDidYouMean(key, members)}`.trimEnd();
    }
    if (typeof value !== "string") {
      return `\`${key}\` is ${JSON.stringify(value)} and has to be a string. Write it in quotes.`;
    }
  }
  // Every member is known and a string.
  return findOwnProblem(entry as Entry<Name>);
}
