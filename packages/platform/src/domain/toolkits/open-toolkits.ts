import type { LRUCache } from "lru-cache";
import {
  openStoredVersion,
  type ReadTool,
  type ToolSource,
} from "../../applications/toolkits/catalog/stored-version.ts";
import { listVersionsOfTools } from "../../applications/toolkits/catalog/versions-of-tools.ts";
import { openOutline } from "../../applications/toolkits/compiled/open-compiled.ts";
import type { ToolkitVersion } from "../../applications/toolkits/types/catalog-types.ts";
import type { Database } from "../../base/db/opening/open-database.ts";
import { takeTurns } from "../../base/sharing/take-turns.ts";
import type { Entry } from "./project-catalogs.ts";
import { readOutlines, readStoredTool, readToolRecords, type ToolkitRow } from "./toolkit-rows.ts";

/** The parts that opening the toolkits of a project needs. */
export interface OpeningParts {
  readonly database: Database;
  readonly projectId: string;
  readonly baseUrl: string;
  readonly tools: LRUCache<string, ReadTool>;
}

/** The number of outlines that one statement reads. With GitHub's, the largest that we know, they take 4 MB. */
const outlinesAStatement = 25;

/** Estimated size in memory of objects, maps and the index of words, as a multiple of the bytes they are made from. */
const growth = 4;

/**
 * Opens the latest versions of toolkits. Older versions are opened on demand.
 *
 * @param toolkits the versions of each, the newest first
 * @returns an entry for each toolkit, in the same order
 */
export async function openToolkits(
  toolkits: readonly (readonly ToolkitRow[])[],
  parts: OpeningParts,
): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for (let start = 0; start < toolkits.length; start += outlinesAStatement) {
    const some = toolkits.slice(start, start + outlinesAStatement);
    const outlines = await fetchOutlines(
      parts,
      some.flatMap(([latest]) => latest?.id ?? []),
    );
    for (const versions of some) {
      const [latest] = versions;
      const outline = latest && outlines.get(latest.id);
      // Rows are only removed together with the whole project.
      if (outline !== undefined) {
        entries.push(await openOne(versions, outline, parts));
      }
      await takeTurns();
    }
  }
  return entries;
}

async function fetchOutlines(
  { database, projectId }: OpeningParts,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  return await database.transactInProject(projectId, (trx) => readOutlines(trx, projectId, ids));
}

async function openOne(
  rows: readonly ToolkitRow[],
  outline: Uint8Array,
  parts: OpeningParts,
): Promise<Entry> {
  const versions = rows.map(({ version }) => version);
  const ofTools = listVersionsOfTools(
    rows.map(({ version, toolSlugs }) => [version, toolSlugs] as const),
  );
  const openRow = async (
    row: ToolkitRow,
    bytes: Uint8Array,
  ): Promise<{ readonly opened: ToolkitVersion; readonly bytes: number }> => {
    const { version, createdAt } = row;
    const place = {
      baseUrl: parts.baseUrl,
      version,
      versions,
      versionsOfTools: ofTools,
      createdAt: (rows.at(-1) ?? row).createdAt.toISOString(),
      updatedAt: createdAt.toISOString(),
    };
    const { toolkit, bytes: size } = await openOutline(bytes, place);
    const opened = openStoredVersion(toolkit, place, createToolSource(row, parts), parts.tools);
    return { opened, bytes: size };
  };
  const [first] = rows;
  if (first === undefined) {
    throw new Error("A toolkit without a version cannot be opened.");
  }
  const { opened: latest, bytes } = await openRow(first, outline);
  const older = new Map<string, Promise<ToolkitVersion | undefined>>();
  const openOlder = async (version: string): Promise<ToolkitVersion | undefined> => {
    const row = rows.find((each) => each.version === version);
    const found = row && (await fetchOutlines(parts, [row.id])).get(row.id);
    return row && found && (await openRow(row, found)).opened;
  };
  const open = async (version: string): Promise<ToolkitVersion | undefined> => {
    if (version === first.version) {
      return latest;
    }
    const known = older.get(version) ?? openOlder(version);
    older.set(version, known);
    // Do not keep a failure: the next caller tries again.
    known.catch(() => older.delete(version));
    return await known;
  };
  return { toolkit: { latest, versions, versionsOfTools: ofTools, open }, bytes: bytes * growth };
}

function createToolSource({ id }: ToolkitRow, { database, projectId }: OpeningParts): ToolSource {
  const place = { projectId, toolkitId: id };
  return {
    readRecords: (slugs) =>
      database.transactInProject(projectId, (trx) => readToolRecords(trx, place, slugs)),
    readTool: (slug) =>
      database.transactInProject(projectId, (trx) => readStoredTool(trx, place, slug)),
  };
}
