import { LRUCache } from "lru-cache";
import { createJoinedCatalog } from "../../applications/toolkits/catalog/joined-catalog.ts";
import { keepBySize } from "../../applications/toolkits/catalog/keep-by-size.ts";
import type { ReadTool } from "../../applications/toolkits/catalog/stored-version.ts";
import {
  createToolkitGroup,
  type ToolkitGroup,
} from "../../applications/toolkits/catalog/toolkit-group.ts";
import type { Compiler } from "../../applications/toolkits/compiled/create-compiler.ts";
import type {
  CatalogPlace,
  GroupedToolkit,
  ToolkitCatalog,
  ToolkitCatalogs,
} from "../../applications/toolkits/types/catalog-types.ts";
import type { Database } from "../../base/db/opening/open-database.ts";
import { runInBatches } from "../../base/sharing/in-batches.ts";
import { readCatalogVersions } from "./catalog-statements.ts";
import { compileStored } from "./compile-stored.ts";
import { openToolkits } from "./open-toolkits.ts";
import { readProjectToolkits, type ToolkitRow } from "./toolkit-rows.ts";

/** The input of `createProjectCatalogs`. */
export interface CatalogParts {
  readonly database: Database;
  /** The toolkits that every project sees. */
  readonly installation: ToolkitGroup;
  /** The address of the platform, for logos; no slash at the end. */
  readonly baseUrl: string;
  /** Compiles toolkits that another version of the code had compiled. */
  readonly compiler: Compiler;
  /** Called when a toolkit cannot be compiled. Its project does not see it then. */
  readonly onMissing?: (missing: MissingToolkit) => void;
  /** Called after the catalog of a project was loaded, with the seconds that it took. */
  readonly onLoaded?: (seconds: number) => void;
  /** Bytes of toolkits of projects that are kept, and as many bytes of their tools. Default: 64 MiB each. */
  readonly cacheBytes?: number;
}

/** A version of a stored toolkit that cannot be compiled. */
export interface MissingToolkit {
  readonly projectId: string;
  readonly slug: string;
  readonly version: string;
  readonly failure: Error;
}

const defaultCacheBytes = 64 * 1024 * 1024;

/**
 * Milliseconds after which a catalog with missing toolkits is loaded again. The existing one is served in the
 * meantime.
 */
const retryMs = 60_000;

/** A project's catalog at one version. */
interface Loaded {
  readonly version: number;
  readonly catalog: ToolkitCatalog;
  /** The key names all versions of a toolkit. If the next catalog has the same key, it reuses the entry. */
  readonly grouped: ReadonlyMap<string, Entry>;
  /** When to load the catalog again, by `performance.now()`, because some of its toolkits are missing. */
  readonly retryAt?: number;
}

/** A toolkit with an estimate of its size in memory. */
export interface Entry {
  readonly toolkit: GroupedToolkit;
  readonly bytes: number;
}

/** Callers at the same time share a statement. One that hangs delays the callers after it by as long as one usually takes. */
const versionBatches = { atMost: 500, patienceMs: 20 };

/**
 * Creates the catalogs of all projects. A catalog combines the installation's toolkits, which are in memory once,
 * with those of the project, which are loaded on demand and dropped when others need the memory.
 *
 * Each change of a project's toolkits raises the version of its catalog in the same transaction, and every look-up of
 * a key returns that version. A request that begins after a change was answered therefore never sees an older
 * catalog, on any replica and without any notification. Most projects have version 0: they have no toolkits of their
 * own, and nothing is loaded.
 */
