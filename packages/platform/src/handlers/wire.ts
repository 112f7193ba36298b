/** The same type without `readonly`, all the way down. */
export type Mutable<T> = T extends readonly (infer Item)[]
  ? Mutable<Item>[]
  : T extends object
    ? { -readonly [Name in keyof T]: Mutable<T[Name]> }
    : T;

/**
 * A value of the domain as the body of an answer: the same value. The document's types are mutable and the domain's are
 * not; nothing changes a body on its way out.
 */
export function toBody<T>(value: T): Mutable<T> {
  // Only `readonly` is lost, which says nothing about the value.
  return value as Mutable<T>;
}
