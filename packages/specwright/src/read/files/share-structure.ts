/**
 * The new value with every part of the old one that stands at the same place and says the same: what was kept for such a
 * part by its object is still true of it. Members in another order are not the same. Changes the new value.
 *
 * @param old A value of JSON.
 * @param next A value of JSON that nobody else holds, nested no deeper than `maximumDepth`.
 */
export function shareStructure(old: unknown, next: unknown): unknown {
  if (old === next || typeof old !== "object" || typeof next !== "object") {
    return next;
  }
  if (old === null || next === null || Array.isArray(old) !== Array.isArray(next)) {
    return next;
  }
  // Neither is null or a scalar, and arrays have their elements by index like members.
  const from = old as Readonly<Record<string, unknown>>;
  const to = next as Record<string, unknown>;
  const keys = Object.keys(to);
  const oldKeys = Object.keys(from);
  let isSame = keys.length === oldKeys.length;
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] as string;
    const own = oldKeys[index] === key || Object.hasOwn(from, key);
    const shared = own ? shareStructure(from[key], to[key]) : to[key];
    isSame &&= oldKeys[index] === key && own && shared === from[key];
    if (shared !== to[key]) {
      to[key] = shared;
    }
  }
  return isSame ? old : next;
}
