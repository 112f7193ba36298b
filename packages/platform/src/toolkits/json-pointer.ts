/**
 * The value that a JSON Pointer leads to (RFC 6901); undefined when it leads nowhere. Only own members are followed.
 */
export function valueAt(value: unknown, pointer: string): unknown {
  let current = value;
  for (const segment of pointerSegments(pointer)) {
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, segment)) {
      return undefined;
    }
    // The check above makes it a member of the object or an element of the array.
    current = (current as Readonly<Record<string, unknown>>)[segment];
  }
  return current;
}

/** Sets a value in nested objects, which are made as needed. */
export function setAt(target: Record<string, unknown>, pointer: string, value: unknown): void {
  const segments = pointerSegments(pointer);
  const last = segments.pop() ?? "";
  let current = target;
  for (const segment of segments) {
    const next = Object.hasOwn(current, segment) ? current[segment] : undefined;
    // Pointers come from toolkit documents that were checked; what stands there is an object of ours, or is replaced.
    const object = (typeof next === "object" && next !== null ? next : {}) as Record<
      string,
      unknown
    >;
    current[segment] = object;
    current = object;
  }
  current[last] = value;
}

/** The segments of a pointer, unescaped. */
export function pointerSegments(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
}
