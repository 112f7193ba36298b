/**
 * The input of a printed part of the document: an object that stands for the document's content there, because the same
 * object never has another content, and every fact about the rest of the document that printing reads.
 */
export type Unit = readonly [object, ...unknown[]];

/**
 * Printed text that one process keeps between runs, such as those of `--watch`, by the content of its unit. Nobody has to say
 * what changed: an edit gives other units, and all others find their text.
 */
export interface Kept {
  /**
   * The text of a unit, printed by an earlier run or now.
   *
   * @param kind The kind of text: texts of different kinds of one unit are kept apart.
   * @param print Reads nothing that is not in the unit.
   * @param isStill Returns whether a kept text still holds; otherwise it is printed again. Default: always true.
   */
  readonly of: <Printed>(
    kind: string,
    unit: Unit,
    print: () => Printed,
    isStill?: (printed: Printed) => boolean,
  ) => Printed;
}

interface Entry {
  readonly unit: Unit;
  readonly printed: unknown;
}

/** Starts with nothing kept. Of each object and kind, the last unit is. */
export function createKept(): Kept {
  const entries = new WeakMap<object, Map<string, Entry>>();
  return {
    of: (kind, unit, print, isStill = () => true) => {
      const ofObject = entries.get(unit[0]) ?? new Map<string, Entry>();
      entries.set(unit[0], ofObject);
      const known = ofObject.get(kind);
      if (known !== undefined && isSame(known.unit, unit)) {
        // The same call printed it, with this type.
        const printed = known.printed as ReturnType<typeof print>;
        if (isStill(printed)) {
          return printed;
        }
      }
      const printed = print();
      ofObject.set(kind, { unit, printed });
      return printed;
    },
  };
}

/** Returns whether two lists have the same items. */
export function isSame(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((item, index) => Object.is(item, right[index]));
}
