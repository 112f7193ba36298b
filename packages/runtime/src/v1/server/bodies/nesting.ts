import { maximumNesting } from "../../schema/values/nesting.ts";

/** The message about a field that is nested too deeply. */
export const nestingMessage: string = `nested more than ${maximumNesting} levels deep`;

const quote = 34;
const backslash = 92;
const colon = 58;

/** Properties of JSON text that are measured before it is parsed. */
export interface JsonMeasure {
  /** True when the text opens more than 64 arrays and objects inside each other. */
  readonly isTooDeep: boolean;
  /** The total number of members of all objects; a repeated name counts each time. */
  readonly members: number;
  /** The number of arrays and objects. */
  readonly containers: number;
}

/**
 * Measures JSON text before it is parsed, so that deeply nested values are never created. For text that is not JSON the
 * result is meaningless.
 */
export function measureJson(text: string): JsonMeasure {
  let depth = 0;
  let members = 0;
  let containers = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === quote) {
      index = findClosingQuote(text, index);
    } else if (code === colon) {
      members++;
    } else if (code === 123 || code === 91) {
      containers++;
      if (++depth > maximumNesting) {
        return { isTooDeep: true, members, containers };
      }
    } else if (code === 125 || code === 93) {
      depth--;
    }
  }
  return { isTooDeep: false, members, containers };
}

/** The index of the quote that ends the string beginning at `start`, or the length of the text when none does. */
export function findClosingQuote(text: string, start: number): number {
  let index = start;
  for (;;) {
    index = text.indexOf('"', index + 1);
    if (index === -1) {
      return text.length;
    }
    let before = index - 1;
    while (text.charCodeAt(before) === backslash) {
      before--;
    }
    if ((index - before) % 2 === 1) {
      return index;
    }
  }
}
