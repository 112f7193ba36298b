import { maximumNesting } from "../schema/nesting.ts";

/** What is said about a field that is nested too deeply. */
export const nestingMessage: string = `nested more than ${maximumNesting} levels deep`;

const quote = 34;
const backslash = 92;

/**
 * Whether JSON text opens more than 64 arrays and objects inside each other. Looks at the text, so that nothing deep is
 * ever built; says nothing about text that is not JSON otherwise.
 */
export function isTextNestedTooDeep(text: string): boolean {
  // What opens has to close; what does not is no JSON.
  if (text.length < 2 * maximumNesting + 2) {
    return false;
  }
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === quote) {
      index = endOfString(text, index);
    } else if (code === 123 || code === 91) {
      if (++depth > maximumNesting) {
        return true;
      }
    } else if (code === 125 || code === 93) {
      depth--;
    }
  }
  return false;
}

/** The index of the quote that ends the string which begins at `start`, or of the text's end. */
function endOfString(text: string, start: number): number {
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
