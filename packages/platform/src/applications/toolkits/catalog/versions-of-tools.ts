/**
 * The versions in which each tool of a toolkit exists, the newest first. Tools with the same versions share one list,
 * because a toolkit can have a thousand tools and many versions.
 *
 * @param versions the versions, the newest first, with the slugs of their tools
 */
export function listVersionsOfTools(
  versions: readonly (readonly [version: string, slugs: Iterable<string>])[],
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string>();
  for (const [version, slugs] of versions) {
    for (const slug of slugs) {
      const before = found.get(slug);
      found.set(slug, before === undefined ? version : `${before} ${version}`);
    }
  }
  const lists = new Map<string, readonly string[]>();
  return new Map(
    [...found].map(([slug, text]) => {
      const list = lists.get(text) ?? text.split(" ");
      lists.set(text, list);
      return [slug, list] as const;
    }),
  );
}
