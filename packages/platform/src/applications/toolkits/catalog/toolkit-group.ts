import { createSlices } from "../../../base/sharing/take-turns.ts";
import { indexTools, type ToolIndex } from "../search/tool-index.ts";
import type { GroupedToolkit } from "../types/catalog-types.ts";
import type { ToolOutline } from "../types/tool-types.ts";
import { mergeSorted } from "./merge-sorted.ts";

/**
 * A group of toolkits that are loaded and dropped together: the installation's, or those of one project. A group
 * never changes.
 */
export interface ToolkitGroup {
  /** By slug. */
  readonly toolkits: ReadonlyMap<string, GroupedToolkit>;
  /**
   * Slugs of toolkits that belong to this group but cannot be shown. A toolkit of another group must not take their
   * place.
   */
  readonly withheld: ReadonlySet<string>;
  /** Finds the toolkit that has a tool, in any version. */
  findOwner(toolSlug: string): GroupedToolkit | undefined;
  /** The tools of the latest versions, by slug. */
  sortTools(): Promise<readonly ToolOutline[]>;
  /** The search index of these tools. */
  openIndex(): Promise<ToolIndex>;
}

/** Creates a group. Its lists and indexes are computed when they are first asked for. */
export function createToolkitGroup(
  grouped: Iterable<GroupedToolkit>,
  withheld: ReadonlySet<string> = new Set(),
): ToolkitGroup {
  const toolkits = new Map<string, GroupedToolkit>();
  for (const toolkit of grouped) {
    toolkits.set(toolkit.latest.toolkit.slug, toolkit);
  }
  const owners = makeOnce(() => {
    const found = new Map<string, GroupedToolkit>();
    for (const toolkit of toolkits.values()) {
      for (const slug of toolkit.versionsOfTools.keys()) {
        found.set(slug, toolkit);
      }
    }
    return found;
  });
  const sorted = makeOnce(() =>
    mergeSorted([...toolkits.values()].map(sortTools), isBefore, createSlices()),
  );
  return {
    toolkits,
    withheld,
    findOwner: (slug) => owners().get(slug),
    sortTools: sorted,
    openIndex: makeOnce(async () => await indexTools(await sorted())),
  };
}

/** The tools of a toolkit's latest version, by slug. */
export function sortTools({ latest }: GroupedToolkit): readonly ToolOutline[] {
  return [...latest.toolkit.tools.values()].sort((a, b) => (isBefore(a, b) ? -1 : 1));
}

function isBefore(a: ToolOutline, b: ToolOutline): boolean {
  return a.slug < b.slug;
}

function makeOnce<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
