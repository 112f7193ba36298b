/** A value, now or later. */
export type Later<T> = T | Promise<T>;

/**
 * Continues with a value: at once when it is there. A promise for every step would cost the router more than the steps. An
 * error of `next` is thrown or rejects, accordingly.
 */
export function after<T, U>(value: Later<T>, next: (value: T) => Later<U>): Later<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}
