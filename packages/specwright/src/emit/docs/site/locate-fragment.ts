import type { SitePlan } from "./plan-site.ts";

/**
 * Finds the page that an address inside the document means, as its texts have it for other references: `tag/pets`,
 * `operation/listPets`, `tag/pets/operation/listPets`, or `section/limits` for a heading of the introduction. Returns the
 * address of the page relative to the site, or undefined.
 */
export type LocateFragment = (fragment: string) => string | undefined;

/**
 * Collects the addresses of all tags and operations once, because many texts ask.
 *
 * @param sections The names of the introduction's headings.
 */
export function createLocateFragment(
  plan: SitePlan,
  sections: ReadonlySet<string>,
): LocateFragment {
  const pages = new Map<string, string>();
  for (const { operation, path } of [...plan.operations, ...plan.webhooks]) {
    pages.set(`operation/${operation.operationId ?? operation.name}`, path);
  }
  // Redoc and Redocly write spaces as hyphens. A tag with that very name comes first, and of several the first one.
  for (const write of [(name: string) => name, (name: string) => name.replaceAll(/\s+/gu, "-")]) {
    for (const { name, path } of plan.groups) {
      const address = `tag/${write(name)}`;
      pages.set(address, pages.get(address) ?? path);
    }
  }
  return (fragment) => {
    // Redoc also writes the headings around it: `section/Limits/Bursts`.
    const [, section] = /^section\/(?:.*\/)?([^/]+)$/su.exec(fragment.toLowerCase()) ?? [];
    if (section !== undefined && sections.has(section)) {
      return `index.html#section/${encodeURI(section)}`;
    }
    const [, operation] = /^tag\/[^/]*\/(operation\/.+)$/su.exec(fragment) ?? [];
    const path = pages.get(operation ?? fragment);
    return path === undefined ? undefined : `${encodeURI(path)}.html`;
  };
}
