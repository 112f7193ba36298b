import type { CallInput } from "../client/operation.ts";

/**
 * A key, or the beginning of one: a group, an operation, an input. The input is in the form of JSON, with texts for big
 * integers, because TanStack Query hashes keys as JSON, and compares members of objects: two dates would be equal.
 */
export function buildKey(...parts: readonly [string, string?, CallInput?]): readonly unknown[] {
  const [group, operation, input] = parts;
  return input === undefined ? parts : [group, operation, toPlainInput(input)];
}

/** An input as keys have it. */
export function toPlainInput(input: CallInput): unknown {
  return JSON.parse(writeJson(input));
}

/** The text of a value, by which inputs are compared. */
export function writeJson(value: unknown): string {
  // Undefined has no text in JSON.
  return (
    JSON.stringify(value, (_name, member) =>
      typeof member === "bigint" ? String(member) : (member as unknown),
    ) ?? "null"
  );
}
