import { writeJson } from "./build-key.ts";

/**
 * A predicate for filters of TanStack Query: it accepts the queries of generated code whose input has these members, of
 * whichever operation. Values are compared as JSON.
 *
 * @example
 * ```ts
 * import { matchInput } from "@specwright/runtime/v1/query";
 *
 * // queryClient.invalidateQueries({ predicate }) marks all that was asked about this note.
 * const predicate = matchInput({ note_id: "n1" });
 * predicate({ queryKey: ["notes", "getNote", { note_id: "n1" }] }); // => true
 * predicate({ queryKey: ["notes", "getNote", { note_id: "n2" }] }); // => false
 * ```
 */
export function matchInput(
  members: Readonly<Record<string, unknown>>,
): (query: { readonly queryKey: readonly unknown[] }) => boolean {
  const wanted = Object.entries(members).map(([name, value]) => [name, writeJson(value)]);
  return ({ queryKey: [, , input] }) =>
    wanted.every(([name = "", json]) => writeJson(readMember(input, name)) === json);
}

function readMember(input: unknown, name: string): unknown {
  return typeof input === "object" && input !== null && Object.hasOwn(input, name)
    ? // An object that has this member itself.
      (input as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
