import { type Backtracking, findBacktracking } from "@specwright/patterns";
import type { Diagnostic } from "../../diagnostic.ts";
import type { Schema } from "../../document/model/model.ts";

/** Reports patterns that can take long. Equal patterns are analysed once. The time for all of them is limited. */
export type SlowPatterns = (
  schema: Schema,
  pattern: string,
  expression: { readonly source: string; readonly flags: string },
) => Diagnostic | undefined;

/** This many steps, for all patterns of a document, take about half a second. Later patterns are not reported as harmless. */
const maximumSteps = 4_000_000;

/** Prepares for the analysis of a document's patterns. */
export function createSlowPatterns(): SlowPatterns {
  const steps = { left: maximumSteps };
  const known = new Map<string, Backtracking | undefined>();
  return (schema, pattern, { source, flags }) => {
    if (!known.has(pattern)) {
      known.set(pattern, findBacktracking(source, flags, steps));
    }
    const found = known.get(pattern);
    return found === undefined || isBounded(found, schema, pattern)
      ? undefined
      : describe(schema, pattern, found);
  };
}

/** An engine takes about a tenth of a second for this many steps, which is acceptable. */
const harmlessSteps = 10_000_000;

/**
 * Returns whether `maxLength`, which is checked before the pattern, keeps the time short. Keys of objects do not have
 * such a limit.
 */
function isBounded(found: Backtracking, schema: Schema, pattern: string): boolean {
  const { maxLength } = schema;
  return (
    found.kind === "polynomial" &&
    schema.pattern === pattern &&
    maxLength !== undefined &&
    maxLength ** found.degree <= harmlessSteps
  );
}

/**
 * A warning about a pattern that can take long. A running match cannot be stopped, so the author of the document has to
 * change the pattern.
 */
function describe({ location }: Schema, pattern: string, found: Backtracking): Diagnostic {
  const name = `The pattern \`${shortenPattern(pattern)}\``;
  return {
    severity: "warning",
    code: "slow-pattern",
    ...describeBacktracking(name, found),
    file: location.file,
    pointer: location.pointer,
  };
}

/** A pattern for a message. */
export function shortenPattern(pattern: string): string {
  return pattern.length <= 200 ? pattern : `${pattern.slice(0, 200)}…`;
}

function describeBacktracking(
  name: string,
  found: Backtracking,
): Pick<Diagnostic, "message" | "fix"> {
  switch (found.kind) {
    case "exponential":
      return {
        message: `${name} can take exponential time: \`${found.repeated}\` and repetitions of it can be matched in several ways.`,
        fix: "Write it so that every text can be matched in one way only, or remove it.",
      };
    case "polynomial":
      return {
        message: `${name} can take ${describeGrowth(found.degree)}: repetitions of \`${found.repeated}\` can be divided between several parts of it.`,
        fix: "Add a `maxLength`, which is checked before the pattern, or write it so that parts that follow each other share no characters; begin it with `^` if it describes the whole text.",
      };
    case "unknown":
      return {
        message: `${name} is too large to find out whether a hostile text could make it take very long.`,
        fix: "Write it so that every text can be matched in one way only, or remove it.",
      };
    default:
      return found satisfies never;
  }
}

function describeGrowth(degree: number): string {
  const known = ["quadratic", "cubic"][degree - 2];
  return known === undefined
    ? `time that grows with the power ${degree} of a text's length`
    : `time that is ${known} in a text's length`;
}
