import type * as z from "zod";
import { describeValues } from "./messages.ts";

type Issue = z.core.$ZodIssue;
type Issues = readonly Issue[];

/**
 * Replaces the issue of a union by the issues of the alternative that the sender probably meant, with paths from the
 * whole value. It looks for the only alternative with the value's type, then with its tag, then with its properties.
 * When several remain, the issue itself is returned.
 */
export function findMeantIssues(issue: Issue): Issues {
  if (issue.code !== "invalid_union" || issue.errors.length === 0) {
    return [issue];
  }
  const meant = findMeantAlternative(issue.errors) ?? mergeUnknownTag(issue.errors);
  return (
    meant?.flatMap((inner) =>
      findMeantIssues({ ...inner, path: [...issue.path, ...inner.path] }),
    ) ?? [issue]
  );
}

/** Each filter removes alternatives that were probably not meant. The search ends when one remains. */
function findMeantAlternative(alternatives: readonly Issues[]): Issues | undefined {
  let left = alternatives;
  for (const isOther of [isOfOtherType, hasOtherTag, hasOtherProperties]) {
    const rest = left.filter((issues) => !issues.some(isOther));
    if (rest.length === 1) {
      return rest[0];
    }
    left = rest.length === 0 ? left : rest;
  }
  return undefined;
}

/** Returns whether a value was expected to have another type. */
export function isOfOtherType({ code, path }: Issue): boolean {
  return code === "invalid_type" && path.length === 0;
}

/**
 * Returns whether the value's tag is that of another alternative, as in `type: "bot"`. A tag is a property that allows
 * only certain values.
 */
function hasOtherTag(issue: Issue): boolean {
  if (issue.code !== "invalid_union") {
    return isTag(issue);
  }
  const { path, errors, discriminator } = issue;
  return errors.length === 0
    ? path.length === 1 && discriminator !== undefined
    : path.length === 0 && errors.every(isOther);
}

function isOther(issues: Issues): boolean {
  return issues.some((issue) => isOfOtherType(issue) || hasOtherTag(issue));
}

/** Returns whether a required property is missing or a property is unknown. */
function hasOtherProperties({ code, path, message }: Issue): boolean {
  return (
    (code === "invalid_type" && path.length === 1 && message === "required") ||
    (code === "unrecognized_keys" && path.length === 0)
  );
}

/** When every alternative refuses the tag: one issue for the tag, with the values of all alternatives. */
function mergeUnknownTag(alternatives: readonly Issues[]): Issues | undefined {
  const tags = alternatives.flatMap((issues) => issues.filter(isTag).slice(0, 1));
  const [first] = tags;
  if (
    first === undefined ||
    tags.length < alternatives.length ||
    tags.some(({ path }) => path[0] !== first.path[0])
  ) {
    return undefined;
  }
  const values = [...new Set(tags.flatMap((tag) => tag.values))];
  const message = first.message === "required" ? first.message : describeValues(values);
  return [{ ...first, values, message }];
}

function isTag(issue: Issue): issue is z.core.$ZodIssueInvalidValue {
  return issue.code === "invalid_value" && issue.path.length === 1;
}
