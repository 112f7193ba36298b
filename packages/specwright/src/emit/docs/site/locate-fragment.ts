import type { SitePlan } from "./plan-site.ts";

/**
 * Finds the page that an address inside the document means, as its texts have it for other references: `tag/pets`,
 * `operation/listPets` or `tag/pets/operation/listPets`. Returns the address of the page relative to the site, or undefined.
 */
export type LocateFragment = (fragment: string) => string | undefined;

/** Collects the addresses of all tags and operations once, because many texts ask. */
export function createLocateFragment(plan: SitePlan): LocateFragment {
  const pages = new Map<string, string>();
  for (const { operation, path } of [...plan.operations, ...plan.webhooks]) {
    pages.set(`operation/${operation.operationId ?? operation.name}`, path);
  }
  for (const { name, path } of plan.groups) {
    // Redoc and Redocly write spaces as hyphens. A tag with that very name comes first.
    const hyphenated = `tag/${name.replaceAll(/\s+/gu, "-")}`;
    pages.set(hyphenated, pages.get(hyphenated) ?? path);
    pages.set(`tag/${name}`, path);
  }
  return (fragment) => {
    const [, operation] = /^tag\/[^/]*\/(operation\/.+)$/su.exec(fragment) ?? [];
    const path = pages.get(operation ?? fragment);
    return path === undefined ? undefined : `${encodeURI(path)}.html`;
  };
}
