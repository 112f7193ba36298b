import { PlatformError } from "../../../base/errors.ts";
import { findCategory } from "../categories.ts";
import type {
  ToolkitDefinition,
  ToolkitDetailRecord,
  ToolkitFilter,
} from "../types/catalog-types.ts";

/**
 * The records of toolkits that match a filter, in the filter's order.
 *
 * @throws PlatformError `Toolkit_CategoryNotFound`
 */
export function listToolkits(
  toolkits: readonly ToolkitDefinition[],
  filter: ToolkitFilter,
): readonly ToolkitDetailRecord[] {
  const { slugs = [], category, search, usage } = filter;
  const wanted = category === undefined ? undefined : findCategory(category);
  if (category !== undefined && wanted === undefined) {
    throw new PlatformError("Toolkit_CategoryNotFound");
  }
  const named = new Set(slugs);
  const text = search?.trim().toLowerCase();
  const records = toolkits
    .filter(({ isDeprecated, slug, record }) => {
      const isNamed = named.has(slug);
      return (
        (named.size === 0 || isNamed) &&
        (!isDeprecated || isNamed || filter.includeDeprecated === true) &&
        (wanted === undefined || record.meta.categories.some(({ id }) => id === wanted.id)) &&
        (text === undefined ||
          [slug, record.name, record.meta.description].some((part) =>
            part.toLowerCase().includes(text),
          ))
      );
    })
    .map(({ record }) => record);
  const countToolkitUses = (record: ToolkitDetailRecord): number =>
    filter.sortBy === "alphabetically" ? 0 : (usage?.get(record.slug) ?? 0);
  return records.sort(
    (a, b) =>
      countToolkitUses(b) - countToolkitUses(a) ||
      compare(a.name, b.name) ||
      compare(a.slug, b.slug),
  );
}

/** Compares code units in lower case, which gives the same order on every machine. */
function compare(a: string, b: string): number {
  const [left, right] = [a.toLowerCase(), b.toLowerCase()];
  return left < right ? -1 : left > right ? 1 : 0;
}
