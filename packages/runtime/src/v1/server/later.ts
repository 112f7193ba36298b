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

/**
 * Takes what a function of the application returned: a value, or anything that can be awaited. Some libraries have promises
 * of their own class, and those of remote calls may be functions.
 */
export function settle<T>(returned: T | PromiseLike<T>): Later<T> {
  return isThenable(returned) ? Promise.resolve(returned) : returned;
}

function isThenable<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  const isObject = typeof value === "object" && value !== null;
  return (isObject || typeof value === "function") && "then" in value;
}
