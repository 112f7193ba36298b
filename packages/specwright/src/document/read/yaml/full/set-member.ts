/** Adds or replaces a member of an object. The name may also be `__proto__`. */
export function setAnyMember(map: Record<string, unknown>, name: string, value: unknown): void {
  if (name === "__proto__") {
    Object.defineProperty(map, name, {
      ...{ value, writable: true, enumerable: true, configurable: true },
    });
  } else {
    map[name] = value;
  }
}
