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
  /** How much of projects' toolkits, and of their tools, is kept; default 64 MiB each. */
  readonly cacheBytes?: number;
}

const defaultCacheBytes = 64 * 1024 * 1024;

/** A project's catalog as it was at one version. */
interface Loaded {
  readonly version: number;
  readonly catalog: ToolkitCatalog;
  /** By the versions that it has: an entry that is the same in the next catalog is taken over. */
  readonly shelved: ReadonlyMap<string, Entry>;
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
  for (const row of rows.filter(({ isCompiled }) => !isCompiled)) {
    await compileStored(parts, { projectId, toolkitId: row.id });
  }
  const shelved = new Map<string, Entry>();
  const missing = new Map<string, readonly ToolkitRow[]>();
  for (const versions of Map.groupBy(rows, ({ slug }) => slug).values()) {
    const key = versions.map(({ id }) => id).join(" ");
    const known = before?.shelved.get(key);
    if (known === undefined) {
      missing.set(key, versions);
    } else {
      shelved.set(key, known);
    }
  }
  const opened = await openShelved([...missing.values()], { ...parts, projectId, tools });
  [...missing.keys()].forEach((key, index) => {
    const entry = opened[index];
    if (entry !== undefined) {
      shelved.set(key, entry);
    }
  });
  const own = createShelf([...shelved.values()].map(({ toolkit }) => toolkit));
  return { version: catalogVersion, shelved, catalog: catalogOfShelves(parts.installation, own) };
}
