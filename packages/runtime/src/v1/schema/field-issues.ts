import type * as z from "zod";

/** What is wrong with one field. */
export interface FieldIssue {
  /** Names and indices from the value down to the field; empty for the value itself. */
  readonly path: readonly PropertyKey[];
  /** A few words that follow the field's name, such as `required` or `expected string`. */
  readonly message: string;
}

/**
 * The issues of a failed parse as one line a field: unions are told by the alternative that was meant, unknown keys are
 * fields of their own, nothing is told twice. In the order in which they were found.
 */
export function fieldIssues(issues: readonly z.core.$ZodIssue[]): readonly FieldIssue[] {
  const fields = issues.flatMap((issue) => flatten(issue, []));
  const seen = new Set<string>();
  return fields.filter(({ path, message }) => {
    const key = JSON.stringify([path.map(String), message]);
    return !seen.has(key) && seen.add(key);
  });
}

function flatten(issue: z.core.$ZodIssue, parent: readonly PropertyKey[]): FieldIssue[] {
  const path = [...parent, ...issue.path];
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ path: [...path, key], message: "not allowed" }));
  }
  if (issue.code !== "invalid_union" || issue.errors.length === 0) {
    return [{ path, message: issue.message }];
  }
  const meant = meantAlternative(issue.errors);
  if (meant !== undefined) {
    return meant.flatMap((inner) => flatten(inner, path));
  }
  const types = issue.errors.flatMap(expectedType);
  const message =
    types.length === issue.errors.length ? joinTypes(types, issue.errors) : issue.message;
  return [{ path, message }];
}

/** The only alternative that accepts the value's type and tag, or undefined when there is none or a choice. */
function meantAlternative(
  alternatives: readonly (readonly z.core.$ZodIssue[])[],
): readonly z.core.$ZodIssue[] | undefined {
  const ofType = alternatives.filter((issues) => expectedType(issues).length === 0);
  if (ofType.length === 1) {
    return ofType[0];
  }
  // A tag is a property whose value is wrong as such, as in `type: "bot"`.
  const tagged = ofType.filter(
    (issues) => !issues.some((issue) => issue.code === "invalid_value" && issue.path.length === 1),
  );
  return tagged.length === 1 ? tagged[0] : undefined;
}

/** The type that an alternative expected instead of the value's, if that is what is wrong. */
function expectedType(issues: readonly z.core.$ZodIssue[]): string[] {
  return issues.flatMap((issue) =>
    issue.code === "invalid_type" && issue.path.length === 0 ? [issue.message] : [],
  );
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