export function createProjectCatalogs(parts: CatalogParts): ToolkitCatalogs {
  const { database, cacheBytes = defaultCacheBytes } = parts;
  const installation = createJoinedCatalog(parts.installation);
  const loaded = new LRUCache<string, Loaded>({ maxSize: cacheBytes });
  const tools = new LRUCache<string, ReadTool>({ maxSize: cacheBytes });
  const loading = new Map<string, Promise<Loaded>>();
  const readVersion = runInBatches(
    (projectIds: readonly string[]) => readCatalogVersions(database.unscoped, projectIds),
    versionBatches,
  );

  const load = async (projectId: string): Promise<Loaded> => {
    const began = performance.now();
    const next = await loadCatalog(parts, projectId, { before: loaded.get(projectId), tools });
    parts.onLoaded?.((performance.now() - began) / 1000);
    const bytes = [...next.grouped.values()].reduce((sum, entry) => sum + entry.bytes, 0);
    keepBySize(loaded, projectId, next, bytes);
    return next;
  };
  const loadOnce = async (projectId: string): Promise<Loaded> => {
    const known = loading.get(projectId) ?? load(projectId);
    loading.set(projectId, known);
    try {
      return await known;
    } finally {
      if (loading.get(projectId) === known) {
        loading.delete(projectId);
      }
    }
  };
  return {
    installation,
    open: async ({ projectId, catalogVersion }: CatalogPlace) => {
      const version = catalogVersion ?? (await readVersion(projectId));
      if (version === 0) {
        return installation;
      }
      const known = loaded.get(projectId);
      if (known !== undefined && known.version >= version) {
        if (known.retryAt !== undefined && performance.now() > known.retryAt) {
          // Nobody waits for this load. If it fails, the next caller starts another.
          loadOnce(projectId).catch(() => undefined);
        }
        return known.catalog;
      }
      // A load that was already running may be older than this caller's version. The next load is not, even if the
      // project was erased meanwhile.
      const first = await loadOnce(projectId);
      return (first.version >= version ? first : await loadOnce(projectId)).catalog;
    },
  };
}

async function loadCatalog(
  parts: CatalogParts,
  projectId: string,
  {
    before,
    tools,
  }: { readonly before: Loaded | undefined; readonly tools: LRUCache<string, ReadTool> },
): Promise<Loaded> {
  const { database } = parts;
  const { catalogVersion, rows } = await database.transactInProject(projectId, (trx) =>
    readProjectToolkits(trx, projectId),
  );
  const missing = await compileAll(parts, projectId, rows);
  const grouped = new Map<string, Entry>();
  const unopened = new Map<string, readonly ToolkitRow[]>();
  const withheld = new Set<string>();
  for (const [slug, all] of Map.groupBy(rows, (row) => row.slug)) {
    const versions = all.filter((row) => !missing.has(row));
    if (versions[0] !== all[0]) {
      // Withhold the toolkit. Otherwise an older version in its place would look like the newest.
      withheld.add(slug);
      continue;
    }
    const key = versions.map(({ id }) => id).join(" ");
    const known = before?.grouped.get(key);
    if (known === undefined) {
      unopened.set(key, versions);
    } else {
      grouped.set(key, known);
    }
  }
  const opened = await openToolkits([...unopened.values()], { ...parts, projectId, tools });
  [...unopened.keys()].forEach((key, index) => {
    const entry = opened[index];
    if (entry !== undefined) {
      grouped.set(key, entry);
    }
  });
  const own = createToolkitGroup(
    [...grouped.values()].map(({ toolkit }) => toolkit),
    withheld,
  );
  return {
    version: catalogVersion,
    grouped,
    catalog: createJoinedCatalog(parts.installation, own),
    ...(missing.size === 0 ? {} : { retryAt: performance.now() + retryMs }),
  };
}

/**
 * Compiles toolkits that another version of the code had compiled. Returns the versions that cannot be compiled, and
 * reports each.
 */
async function compileAll(
  parts: CatalogParts,
  projectId: string,
  rows: readonly ToolkitRow[],
): Promise<ReadonlySet<ToolkitRow>> {
  const missing = new Set<ToolkitRow>();
  for (const row of rows.filter(({ isCompiled }) => !isCompiled)) {
    const failure = await compileStored(parts, { projectId, toolkitId: row.id });
    if (failure !== undefined) {
      missing.add(row);
      parts.onMissing?.({ projectId, slug: row.slug, version: row.version, failure });
    }
  }
  return missing;
}
