import type * as z from "zod";
import { describeValues } from "./messages.ts";

type Issue = z.core.$ZodIssue;
type Issues = readonly Issue[];

/**
 * The problems of the alternative that was meant, with paths from the value, when a value fits no alternative. The
 * alternative that was meant is the only one of the value's type, with its tag, or with its properties. When several remain,
 * the issue itself.
 */
export function meantIssues(issue: Issue): Issues {
  if (issue.code !== "invalid_union" || issue.errors.length === 0) {
    return [issue];
  }
  const meant = meantAlternative(issue.errors) ?? unknownTag(issue.errors);
  return (
    meant?.flatMap((inner) => meantIssues({ ...inner, path: [...issue.path, ...inner.path] })) ?? [
      issue,
    ]
  );
}

/** Each of these leaves out alternatives that were hardly meant; the first to leave one over decides. */
function meantAlternative(alternatives: readonly Issues[]): Issues | undefined {
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

/** A tag is a property whose value is wrong as such, as in `type: "bot"`. */
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

/** A property that is missing, or one that is not known. */
function hasOtherProperties({ code, path, message }: Issue): boolean {
  return (
    (code === "invalid_type" && path.length === 1 && message === "required") ||
    (code === "unrecognized_keys" && path.length === 0)
  );
}

/** The tag, when that is what is wrong with every alternative: it may hold what any of them allows. */
function unknownTag(alternatives: readonly Issues[]): Issues | undefined {
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
