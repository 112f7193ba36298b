/** An object without the members that are undefined: those that may be are optional. */
export type Defined<T> = {
  [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key];
} & {
  [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>;
};

/** Leaves out undefined members, so that spreading the result over an object replaces only given values. */
export function defined<T extends object>(value: T): Defined<T> {
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  // The entries of a value without those that its type calls undefined.
  return Object.fromEntries(members) as Defined<T>;
}

/** The members of these names that are there and defined. */
export function pick<T extends object, const Key extends keyof T>(
  source: T,
  keys: readonly Key[],
): Defined<Pick<T, Key>> {
  // An entry for each of the keys.
  return defined(Object.fromEntries(keys.map((key) => [key, source[key]])) as Pick<T, Key>);
}
