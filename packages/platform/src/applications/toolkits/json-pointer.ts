/**
 * Returns the value at a JSON Pointer (RFC 6901); undefined when it does not exist, or when the text is not a pointer. Inherited
 * members and the length of a list are not followed.
 */
export function findValueAt(value: unknown, pointer: string): unknown {
  if (pointer !== "" && !pointer.startsWith("/")) {
    return undefined;
  }
  let current = value;
  for (const segment of splitPointer(pointer)) {
    if (typeof current !== "object" || current === null || !isMember.call(current, segment)) {
      return undefined;
    }
    // The check above guarantees a member of an object or an element of an array.
    current = (current as Readonly<Record<string, unknown>>)[segment];
  }
  return current;
}

/** True for own members, except the length of a list. */
const isMember = Object.prototype.propertyIsEnumerable;

/** Sets a value in nested objects, and creates missing ones. */
export function setAt(target: Record<string, unknown>, pointer: string, value: unknown): void {
  const segments = splitPointer(pointer);
  const last = segments.pop() ?? "";
  let current = target;
  for (const segment of segments) {
    const next = Object.hasOwn(current, segment) ? current[segment] : undefined;
    // The pointers come from checked toolkit documents. An existing value that is not our own object is replaced.
    const object = (typeof next === "object" && next !== null ? next : {}) as Record<
      string,
      unknown
    >;
    current[segment] = object;
    current = object;
  }
  current[last] = value;
}

/** A pointer of segments: `["paths", "/pets"]` becomes `/paths/~1pets`. */
export function joinPointer(segments: readonly (string | number)[]): string {
  return segments
    .map((each) => `/${String(each).replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");
}

/** The segments of a pointer, unescaped. */
export function splitPointer(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
}
