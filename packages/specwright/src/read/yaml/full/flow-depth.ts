import { maximumDepth } from "../../text/limits.ts";

/**
 * Returns whether the brackets of a YAML text are nested too deeply. The lexer distinguishes brackets in scalars and
 * comments from those that nest, and does not recurse; the parser does, and takes seconds to find out that it cannot go on.
 */
export function isFlowTooDeep(text: string, yaml: typeof import("yaml")): boolean {
  if (!mayBeDeep(text)) {
    return false;
  }
  let depth = 0;
  for (const token of new yaml.Lexer().lex(text)) {
    if (token === "[" || token === "{") {
      depth += 1;
      if (depth > maximumDepth) {
        return true;
      }
    } else if (token === "]" || token === "}") {
      depth -= 1;
    }
  }
  return false;
}

/** A quick answer by brackets alone, which may stand in strings too: only a yes needs a closer look. */
export function mayBeDeep(text: string, maximum: number = maximumDepth): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index) | 0x20;
    if (code === 0x7b) {
      depth += 1;
      if (depth > maximum) {
        return true;
      }
    } else if (code === 0x7d) {
      depth -= 1;
    }
  }
  return false;
}
