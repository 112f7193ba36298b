import { isObject } from "../../json-object.ts";
import { escapeSegment } from "../../text/pointer.ts";
import type { Step } from "./find-ways.ts";

/** The part of a value at a way, boxed. Undefined when the value does not have it. */
export function selectPart(
  value: unknown,
  steps: readonly Step[],
): { readonly value: unknown } | undefined {
  let part = value;
  for (const step of steps) {
    if (step.kind === "member" && isObject(part) && Object.hasOwn(part, step.name)) {
      part = part[step.name];
    } else if (step.kind === "item" && Array.isArray(part) && step.index < part.length) {
      part = part[step.index];
    } else if (step.kind === "name" && isObject(part) && Object.keys(part).length > 0) {
      // Names are added at the end.
      part = Object.keys(part).at(-1);
    } else {
      return undefined;
    }
  }
  return { value: part };
}

/** A value with another part. Objects and lists on the way that it does not have are added. */
export function replacePart(value: unknown, steps: readonly Step[], part: unknown): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) {
    return part;
  }
  if (step.kind === "item") {
    const list = Array.isArray(value) ? value : [];
    const own = replacePart(list[step.index], rest, part);
    const before = Array.from({ length: step.index }, (_, at) => list[at] ?? null);
    return [...before, own, ...list.slice(step.index + 1)];
  }
  const members = isObject(value) ? value : {};
  if (step.kind === "name") {
    const own = Object.values(members).at(-1) ?? null;
    return typeof part === "string" ? withMember(members, part, members[part] ?? own) : value;
  }
  return withMember(members, step.name, replacePart(members[step.name], rest, part));
}

/** An object with one more member, whatever its name. */
export function withMember(
  members: Readonly<Record<string, unknown>>,
  name: string,
  value: unknown,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries([
    ...Object.entries(members).map(([key, own]) => [key, key === name ? value : own] as const),
    ...(Object.hasOwn(members, name) ? [] : [[name, value] as const]),
  ]);
}

/** The JSON pointer (RFC 6901) of a way. The names of an object are at the object. */
export function writePointer(steps: readonly Step[]): string {
  return steps
    .map((step) =>
      step.kind === "member"
        ? `/${escapeSegment(step.name)}`
        : step.kind === "item"
          ? `/${step.index}`
          : "",
    )
    .join("");
}
