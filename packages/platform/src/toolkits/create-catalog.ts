import type { Schemas } from "../api-types.ts";
import { PlatformError } from "../errors.ts";
import { buildToolkit, toolSlugs } from "./build/build-toolkit.ts";
import { categories, findCategory } from "./categories.ts";
import type { ToolkitDocument } from "./documents/read-document.ts";
import type { SearchIndex } from "./search/search-index.ts";
import { createToolSearch } from "./search/tool-search.ts";
import type {
  ToolFilter,
  ToolkitCatalog,
  ToolkitDefinition,
  ToolkitDetailRecord,
  ToolkitFilter,
  ToolkitVersions,
} from "./types/catalog-types.ts";
import type { ToolDefinition } from "./types/tool-types.ts";

/** What a catalog is made of. */
export interface CatalogOptions {
  readonly documents: readonly ToolkitDocument[];
  /** The address of the platform, for logos; no slash at the end. */
  readonly baseUrl: string;
  /** The modes that this deployment holds credentials for, of a toolkit. Default: none. */
  readonly managedModes?: (slug: string) => readonly string[];
}

/** Versions of one toolkit, the newest first. */
type Versions = readonly [ToolkitDefinition, ...ToolkitDefinition[]];

/** The catalog of the platform's toolkits. The documents have been checked: their problems are not told again. */
export function createCatalog(options: CatalogOptions): ToolkitCatalog {
  const toolkits = buildAll(options);
  const latest = [...toolkits.values()].map(([toolkit]) => toolkit);
  const tools = new Map(latest.flatMap((toolkit) => [...toolkit.tools]));
  let index: SearchIndex | undefined;
  const search = (query: string): readonly string[] => {
    index ??= createToolSearch([...tools.values()]);
    return index.search(query);
  };
  const pick = (slug: string, version: string | undefined): ToolkitDefinition | undefined =>
    version === undefined || version === "latest"
      ? toolkits.get(slug)?.[0]
      : toolkits.get(slug)?.find((toolkit) => toolkit.version === version);
  return {
    findToolkit: pick,
    getToolkit: (slug) => pick(slug, undefined) ?? fail("Toolkit_NotFound"),
    listToolkits: (filter = {}) => listToolkits(latest, filter),
    listCategories: () => categories,
    findTool: (slug) => tools.get(slug),
    getTool(slug, select = {}) {
      const newest = [...toolkits.values()]
        .flatMap((versions) => versions.map((toolkit) => toolkit.tools.get(slug)))
        .find((tool) => tool !== undefined);
      if (newest === undefined) {
        fail("Tool_NotFound");
      }
      const version = select.version ?? versionOf(select.toolkitVersions, newest.toolkit.slug);
      return version === undefined || version === "latest"
        ? newest
        : (pick(newest.toolkit.slug, version)?.tools.get(slug) ?? fail("Tool_VersionNotFound"));
    },
    listTools: (filter = {}) => listTools(latest, filter, pick, search),
    listToolSlugs: () =>
      [...tools.values()]
        .filter(({ record }) => !record.is_deprecated)
        .map(({ slug }) => slug)
        .sort(),
  };
}

function fail(slug: ConstructorParameters<typeof PlatformError>[0]): never {
  throw new PlatformError(slug);
}

function buildAll(options: CatalogOptions): ReadonlyMap<string, Versions> {
  const bySlug = Map.groupBy(options.documents, ({ format }) => format.slug);
  const toolkits = new Map<string, Versions>();
  for (const [slug, documents] of bySlug) {
    // Versions are dates and counters: the newest is the greatest text.
    const sorted = documents.toSorted((a, b) => (a.version < b.version ? 1 : -1));
    const slugs = sorted.map((document) => ({
      version: document.version,
      slugs: toolSlugs(document).slugs,
    }));
    const surroundings = {
      baseUrl: options.baseUrl,
      managedModes: options.managedModes?.(slug) ?? [],
      versions: sorted.map(({ version }) => version),
      versionsOfTool: (tool: string) =>
        slugs.filter((entry) => entry.slugs.has(tool)).map(({ version }) => version),
    };
    const [first, ...others] = sorted.map(
      (document) => buildToolkit(document, surroundings).toolkit,
    );
    if (first !== undefined) {
      toolkits.set(slug, [first, ...others]);
    }
  }
  return toolkits;
}

function versionOf(versions: ToolkitVersions | undefined, slug: string): string | undefined {
  return typeof versions === "object" && Object.hasOwn(versions, slug) ? versions[slug] : undefined;
}

function listToolkits(
  toolkits: readonly ToolkitDefinition[],
  filter: ToolkitFilter,
): readonly ToolkitDetailRecord[] {
  const { slugs = [], category, search, usage } = filter;
  const wanted = category === undefined ? undefined : findCategory(category);
  if (category !== undefined && wanted === undefined) {
    fail("Toolkit_CategoryNotFound");
  }
  if (filter.managedBy === "project") {
    return [];
  }
  const text = search?.trim().toLowerCase();
  const records = toolkits
    .filter(({ isDeprecated, slug, record }) => {
      const isNamed = slugs.includes(slug);
      return (
        (slugs.length === 0 || isNamed) &&
        (!isDeprecated || isNamed || filter.includeDeprecated === true) &&
        (wanted === undefined || record.meta.categories.some(({ id }) => id === wanted.id)) &&
        (text === undefined ||
          [slug, record.name, record.meta.description].some((part) =>
            part.toLowerCase().includes(text),
          ))
      );
    })
    .map(({ record }) => record);
  const uses = (record: ToolkitDetailRecord): number =>
    filter.sortBy === "alphabetically" ? 0 : (usage?.get(record.slug) ?? 0);
  return records.sort(
    (a, b) => uses(b) - uses(a) || compare(a.name, b.name) || compare(a.slug, b.slug),
  );
}

/** By code units, in lower case: the same order on every machine. */
function compare(a: string, b: string): number {
  const [left, right] = [a.toLowerCase(), b.toLowerCase()];
  return left < right ? -1 : left > right ? 1 : 0;
}

function listTools(
  latest: readonly ToolkitDefinition[],
  filter: ToolFilter,
  pick: (slug: string, version: string | undefined) => ToolkitDefinition | undefined,
  search: (query: string) => readonly string[],
): readonly Schemas["Tool"][] {
  const { toolkitSlug, toolSlugs, tags, scopes } = filter;
  const wanted = latest.filter(({ slug }) => toolkitSlug === undefined || slug === toolkitSlug);
  if (toolkitSlug !== undefined && wanted.length === 0) {
    fail("Toolkit_NotFound");
  }
  const tools = wanted.flatMap(({ slug }) => {
    const version = versionOf(filter.toolkitVersions, slug);
    return [...(pick(slug, version) ?? fail("Tool_VersionNotFound")).tools.values()];
  });
  const some = (values: readonly string[], among: readonly string[] | undefined): boolean =>
    among === undefined || among.length === 0 || values.some((value) => among.includes(value));
  const isWanted = ({ record }: ToolDefinition): boolean =>
    (!record.is_deprecated || filter.includeDeprecated === true) &&
    some([record.slug], toolSlugs) &&
    some(record.tags, tags) &&
    some(record.scopes, scopes);
  const bySlug = new Map(tools.filter(isWanted).map((tool) => [tool.slug, tool.record]));
  const order = filter.search?.trim() ? search(filter.search) : [...bySlug.keys()].sort();
  return order.flatMap((slug) => bySlug.get(slug) ?? []);
}
