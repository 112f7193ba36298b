import type * as z from "zod";
import { findMeantIssues, isOfOtherType } from "./meant-alternative.ts";
import { readSuggestedName } from "./messages.ts";

/** A problem with one field. */
export interface FieldIssue {
  /** Names and indexes that lead from the value to the field; empty for the value itself. */
  readonly path: readonly PropertyKey[];
  /** A few words that follow the field's name, such as `required` or `expected string`. */
  readonly message: string;
}

/**
 * The issues of a failed parse by field, in the order in which they were found. A union is reported by its most likely
 * alternative, every unknown key is a field, and repetitions are removed.
 *
 * @example
 * ```ts
 * import { fieldIssues } from "@specwright/runtime/v1/schema";
 * import { schemas } from "./generated/validators/index.js";
 *
 * const { error } = schemas.NoteInput.safeParse({});
 * fieldIssues(error?.issues ?? []); // => [{ path: ["text"], message: "required" }]
 * ```
 */
export function fieldIssues(issues: readonly z.core.$ZodIssue[]): readonly FieldIssue[] {
  const fields = issues.flatMap(findMeantIssues).flatMap(flatten);
  const seen = new Set<string>();
  return fields.filter(({ path, message }) => {
    const key = JSON.stringify([path.map(String), message]);
    return !seen.has(key) && seen.add(key);
  });
}

function flatten(issue: z.core.$ZodIssue): FieldIssue[] {
  const { path } = issue;
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => {
      const nearest = readSuggestedName(issue.message, key);
      const hint = nearest === undefined ? "" : `; did you mean ${nearest}?`;
      return { path: [...path, key], message: `not allowed${hint}` };
    });
  }
  if (issue.code !== "invalid_union" || issue.errors.length === 0) {
    return [{ path, message: issue.message }];
  }
  const choice = describeRequiredChoice(issue.errors);
  if (choice !== undefined) {
    return [{ path, message: choice }];
  }
  const types = issue.errors.flatMap(listExpectedWords);
  const message =
    types.length === issue.errors.length ? joinTypes(types, issue.errors) : issue.message;
  return [{ path, message }];
}

/** The message when each alternative only lacks required properties, such as `needs text or blocks`. */
function describeRequiredChoice(
  alternatives: readonly (readonly z.core.$ZodIssue[])[],
): string | undefined {
  const isMissing = ({ code, path, message }: z.core.$ZodIssue): boolean =>
    code === "invalid_type" && path.length === 1 && message === "required";
  if (!alternatives.every((issues) => issues.length > 0 && issues.every(isMissing))) {
    return undefined;
  }
  const choices = alternatives.map((issues) =>
    issues.map(({ path }) => String(path[0])).join(" and "),
  );
  return `needs ${[...new Set(choices)].join(" or ")}`;
}

/** The message of an alternative that expected a value of another type, such as `expected string`. */
function listExpectedWords(issues: readonly z.core.$ZodIssue[]): string[] {
  return issues.filter(isOfOtherType).map(({ message }) => message);
}

function joinTypes(
  messages: readonly string[],
  alternatives: readonly (readonly z.core.$ZodIssue[])[],
): string {
  const isExpected = messages.every((message) => message.startsWith("expected "));
  if (!isExpected || alternatives.some((issues) => issues.length !== 1)) {
    return messages[0] ?? "not allowed";
  }
  const types = messages.map((message) => message.slice("expected ".length));
  return `expected ${[...new Set(types)].join(" or ")}`;
}
