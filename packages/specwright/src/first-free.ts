import { DiagnosticError } from "./diagnostic.ts";

/** How names that are taken are distinguished. */
export interface FirstFreeOptions {
  /** The separator before the number. Default: empty. */
  readonly separator?: string;
  /**
   * By wanted name, the number that was given last. For scopes in which a name that is taken stays taken: there a name
   * that many want is not looked for from the beginning again, which would take quadratic time.
   */
  readonly last?: Map<string, number>;
  /** Set for names that people work with: a thousand names that differ only in a number are useless. */
  readonly isLimited?: boolean;
}

/**
 * A name that is not taken yet: the wanted one, else the first that a number from 2 on makes free.
 *
 * @throws DiagnosticError when names are limited and no number up to the limit is free.
 */
export function firstFree(
  wanted: string,
  isTaken: (name: string) => boolean,
  { separator = "", last, isLimited = false }: FirstFreeOptions = {},
): string {
  if (!isTaken(wanted)) {
    return wanted;
  }
  let number = (last?.get(wanted) ?? 1) + 1;
  while (isTaken(`${wanted}${separator}${number}`)) {
    number += 1;
  }
  if (isLimited && number > maximumOfName) {
    throw refuseTooMany(wanted);
  }
  last?.set(wanted, number);
  return `${wanted}${separator}${number}`;
}

/** Names that may differ in a number only. */
const maximumOfName = 1000;

function refuseTooMany(wanted: string): DiagnosticError {
  return new DiagnosticError([
    {
      severity: "error",
      code: "too-many-of-a-name",
      message: `Over ${maximumOfName} names of the document would all become \`${wanted}\` and a number.`,
      fix: "Rename them so that their letters or digits differ.",
    },
  ]);
}
