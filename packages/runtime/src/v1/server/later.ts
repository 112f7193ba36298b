/** A value, now or later. */
export type Later<T> = T | Promise<T>;

/**
 * Calls `next` with a value: at once, or when its promise resolves. If every step of the router were a promise, the
 * promises would cost more than the steps. When `next` throws, `after` throws in the first case and rejects in the
 * second.
 */
export function callAfter<T, U>(value: Later<T>, next: (value: T) => Later<U>): Later<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}
