import { maximumDepth } from "../../text/limits.ts";

/**
 * Returns whether the brackets of a YAML text are nested too deeply. The lexer knows which brackets are part of scalars
 * and comments, and does not recurse. The parser recurses, and takes seconds until it fails.
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

/**
 * A quick check that counts all brackets, including those in strings. A result of false is exact; true needs a closer
 * look.
 */
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
