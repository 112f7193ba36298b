/**
 * All inputs from which a part of the document is printed. The first is an object that represents the content of that
 * part: the same object never has another content. The others are all facts about the rest of the document that
 * printing reads.
 */
export type Unit = readonly [object, ...unknown[]];

/**
 * Printed text that a process keeps between runs, for example with `--watch`, by the content of its unit. Changes need
 * not be reported: an edited part has a new unit, and unchanged parts find their kept text.
 */
export interface Kept {
  /**
   * The text of a unit: kept from an earlier run, or printed now.
   *
   * @param kind The kind of text. A unit may have one text of each kind.
   * @param print Prints the text. It must not read any data outside the unit.
   * @param isStill Returns whether a kept text is still valid. If not, it is printed again. Default: always true.
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

/** Starts with nothing kept. For each object and kind, only the text of the last unit is kept. */
export function createKept(): Kept {
  const entries = new WeakMap<object, Map<string, Entry>>();
  return {
    of: (kind, unit, print, isStill = () => true) => {
      const ofObject = entries.get(unit[0]) ?? new Map<string, Entry>();
      entries.set(unit[0], ofObject);
      const known = ofObject.get(kind);
      if (known !== undefined && isSame(known.unit, unit)) {
        // The same call printed this text, so it has the right type.
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
