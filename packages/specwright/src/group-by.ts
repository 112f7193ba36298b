/** Groups items by a key, in order. Node 21 and later have Map.groupBy for this. */
export function groupBy<Item, Key>(
  items: Iterable<Item>,
  toKey: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = toKey(item);
    const group = groups.get(key);
    if (group === undefined) {
      groups.set(key, [item]);
    } else {
      group.push(item);
    }
  }
  return groups;
}
