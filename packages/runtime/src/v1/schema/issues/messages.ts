import type * as z from "zod";
import { findNearestName } from "./nearest-name.ts";

type RawIssue = z.core.$ZodRawIssue;

/**
 * Describes a problem of a field in a few words that follow its name: `required`, `expected string`, `must match
 * ^ac_[a-z]+$`. A message never contains the value.
 *
 * @example
 * ```ts
 * import { describeIssue } from "@specwright/runtime/v1/schema";
 * import { z } from "zod";
 *
 * // As the error map of a schema that was written by hand.
 * const { error } = z.object({ size: z.number() }).safeParse({ size: "1" }, { error: describeIssue });
 * error?.issues[0]?.message; // => "expected number"
 * ```
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
      return `unknown ${describeKeys(issue)}`;
    case "invalid_union":
      return describeUnion(issue);
    case "invalid_key":
      return "not an allowed name";
    default:
      return issue.message ?? "not allowed";
  }
}

/** The limit of names with a suggestion, because finding one takes time. */
const maximumSuggestions = 10;

/** Lists unknown names, each with the known name that was probably meant: `"tolkit" (did you mean "toolkit"?), "x"`. */
function describeKeys(issue: RawIssue): string {
  const { keys = [], inst, input } = issue as unknown as UnknownKeys;
  const known = Object.keys(inst?._zod?.def?.shape ?? {}).filter((name) => !isMember(input, name));
  return keys
    .map((key, index) => {
      const nearest = index < maximumSuggestions ? findNearestName(key, known) : undefined;
      return `${JSON.stringify(key)}${nearest === undefined ? "" : suggest(nearest)}`;
    })
    .join(", ");
}

/** The members of a Zod issue about unknown keys that its message needs. */
interface UnknownKeys {
  readonly keys?: readonly string[];
  readonly input?: unknown;
  readonly inst?: {
    readonly _zod?: { readonly def?: { readonly shape?: Readonly<Record<string, unknown>> } };
  };
}

function isMember(input: unknown, name: string): boolean {
  return typeof input === "object" && input !== null && Object.hasOwn(input, name);
}

function suggest(name: string): string {
  return `${beforeSuggestion}${JSON.stringify(name)}?)`;
}

const beforeSuggestion = " (did you mean ";

/**
 * Reads from a message of `describeIssue` which name it suggests for an unknown one; undefined when it suggests none.
 */
export function readSuggestedName(message: string, key: string): string | undefined {
  const before = `${JSON.stringify(key)}${beforeSuggestion}`;
  const at = message.indexOf(before);
  const found =
    at < 0 ? null : /^"(?:[^"\\]|\\.)*"(?=\?\))/.exec(message.slice(at + before.length));
  return found === null ? undefined : String(JSON.parse(found[0]));
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

/** How many values a message lists. Longer lists are hard to read. */
const maximumValues = 12;

/** Describes the allowed values: `must be "a"`, `must be one of "a", "b"`. */
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
    // Zod writes the pattern with slashes and flags: `/^a$/u`.
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
