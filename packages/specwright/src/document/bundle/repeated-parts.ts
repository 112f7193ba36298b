import { createDiagnosticError } from "../../diagnostic.ts";
import type { Raw } from "../model/build/context/raw.ts";

/**
 * The characters that repetitions of parts may add to a document. Honest documents repeat a path item now and then;
 * two references in each part to the next one double their number each time.
 */
const maximumText = 10_000_000;

/** Counts the text of parts that are put in place for a second time or more often. */
export class RepeatedParts {
  readonly #seen = new Set<string>();
  /** The number of repeated parts around the current one. */
  #depth = 0;
  #text = 0;

  /** Runs `work`, which copies the part at a place. */
  during<Result>(place: string, work: () => Result): Result {
    if (!this.#seen.has(place)) {
      this.#seen.add(place);
      return work();
    }
    this.#depth += 1;
    const result = work();
    this.#depth -= 1;
    return result;
  }

  /**
   * Adds a value that is copied.
   *
   * @param isWhole True when the value is not copied part by part.
   * @throws DiagnosticError when repeated parts have too much text.
   */
  add({ file, pointer, value }: Raw, isWhole: boolean): void {
    if (this.#depth === 0) {
      return;
    }
    const text = isWhole ? JSON.stringify(value) : undefined;
    this.#text += pointer.length + (text?.length ?? 0);
    if (this.#text > maximumText) {
      throw createDiagnosticError({
        code: "too-many-parts",
        message: `References repeat more than ${maximumText} characters of other parts, such as this one.`,
        fix: "Move the parts that are referred to several times to sections of `components` that hold their kind.",
        file: file.name,
        pointer,
      });
    }
  }
}
