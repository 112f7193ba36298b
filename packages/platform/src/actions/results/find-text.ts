import { joinPointer } from "../../applications/toolkits/json-pointer.ts";
import type { Schemas } from "../../base/api-types.ts";

/** Characters that are shown before and after a text that was found. */
const around = 80;

/**
 * Finds the places of a value at which a text is part of a member's name or of a text, a number, true, false or null. Upper and
 * lower case are the same.
 *
 * @param place the segments of the pointer to the value
 */
export function* findText(
  value: unknown,
  search: string,
  place: readonly (string | number)[] = [],
): Generator<Schemas["ReadResultMatch"]> {
  const wanted = search.toLowerCase();
  const name = String(place.at(-1) ?? "");
  const isNamed = typeof place.at(-1) === "string" && name.toLowerCase().includes(wanted);
  if (typeof value !== "object" || value === null) {
    const text = String(value);
    const at = text.toLowerCase().indexOf(wanted);
    if (at !== -1 || isNamed) {
      yield { pointer: joinPointer(place), text: cutAround(text, Math.max(0, at), wanted.length) };
    }
    return;
  }
  if (isNamed) {
    yield { pointer: joinPointer(place), text: Array.isArray(value) ? "[…]" : "{…}" };
  }
  const members = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [key, member] of members) {
    yield* findText(member, search, [...place, key]);
  }
}

function cutAround(text: string, at: number, length: number): string {
  const [start, end] = [Math.max(0, at - around), at + length + around];
  const part = text.slice(start, end).toWellFormed();
  return `${start > 0 ? "…" : ""}${part}${end < text.length ? "…" : ""}`;
}
