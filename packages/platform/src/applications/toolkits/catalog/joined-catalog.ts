import { PlatformError } from "../../../base/errors.ts";
import { createSlices, type Slices } from "../../../base/sharing/take-turns.ts";
import { categories } from "../categories.ts";
import { searchTools } from "../search/search-tools.ts";
import type { ToolIndex } from "../search/tool-index.ts";
import type {
  GroupedToolkit,
  ToolFilter,
  ToolkitCatalog,
  ToolkitVersion,
  ToolSelection,
} from "../types/catalog-types.ts";
import type { ToolOutline } from "../types/tool-types.ts";
import { listToolkits } from "./list-toolkits.ts";
import { listTools, openVersion, pickVersion } from "./list-tools.ts";
import { getTrigger, hadTrigger, listTriggerDefinitions } from "./list-triggers.ts";
import { sortTools, type ToolkitGroup } from "./toolkit-group.ts";

/** Lists and searches of more tools than this take longer than a millisecond. */
const manyTools = 2000;

/**
 * Creates the catalog of a project from the installation's toolkits and the project's own, which come first. If both
 * have a toolkit with the same slug, the installation's is hidden: it was added later, and the project's accounts
 * belong to the other.
 */
export function createJoinedCatalog(
  installation: ToolkitGroup,
  own?: ToolkitGroup,
): ToolkitCatalog {
  const find = (slug: string): GroupedToolkit | undefined =>
    own?.toolkits.get(slug) ??
    (own?.withheld.has(slug) ? undefined : installation.toolkits.get(slug));
  const listShown = (group: ToolkitGroup | undefined): readonly GroupedToolkit[] =>
    [...(group?.toolkits.values() ?? [])].filter(
      (grouped) => find(grouped.latest.toolkit.slug) === grouped,
    );
  const listShownToolkits = (group: ToolkitGroup | undefined) =>
    listShown(group).map(({ latest }) => latest.toolkit);
  const findOwner = (slug: string): GroupedToolkit | undefined => {
    const owner = own?.findOwner(slug) ?? installation.findOwner(slug);
    return owner === undefined || find(owner.latest.toolkit.slug) === owner ? owner : undefined;
  };
  const select = async (slug: string, wanted: ToolSelection): Promise<ToolkitVersion> => {
    const owner = findOwner(slug);
    if (owner === undefined) {
      throw new PlatformError("Tool_NotFound");
    }
    const named = wanted.version ?? pickVersion(wanted.toolkitVersions, owner.latest.toolkit.slug);
    const isLatest = named === undefined || named === "latest";
    // When the latest version no longer has a tool, use the newest version that has it.
    const version = await openVersion(
      owner,
      isLatest ? owner.versionsOfTools.get(slug)?.[0] : named,
    );
    if (!version.toolkit.tools.has(slug)) {
      throw new PlatformError("Tool_VersionNotFound");
    }
    return version;
  };
  const openIndexes = async (): Promise<readonly ToolIndex[]> =>
    await Promise.all(
      [installation, ...(own === undefined ? [] : [own])].map((group) => group.openIndex()),
    );
  const startSlices = async (): Promise<Slices> => {
    const slices = createSlices();
    const [first, second] = [await installation.sortTools(), (await own?.sortTools()) ?? []];
    if (first.length + second.length > manyTools) {
      // Without this, requests in one turn of the event loop would run their first slices one after the other.
      await slices.next();
    }
    return slices;
  };
  const listBySlug = async (toolkitSlug: string | undefined): Promise<Iterable<ToolOutline>> => {
    const named = toolkitSlug === undefined ? undefined : find(toolkitSlug);
    return named === undefined
      ? mergeTools((await own?.sortTools()) ?? [], await installation.sortTools())
      : sortTools(named);
  };
  const search = async ({ search: text = "", isPreferred }: ToolFilter, slices: Slices) =>
    await searchTools(await openIndexes(), {
      text,
      slices,
      // A project imports what it is about to use.
      isPreferred: (slug) => own?.toolkits.has(slug) === true || isPreferred?.(slug) === true,
    });
  const isVisible = (tool: ToolOutline): boolean =>
    findOwner(tool.slug)?.latest.toolkit.tools.get(tool.slug) === tool;
  return {
    findToolkit: (slug) => find(slug)?.latest.toolkit,
    isShipped: (slug) => installation.toolkits.has(slug) && own?.toolkits.has(slug) !== true,
    getToolkit: (slug) => find(slug)?.latest.toolkit ?? fail("Toolkit_NotFound"),
    listToolkits: (filter = {}) => {
      const { managedBy = "all" } = filter;
      const groups = { platform: [installation], project: [own], all: [installation, own] };
      return listToolkits(groups[managedBy].flatMap(listShownToolkits), filter);
    },
    listCategories: () => categories,
    hasTool: (slug) => findOwner(slug) !== undefined,
    findTool: async (slug) => {
      const latest = findOwner(slug)?.latest;
      return await latest?.readTool(slug);
    },
    getTool: async (slug, wanted = {}) => {
      const version = await select(slug, wanted);
      return (await version.readTool(slug)) ?? fail("Tool_VersionNotFound");
    },
    getRecord: async (slug, wanted = {}) => {
      const version = await select(slug, wanted);
      return (await version.readRecords([slug])).get(slug) ?? fail("Tool_VersionNotFound");
    },
    listTools: async (filter = {}) => {
      const isBySlug = filter.search === undefined || filter.search.trim() === "";
      const slices = await startSlices();
      const ordered = isBySlug
        ? { isBySlug, tools: await listBySlug(filter.toolkitSlug) }
        : { isBySlug, ...(await search(filter, slices)) };
      return await listTools(ordered, filter, { find, isVisible, slices });
    },
    listToolSlugs: async () => {
      const slugs: string[] = [];
      const slices = await startSlices();
      for (const tool of await listBySlug(undefined)) {
        if (!tool.record.is_deprecated && isVisible(tool)) {
          slugs.push(tool.slug);
        }
        if (slices.isOver()) {
          await slices.next();
        }
      }
      return slugs;
    },
    listTriggers: async (filter = {}) =>
      await listTriggerDefinitions([...listShown(own), ...listShown(installation)], filter),
    getTrigger: async (slug, versions) =>
      await getTrigger([...listShown(own), ...listShown(installation)], slug, versions),
    hadTrigger: async (slug) =>
      await hadTrigger([...listShown(own), ...listShown(installation)], slug),
  };
}

function fail(slug: ConstructorParameters<typeof PlatformError>[0]): never {
  throw new PlatformError(slug);
}

/** Merges two lists of tools that are sorted by slug. */
function* mergeTools(
  first: readonly ToolOutline[],
  second: readonly ToolOutline[],
): Generator<ToolOutline> {
  let index = 0;
  for (const tool of first) {
    for (
      let other = second[index];
      other !== undefined && other.slug < tool.slug;
      other = second[index]
    ) {
      yield other;
      index += 1;
    }
    yield tool;
  }
  for (; index < second.length; index += 1) {
    const rest = second[index];
    if (rest !== undefined) {
      yield rest;
    }
  }
}
