/**
 * An object whose members are made when they are first asked for, and stay: a module with thousands of schemas loads
 * without making one, and its code is compiled by the operation. The members are listed, and are each the same value for
 * ever, as those of any object.
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
  // Each key has been defined with the function that makes its value.
  return members as T;
}
