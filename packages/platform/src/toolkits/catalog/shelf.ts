import { createSlices } from "../../sharing/take-turns.ts";
import { indexTools, type ToolIndex } from "../search/tool-index.ts";
import type { ShelvedToolkit } from "../types/catalog-types.ts";
import type { ToolOutline } from "../types/tool-types.ts";
import { mergeSorted } from "./merge-sorted.ts";

/** Toolkits that come and go together: the installation's, or those of one project. Nothing of a shelf ever changes. */
export interface Shelf {
  /** By slug. */
  readonly toolkits: ReadonlyMap<string, ShelvedToolkit>;
  /** Slugs of toolkits that belong here and cannot be shown. No other toolkit may be shown in their place. */
  readonly withheld: ReadonlySet<string>;
  /** The toolkit that has a tool, in whichever version. */
  findOwner(toolSlug: string): ShelvedToolkit | undefined;
  /** The tools of the latest versions, by slug. */
  sortedTools(): Promise<readonly ToolOutline[]>;
  /** The same, to be searched. */
  index(): Promise<ToolIndex>;
}

/** Makes a shelf; what it answers later is worked out when it is first asked for. */
export function createShelf(
  shelved: Iterable<ShelvedToolkit>,
  withheld: ReadonlySet<string> = new Set(),
): Shelf {
  const toolkits = new Map<string, ShelvedToolkit>();
  for (const toolkit of shelved) {
    toolkits.set(toolkit.latest.toolkit.slug, toolkit);
  }
  const owners = once(() => {
    const found = new Map<string, ShelvedToolkit>();
    for (const toolkit of toolkits.values()) {
      for (const slug of toolkit.versionsOfTools.keys()) {
        found.set(slug, toolkit);
      }
    }
    return found;
  });
  const sorted = once(() =>
    mergeSorted([...toolkits.values()].map(sortTools), isBefore, createSlices()),
  );
  return {
    toolkits,
    withheld,
    findOwner: (slug) => owners().get(slug),
    sortedTools: sorted,
    index: once(async () => await indexTools(await sorted())),
  };
}

/** The tools of a toolkit's latest version, by slug. */
export function sortTools({ latest }: ShelvedToolkit): readonly ToolOutline[] {
  return [...latest.toolkit.tools.values()].sort((a, b) => (isBefore(a, b) ? -1 : 1));
}

function isBefore(a: ToolOutline, b: ToolOutline): boolean {
  return a.slug < b.slug;
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
