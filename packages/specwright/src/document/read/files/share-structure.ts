/**
 * Replaces each part of a new value by the part of the old value at the same place, if both are equal. Data stored by
 * the object of such a part thus stays valid. Objects whose members have another order are not equal. Changes `next` in
 * place.
 *
 * @param old A value of JSON.
 * @param next A value of JSON that no other code holds, nested no deeper than `maximumDepth`.
 */
export function shareStructure(old: unknown, next: unknown): unknown {
  if (old === next || typeof old !== "object" || typeof next !== "object") {
    return next;
  }
  if (old === null || next === null || Array.isArray(old) !== Array.isArray(next)) {
    return next;
  }
  // Both are objects or both are arrays. The elements of an array are accessed by index, like members.
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
