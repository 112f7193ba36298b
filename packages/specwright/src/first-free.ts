import { createDiagnosticError, type DiagnosticError } from "./diagnostic.ts";

/** How to choose a free name. */
export interface FirstFreeOptions {
  /** The separator before the number. Default: empty. */
  readonly separator?: string;
  /**
   * The last number that was given, by wanted name. For scopes in which names are never released: the search then
   * continues from that number. Without it, many equal names would take quadratic time.
   */
  readonly last?: Map<string, number>;
  /** Set for names that people work with, because a thousand names that differ only in a number are useless. */
  readonly isLimited?: boolean;
}

/**
 * A free name: the wanted one, otherwise the wanted one with the first number from 2 on that makes it free.
 *
 * @throws DiagnosticError when names are limited and no number up to the limit is free.
 */
export function findFirstFree(
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

/** The maximum number of names that differ only in a number. */
const maximumOfName = 1000;

function refuseTooMany(wanted: string): DiagnosticError {
  return createDiagnosticError({
    code: "too-many-of-a-name",
    message: `Over ${maximumOfName} names of the document would all become \`${wanted}\` and a number.`,
    fix: "Rename them so that their letters or digits differ.",
  });
}
