import type * as z from "zod";

type RawIssue = z.core.$ZodRawIssue;

/**
 * What is wrong with a field, in a few words that follow its name: `required`, `expected string`,
 * `must match ^ac_[a-z]+$`. Never holds the value.
 */
export function describeIssue(issue: RawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return describeType(String(issue.expected), issue.input);
    case "invalid_value":
      if (issue.input === undefined) {
        return "required";
      }
      return describeValues((issue.values as readonly unknown[] | undefined) ?? []);
    case "invalid_format":
      return describeFormat(issue);
    case "too_small":
    case "too_big":
      return describeBound(issue);
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "unrecognized_keys":
      return `unknown ${(issue.keys as readonly string[]).map((key) => JSON.stringify(key)).join(", ")}`;
    case "invalid_union":
      return describeUnion(issue);
    case "invalid_key":
      return "not an allowed name";
    default:
      return issue.message ?? "not allowed";
  }
}

const typeNames: Readonly<Record<string, string>> = {
  int: "integer",
  record: "object",
  tuple: "array",
};

function describeType(expected: string, input: unknown): string {
  if (expected === "never") {
    return "not allowed";
  }
  if (input === undefined || expected === "nonoptional") {
    return "required";
  }
  return `expected ${typeNames[expected] ?? expected}`;
}

/** Longer lists of values would hide what is wrong. */
const maximumValues = 12;

/** Which values are allowed, in a few words. */
export function describeValues(values: readonly unknown[]): string {
  const texts = values.map((value) => JSON.stringify(value));
  if (texts.length === 1) {
    return `must be ${texts[0]}`;
  }
  const rest = texts.length - maximumValues;
  const shown = texts.slice(0, maximumValues).join(", ");
  return `must be one of ${shown}${rest > 0 ? ` and ${rest} more` : ""}`;
}

function describeFormat(issue: RawIssue): string {
  const { format, pattern } = issue as { readonly format?: string; readonly pattern?: string };
  if (format === "regex" && pattern !== undefined) {
    // Zod gives the pattern as a literal, with slashes and flags.
    return `must match ${/^\/(.*)\/[a-z]*$/s.exec(pattern)?.[1] ?? pattern}`;
  }
  return `must be a valid ${format}`;
}

const units: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ["character", "characters"],
  array: ["item", "items"],
  object: ["property", "properties"],
};

function describeBound(issue: RawIssue): string {
  const isLower = issue.code === "too_small";
  const bound = Number(isLower ? issue.minimum : issue.maximum);
  const unit = units[String(issue.origin)];
  if (unit === undefined) {
    const inclusive = issue.inclusive !== false;
    const relation = isLower
      ? inclusive
        ? "at least"
        : "more than"
      : inclusive
        ? "at most"
        : "less than";
    return `must be ${relation} ${bound}`;
  }
  return `must have at ${isLower ? "least" : "most"} ${bound} ${unit[bound === 1 ? 0 : 1]}`;
}

function describeUnion(issue: RawIssue): string {
  if (issue.input === undefined) {
    return "required";
  }
  if (issue.inclusive === false) {
    return "matches more than one of the alternatives";
  }
  const options = issue.options as readonly unknown[] | undefined;
  return options === undefined
    ? "matches none of the alternatives"
    : describeValues(options.filter((option) => option !== undefined));
}
