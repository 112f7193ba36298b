/** A value, now or later. */
export type Later<T> = T | Promise<T>;

/**
 * Goes on with a value: at once when it is there. A promise a step would cost the router more than the steps.
 * What `next` throws is thrown or rejects, accordingly.
 */
export function after<T, U>(value: Later<T>, next: (value: T) => Later<U>): Later<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}
