/**
 * Makes an object whose members are created on first use and then kept. A module with thousands of schemas loads
 * without creating any, and the engine compiles only the code of the members that are used. Otherwise it is an ordinary
 * object: its members are enumerable, and each is always the same value.
 */
export function onFirstUse<T extends object>(makers: { readonly [K in keyof T]: () => T[K] }): T {
  const members = {};
  for (const [key, make] of Object.entries<() => unknown>(makers)) {
    Object.defineProperty(members, key, {
      enumerable: true,
      configurable: true,
      get: () => {
        const value = make();
        Object.defineProperty(members, key, { value });
        return value;
      },
    });
  }
  // The loop has defined every key of `T`.
  return members as T;
}
