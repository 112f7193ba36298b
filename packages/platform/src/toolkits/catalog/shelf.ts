import { createSlices } from "../../sharing/take-turns.ts";
import { indexTools, type ToolIndex } from "../search/tool-index.ts";
import type { ShelvedToolkit } from "../types/catalog-types.ts";
import type { ToolOutline } from "../types/tool-types.ts";
import { mergeSorted } from "./merge-sorted.ts";

/**
 * A group of toolkits that are loaded and dropped together: the installation's, or those of one project. A shelf
 * never changes.
 */
export interface Shelf {
  /** By slug. */
  readonly toolkits: ReadonlyMap<string, ShelvedToolkit>;
  /**
   * Slugs of toolkits that belong to this shelf but cannot be shown. A toolkit of another shelf must not take their
   * place.
   */
  readonly withheld: ReadonlySet<string>;
  /** Finds the toolkit that has a tool, in any version. */
  findOwner(toolSlug: string): ShelvedToolkit | undefined;
  /** The tools of the latest versions, by slug. */
  sortTools(): Promise<readonly ToolOutline[]>;
  /** The search index of these tools. */
  openIndex(): Promise<ToolIndex>;
}

/** Creates a shelf. Its lists and indexes are computed when they are first asked for. */
export function createShelf(
  shelved: Iterable<ShelvedToolkit>,
  withheld: ReadonlySet<string> = new Set(),
): Shelf {
  const toolkits = new Map<string, ShelvedToolkit>();
  for (const toolkit of shelved) {
    toolkits.set(toolkit.latest.toolkit.slug, toolkit);
  }
  const owners = makeOnce(() => {
    const found = new Map<string, ShelvedToolkit>();
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
export function sortTools({ latest }: ShelvedToolkit): readonly ToolOutline[] {
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
