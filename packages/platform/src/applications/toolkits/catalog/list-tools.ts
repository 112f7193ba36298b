import type { Schemas } from "../../../base/api-types.ts";
import { PlatformError } from "../../../base/errors.ts";
import type { Slices } from "../../../base/sharing/take-turns.ts";
import { type Match, standsOut } from "../search/match.ts";
import type {
  GroupedToolkit,
  ListedTools,
  ToolFilter,
  ToolkitVersion,
  ToolkitVersions,
} from "../types/catalog-types.ts";
import type { ToolOutline } from "../types/tool-types.ts";

/**
 * The longest list in characters. A longer one would keep the process and its reader busy; the schemas of one tool
 * can have 300,000.
 */
const maximumCharacters = 4 * 1024 * 1024;

/** A tool in a list, with the version from which its record is read. */
interface Listed {
  readonly tool: ToolOutline;
  readonly version: ToolkitVersion;
}

/** The tools of the latest versions in the order of a list: by slug, or by their score in a search. */
export interface OrderedTools {
  readonly tools: Iterable<ToolOutline>;
  readonly isBySlug: boolean;
  /** How well the best tools of a search match. */
  readonly matches?: ReadonlyMap<ToolOutline, Match>;
}

/** The toolkits that a project sees in a catalog, and the tools that a look-up finds. */
export interface CatalogView {
  /** A visible toolkit by slug. */
  readonly find: (toolkitSlug: string) => GroupedToolkit | undefined;
  /** True when a look-up of the tool's slug finds this tool. */
  readonly isVisible: (tool: ToolOutline) => boolean;
  /** The slices of the request: a catalog can have 50,000 tools. */
  readonly slices: Slices;
}

/**
 * Lists the tools that match a filter.
 * @throws PlatformError `Toolkit_NotFound`, `Tool_VersionNotFound`
 */
export async function listTools(
  ordered: OrderedTools,
  filter: ToolFilter,
  { find, isVisible, slices }: CatalogView,
): Promise<ListedTools> {
  if (filter.toolkitSlug !== undefined && find(filter.toolkitSlug) === undefined) {
    throw new PlatformError("Toolkit_NotFound");
  }
  const pinned = await openPinned(filter, find);
  const isWanted = createTest(filter);
  const listed: Listed[] = [];
  for (const tool of ordered.tools) {
    if (slices.isOver()) {
      await slices.next();
    }
    const { slug } = tool.record.toolkit;
    const isAsked = filter.toolkitSlug === undefined || filter.toolkitSlug === slug;
    const grouped = isAsked && isVisible(tool) ? find(slug) : undefined;
    if (grouped === undefined) {
      continue;
    }
    const version = pinned.get(slug);
    if (version === undefined) {
      add(listed, tool, grouped.latest, isWanted);
    } else if (!ordered.isBySlug) {
      add(listed, version.toolkit.tools.get(tool.slug), version, isWanted);
    }
  }
  if (ordered.isBySlug && pinned.size > 0) {
    for (const version of pinned.values()) {
      for (const tool of version.toolkit.tools.values()) {
        add(listed, tool, version, isWanted);
      }
    }
    listed.sort((a, b) => (a.tool.slug < b.tool.slug ? -1 : 1));
  }
  return {
    total: listed.length,
    standsOut: standsOut(...listed.slice(0, 2).map(({ tool }) => ordered.matches?.get(tool))),
    read: (start, limit) => readRecords(takeFitting(listed.slice(start, start + limit))),
  };
}

function add(
  listed: Listed[],
  tool: ToolOutline | undefined,
  version: ToolkitVersion,
  isWanted: (tool: ToolOutline) => boolean,
): void {
  if (tool !== undefined && isWanted(tool)) {
    listed.push({ tool, version });
  }
}

/** Opens the versions that a filter names, other than the latest, for the toolkits that it selects. */
async function openPinned(
  { toolkitVersions, toolkitSlug }: ToolFilter,
  find: (toolkitSlug: string) => GroupedToolkit | undefined,
): Promise<ReadonlyMap<string, ToolkitVersion>> {
  const pinned = new Map<string, ToolkitVersion>();
  const wanted = typeof toolkitVersions === "object" ? Object.keys(toolkitVersions) : [];
  for (const slug of wanted) {
    const version = pickVersion(toolkitVersions, slug);
    const grouped = toolkitSlug === undefined || toolkitSlug === slug ? find(slug) : undefined;
    if (grouped !== undefined && version !== undefined) {
      const opened = await openVersion(grouped, version);
      if (opened !== grouped.latest) {
        pinned.set(slug, opened);
      }
    }
  }
  return pinned;
}

/**
 * Opens a version of a toolkit.
 *
 * @throws PlatformError `Tool_VersionNotFound`
 */
export async function openVersion(
  grouped: GroupedToolkit,
  version: string | undefined,
): Promise<ToolkitVersion> {
  if (version === undefined || version === "latest" || version === grouped.versions[0]) {
    return grouped.latest;
  }
  const opened = grouped.versions.includes(version) ? await grouped.open(version) : undefined;
  if (opened === undefined) {
    throw new PlatformError("Tool_VersionNotFound");
  }
  return opened;
}

/** The version that a request names for a toolkit. */
export function pickVersion(
  versions: ToolkitVersions | undefined,
  slug: string,
): string | undefined {
  return typeof versions === "object" && Object.hasOwn(versions, slug) ? versions[slug] : undefined;
}

function createTest(filter: ToolFilter): (tool: ToolOutline) => boolean {
  const slugs = new Set(filter.toolSlugs);
  const tags = new Set(filter.tags);
  const scopes = new Set(filter.scopes);
  const includesSome = (values: readonly string[], among: ReadonlySet<string>): boolean =>
    among.size === 0 || values.some((value) => among.has(value));
  return (tool) =>
    (!tool.record.is_deprecated || filter.includeDeprecated === true) &&
    (slugs.size === 0 || slugs.has(tool.slug)) &&
    includesSome(tool.record.tags, tags) &&
    includesSome(tool.record.scopes, scopes) &&
    filter.isWanted?.(tool) !== false;
}

/** The first tools whose records together fit into one response; at least one tool. */
function takeFitting(listed: readonly Listed[]): readonly Listed[] {
  let characters = 0;
  const end = listed.findIndex(({ tool }, index) => {
    characters += tool.recordLength;
    return index > 0 && characters > maximumCharacters;
  });
  return end === -1 ? listed : listed.slice(0, end);
}

async function readRecords(listed: readonly Listed[]): Promise<readonly Schemas["Tool"][]> {
  const byVersion = Map.groupBy(listed, ({ version }) => version);
  const records = new Map<ToolOutline, Schemas["Tool"]>();
  for (const [version, tools] of byVersion) {
    const found = await version.readRecords(tools.map(({ tool }) => tool.slug));
    for (const { tool } of tools) {
      const record = found.get(tool.slug);
      if (record !== undefined) {
        records.set(tool, record);
      }
    }
  }
  return listed.flatMap(({ tool }) => records.get(tool) ?? []);
}
