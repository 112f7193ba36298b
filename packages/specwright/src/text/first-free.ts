/** How names that are taken are told apart. */
export interface FirstFreeOptions {
  /** What stands before the number. Nothing unless given. */
  readonly separator?: string;
  /**
   * By wanted name, the number that was given last. For scopes in which a name that is taken stays taken: there a name
   * that many want is not looked for from the beginning again, which would take quadratic time.
   */
  readonly last?: Map<string, number>;
}

/** A name that is not taken yet: the wanted one, else the first that a number from 2 on makes free. */
export function firstFree(
  wanted: string,
  isTaken: (name: string) => boolean,
  { separator = "", last }: FirstFreeOptions = {},
): string {
  if (!isTaken(wanted)) {
    return wanted;
  }
  let number = (last?.get(wanted) ?? 1) + 1;
  while (isTaken(`${wanted}${separator}${number}`)) {
    number += 1;
  }
  last?.set(wanted, number);
  return `${wanted}${separator}${number}`;
}
