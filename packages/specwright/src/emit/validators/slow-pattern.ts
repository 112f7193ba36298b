import type { Diagnostic } from "../../diagnostic.ts";
import type { Schema } from "../../model/model.ts";
import { findBacktracking } from "../../pattern/find-backtracking.ts";

/**
 * A warning about a pattern that can take exponential time. Nothing stops an engine once it runs, so this is told where
 * somebody can do something about it.
 *
 * @param flags Those of the regular expression that the validators have for it.
 */
export function slowPattern(
  { location }: Schema,
  pattern: string,
  flags: string,
): Diagnostic | undefined {
  const found = findBacktracking(pattern, flags);
  if (found === undefined) {
    return undefined;
  }
  const name = `The pattern \`${pattern.length <= 200 ? pattern : `${pattern.slice(0, 200)}…`}\``;
  return {
    severity: "warning",
    code: "slow-pattern",
    message:
      found.repeated === undefined
        ? `${name} is too large to tell whether a hostile text could make it take very long.`
        : `${name} can take exponential time: \`${found.repeated}\` and repetitions of it can be matched in several ways.`,
    fix: "Write it so that every text can be matched in one way only, or remove it.",
    file: location.file,
    pointer: location.pointer,
  };
}
