import { Foreign, rejectForeign } from "./foreign.ts";
import { translatePattern } from "./translate-pattern.ts";

/** A document's pattern as an ECMA-262 expression, or the reason why it cannot be one. */
export type ReadPattern =
  | {
      readonly source: string;
      readonly flags: string;
      /**
       * A description of the texts that the expression allows and one possible reading of the pattern does not. Absent
       * when all readings are the same.
       */
      readonly widened?: string;
    }
  | { readonly source?: undefined; readonly reason: string };

/**
 * Reads a pattern as its author means it. A pattern that is valid in ECMA-262 with the flag `u`, which JSON Schema
 * recommends (2020-12 Validation, section 6.3.3), keeps its meaning there. Other patterns were written for another
 * engine. They are translated when every engine that supports the construct agrees on its meaning. When the engines
 * differ slightly, the widest meaning is used. All other patterns are not enforced, because a guess would reject values
 * that the document allows.
 *
 * @example
 * ```ts
 * import { readPattern } from "@specwright/patterns";
 *
 * readPattern("^[a-z]+$").source; // => "^[a-z]+$"
 * // A pattern of another engine, translated.
 * readPattern("\\A[a-z]+\\z").source; // => "^[a-z]+$"
 * ```
 */
export function readPattern(pattern: string): ReadPattern {
  const known = readings.get(pattern);
  if (known !== undefined) {
    return known;
  }
  const reading = read(pattern);
  readings.set(pattern, reading);
  if (readings.size > maximumReadings) {
    readings.clear();
  }
  return reading;
}

/** Each emitter that prints a pattern needs its reading, and most documents have a few hundred patterns. */
const readings = new Map<string, ReadPattern>();

const maximumReadings = 10_000;

function read(pattern: string): ReadPattern {
  if (!needsNewEngine(pattern) && canCompile(pattern, "u")) {
    return { source: pattern, flags: "u" };
  }
  try {
    const { source, flags, widened } = translatePattern(pattern);
    if (!canCompile(source, flags)) {
      rejectForeign("it is not a regular expression of ECMA-262");
    }
    return { source, flags, ...(widened.length > 0 && { widened: widened.join("; ") }) };
  } catch (error) {
    if (error instanceof Foreign) {
      return { reason: error.message };
    }
    throw error;
  }
}

/**
 * Returns whether a pattern needs an engine of ES2025 or later, because it has flags for a group or two groups with the
 * same name. Generated code also runs on Node 20 and in browsers of that time. There, such a literal would be a syntax
 * error for the whole module.
 */
function needsNewEngine(pattern: string): boolean {
  const names = [...pattern.matchAll(/\(\?<(?![=!])([^>]*)>/g)].map(([, name]) => name);
  return /\(\?[a-z-]+:/.test(pattern) || new Set(names).size < names.length;
}

function canCompile(source: string, flags: string): boolean {
  try {
    new RegExp(source, flags);
    return true;
  } catch {
    // A SyntaxError means that the pattern is not valid with these flags.
    return false;
  }
}
