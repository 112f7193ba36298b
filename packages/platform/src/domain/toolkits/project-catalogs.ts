import { readCatalogVersion } from "../../db/lookups.ts";
import type { Database } from "../../db/opening/open-database.ts";
import { type BoundedCache, createBoundedCache } from "../../toolkits/catalog/bounded-cache.ts";
import { catalogOfShelves } from "../../toolkits/catalog/catalog-of-shelves.ts";
import { createShelf, type Shelf } from "../../toolkits/catalog/shelf.ts";
import type { ReadTool } from "../../toolkits/catalog/stored-version.ts";
import type { Compiler } from "../../toolkits/compiled/create-compiler.ts";
import type {
  CatalogPlace,
  ShelvedToolkit,
  ToolkitCatalog,
  ToolkitCatalogs,
} from "../../toolkits/types/catalog-types.ts";
import { compileStored } from "./compile-stored.ts";
import { openShelved } from "./open-shelved.ts";
import { readProjectToolkits, type ToolkitRow } from "./toolkit-rows.ts";

/** The parts that the catalogs of projects are made of. */
export interface CatalogParts {
  readonly database: Database;
  /** The toolkits that every project sees. */
  readonly installation: Shelf;
  /** The address of the platform, for logos; no slash at the end. */
  readonly baseUrl: string;
  /** For toolkits that another version of the code compiled. */
  readonly compiler: Compiler;
  /** Called when a toolkit cannot be compiled, which its project does not see then. */
  readonly onMissing?: (missing: MissingToolkit) => void;
  /** How much of projects' toolkits, and of their tools, is kept; default 64 MiB each. */
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

/** After so long a catalog with missing toolkits is loaded again, while the one that is there is still served. */
const retryMs = 60_000;

/** A project's catalog as it was at one version. */
interface Loaded {
  readonly version: number;
  readonly catalog: ToolkitCatalog;
  /** By the versions that it has: an entry that is the same in the next catalog is taken over. */
  readonly shelved: ReadonlyMap<string, Entry>;
  /** When it is to be loaded again, by `performance.now()`: some of its toolkits are missing. */
  readonly retryAt?: number;
}

/** A toolkit with an estimate of its size in memory. */
export interface Entry {
  readonly toolkit: ShelvedToolkit;
  readonly bytes: number;
}

/**
 * The catalogs of all projects: the installation's toolkits, which are in memory once, and those of the project, which are
 * loaded when they are asked for and given up when others need the room.
 *
 * Each change of a project's toolkits raises the version of its catalog in the same transaction, and every look-up of a key
 * answers that version. A request that begins after a change was answered therefore never gets an older catalog, on any
 * replica and without any notification. Most projects have version 0: no toolkits, and nothing to load.
 */
export function createProjectCatalogs(parts: CatalogParts): ToolkitCatalogs {
  const { database, cacheBytes = defaultCacheBytes } = parts;
  const installation = catalogOfShelves(parts.installation);
  const loaded = createBoundedCache<Loaded>(cacheBytes);
  const tools = createBoundedCache<ReadTool>(cacheBytes);
  const loading = new Map<string, Promise<Loaded>>();

  const load = async (projectId: string): Promise<Loaded> => {
    const next = await loadCatalog(parts, projectId, { before: loaded.get(projectId), tools });
    const bytes = [...next.shelved.values()].reduce((sum, entry) => sum + entry.bytes, 0);
    loaded.set(projectId, next, bytes);
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
    of: async ({ projectId, catalogVersion }: CatalogPlace) => {
      const version = catalogVersion ?? (await readCatalogVersion(database.unscoped, projectId));
      if (version === 0) {
        return installation;
      }
      const known = loaded.get(projectId);
      if (known !== undefined && known.version >= version) {
        if (known.retryAt !== undefined && performance.now() > known.retryAt) {
          // Nobody waits for it; while it fails, the next caller begins it again.
          loadOnce(projectId).catch(() => undefined);
        }
        return known.catalog;
      }
      // A load that had begun may be older than the change of this caller's version. The next one is not, also when the
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
  }: { readonly before: Loaded | undefined; readonly tools: BoundedCache<ReadTool> },
): Promise<Loaded> {
  const { database } = parts;
  const { catalogVersion, rows } = await database.scoped(projectId, (trx) =>
    readProjectToolkits(trx, projectId),
  );
  const missing = await compileAll(parts, projectId, rows);
  const shelved = new Map<string, Entry>();
  const unopened = new Map<string, readonly ToolkitRow[]>();
  const withheld = new Set<string>();
  for (const [slug, all] of Map.groupBy(rows, (row) => row.slug)) {
    const versions = all.filter((row) => !missing.has(row));
    if (versions[0] !== all[0]) {
      // An older version in its place would be called as if it were the newest.
      withheld.add(slug);
      continue;
    }
    const key = versions.map(({ id }) => id).join(" ");
    const known = before?.shelved.get(key);
    if (known === undefined) {
      unopened.set(key, versions);
    } else {
      shelved.set(key, known);
    }
  }
  const opened = await openShelved([...unopened.values()], { ...parts, projectId, tools });
  [...unopened.keys()].forEach((key, index) => {
    const entry = opened[index];
    if (entry !== undefined) {
      shelved.set(key, entry);
    }
  });
  const own = createShelf(
    [...shelved.values()].map(({ toolkit }) => toolkit),
    withheld,
  );
  return {
    version: catalogVersion,
    shelved,
    catalog: catalogOfShelves(parts.installation, own),
    ...(missing.size === 0 ? {} : { retryAt: performance.now() + retryMs }),
  };
}

/** Compiles what another version of the code compiled. Answers the versions that cannot be, each of which is reported. */
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
