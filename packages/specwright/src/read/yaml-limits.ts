import { maximumExpansion } from "./limits.ts";

/**
 * How deep the brackets of a YAML text are nested, up to a limit. The lexer knows brackets in scalars and comments from
 * those that nest, and does not recurse; the parser does, and takes seconds to find out that it cannot go on.
 */
export function isFlowDeeperThan(
  limit: number,
  text: string,
  yaml: typeof import("yaml"),
): boolean {
  let depth = 0;
  for (const token of new yaml.Lexer().lex(text)) {
    if (token === "[" || token === "{") {
      depth += 1;
      if (depth > limit) {
        return true;
      }
    } else if (token === "]" || token === "}") {
      depth -= 1;
    }
  }
  return false;
}

/**
 * What is wrong with a value in which parts stand several times, because aliases repeat them: they may make a circle, or
 * far more values than the file has. Undefined when all is well.
 *
 * @throws RangeError when they make it deeper than the call stack.
 */
export function wrongAliases(value: unknown): string | undefined {
  const sizes = new Map<object, number>();
  const open = new Set<object>();
  let isCircle = false;
  let written = 1;
  const sizeOf = (part: unknown): number => {
    if (typeof part !== "object" || part === null) {
      return 1;
    }
    const known = sizes.get(part);
    if (known !== undefined || open.has(part)) {
      isCircle ||= known === undefined;
      return known ?? 1;
    }
    open.add(part);
    let size = 1;
    for (const child of Object.values(part)) {
      size += sizeOf(child);
      written += 1;
    }
    open.delete(part);
    sizes.set(part, size);
    return size;
  };
  const expanded = sizeOf(value);
  if (isCircle) {
    return "an alias stands in the value that it repeats";
  }
  const added = expanded - written;
  return added > maximumExpansion
    ? `they repeat ${added} values, and no more than ${maximumExpansion} are read`
    : undefined;
}
