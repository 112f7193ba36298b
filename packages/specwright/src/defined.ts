/** The type of an object after its undefined members were removed. Members that may be undefined become optional. */
export type Defined<T> = {
  [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key];
} & {
  [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>;
};

/** Removes undefined members, so that spreading the result over an object only replaces members with given values. */
export function dropUndefined<T extends object>(value: T): Defined<T> {
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  // These are the entries of the value, except those that are undefined.
  return Object.fromEntries(members) as Defined<T>;
}

/** The members with these names, except those that are undefined. */
export function pick<T extends object, const Key extends keyof T>(
  source: T,
  keys: readonly Key[],
): Defined<Pick<T, Key>> {
  // An entry for each of the keys.
  return dropUndefined(Object.fromEntries(keys.map((key) => [key, source[key]])) as Pick<T, Key>);
}
