import { readdir } from "node:fs/promises";
import { makeFolder } from "../../base/db/opening/make-folder.ts";
import type { ScopedTransaction } from "../../base/db/transactions/scoped.ts";
import type { FileStore } from "../../base/files/file-store.ts";
import { SecretUnreadableError } from "../../base/secrets/cipher.ts";
import { listOrganizations } from "../../domain/operators/list-owners.ts";
import type { Platform } from "../../domain/scope.ts";
import { StartError } from "../start-error.ts";
import { compareByKey, dataKeys, rewrapLine } from "./data-key-lines.ts";
import type { ExportKey } from "./export-key.ts";
import {
  addToManifest,
  beginManifest,
  type ExportedUnit,
  type Manifest,
  readExportManifest,
  type Unit,
} from "./manifest.ts";
import { exportBytes } from "./move-bytes.ts";
import { listMovedTables, type MovedTable } from "./moved-tables.ts";
import { type Counter, createMovingCounter } from "./moving-counter.ts";
import { type ExportPlace, locateUnit, writePages } from "./unit-files.ts";
import { createTableSum, prepareToMove, readPages } from "./unit-rows.ts";

/** The request of an export or an import. */
export interface MovingRequest {
  readonly platform: Platform;
  readonly store: FileStore;
  readonly folder: string;
  readonly exportKey: ExportKey;
  /** The ids of the only projects to move; all without any. */
  readonly projects: readonly string[];
  readonly progress: (line: string) => void;
}

/**
 * Exports projects with their organizations into a folder. It keeps the projects that an earlier run has completed, so it can be
 * stopped at any moment and run again. The rows of a project are those of one transaction.
 *
 * @throws StartError when a project does not exist, or the folder has something else
 */
export async function exportProjects(request: MovingRequest): Promise<Manifest> {
  const { platform, folder, exportKey, progress } = request;
  await assertExportFolder(folder);
  const { tables, schema } = await listMovedTables(platform.database.unscoped);
  const chosen = await chooseUnits(request);
  const parts = { folder, key: exportKey.key, schema };
  let manifest = (await readExportManifest(parts, true)) ?? (await beginManifest(parts));
  const known = new Set(manifest.units.map(({ unit }) => unit.id));
  const missing = chosen.filter(({ id }) => !known.has(id));
  if (manifest.isWhole) {
    if (missing.length > 0) {
      throw new StartError(`The export in ${folder} is finished, and has no ${missing[0]?.id}.
Choose a new folder with --to.`);
    }
    return manifest;
  }
  const counter = createMovingCounter(progress);
  for (const [index, unit] of missing.entries()) {
    const place = { folder, key: exportKey.key, manifest };
    const exported = await exportUnit(request, place, { unit, tables, counter });
    manifest = await addToManifest(parts, manifest, exported);
    progress(`${unit.id} is exported (${index + 1} of ${missing.length}).`);
  }
  return await addToManifest(parts, manifest, "end");
}

/** The organizations and their projects, of which the chosen ones are left. */
async function chooseUnits({ platform, projects }: MovingRequest): Promise<readonly Unit[]> {
  const organizations = await listOrganizations(platform);
  const all = new Set(organizations.flatMap((each) => each.projects.map(({ id }) => id)));
  const unknown = projects.find((id) => !all.has(id));
  if (unknown !== undefined) {
    throw new StartError(`The project ${unknown} does not exist.
Use an id that "platform projects list" prints.`);
  }
  if (organizations.length === 0) {
    throw new StartError(`The source has no projects.
Check DATABASE_URL, or PLATFORM_DATA for an embedded database: they name the source.`);
  }
  return organizations.flatMap((organization) => {
    const organizationId = organization.id;
    const owned = organization.projects
      .filter(({ id }) => projects.length === 0 || projects.includes(id))
      .map(({ id }): Unit => ({ kind: "project", id, organizationId }));
    const itself: Unit = { kind: "organization", id: organizationId, organizationId };
    return projects.length > 0 && owned.length === 0 ? [] : [itself, ...owned];
  });
}

/**
 * Refuses a folder of other files, which an export must not be among. Call it before anything is written there.
 *
 * @throws StartError
 */
export async function assertExportFolder(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  // A run that was killed early leaves the lock alone.
  const others = names.filter((name) => !name.startsWith("lock"));
  if (others.length > 0 && !others.includes("manifest")) {
    throw new StartError(`The folder ${folder} has other files (${others.slice(0, 3).join(", ")}) and no export.
Choose an empty folder with --to, or one that does not exist yet.`);
  }
}

interface UnitParts {
  readonly unit: Unit;
  readonly tables: readonly MovedTable[];
  readonly counter: Counter;
}

async function exportUnit(
  { platform, store, exportKey }: MovingRequest,
  place: ExportPlace,
  { unit, tables, counter }: UnitParts,
): Promise<ExportedUnit> {
  await makeFolder(locateUnit(place, unit));
  const { masterKeys } = platform.secrets;
  const rewrap = (line: string): string => rewrapLine(line, masterKeys, exportKey.wrapping);
  const work = (trx: ScopedTransaction) =>
    writePages(place, unit, "files", (writeFile) =>
      writePages(place, unit, "rows", async (write) => {
        await prepareToMove(trx);
        const sums: Record<string, ExportedUnit["tables"][string]> = {};
        let eventsSince: string | undefined;
        for (const table of tables) {
          const sum = createTableSum();
          for await (const read of readPages(trx, table, unit)) {
            const lines = table.name === dataKeys ? read.map(rewrap) : read;
            for (const line of read) {
              sum.add(table.name === dataKeys ? compareByKey(line, masterKeys) : line);
            }
            await write({ table: table.name, lines });
            if (table.name === "files") {
              const stored = read.flatMap(readStoredFile);
              await (stored.length > 0 && writeFile({ table: table.name, lines: stored }));
            }
            // Their key begins with the time.
            if (table.name === "webhook_events") {
              eventsSince ??= JSON.parse(read[0] ?? "{}").created_at;
            }
            counter.addRows(read.length);
          }
          const { rows, digest } = sum.finish();
          if (rows > 0) {
            sums[table.name] = { rows, digest };
          }
        }
        return { tables: sums, ...(eventsSince !== undefined && { eventsSince }) };
      }),
    );
  const { database } = platform;
  const rows = await (unit.kind === "project"
    ? database.transactInProject(unit.id, work)
    : database.transactInOrganization(unit.id, work)
  ).catch((error: unknown) => {
    throw error instanceof SecretUnreadableError ? reportUnreadable(unit, error) : error;
  });
  const bytes = await exportBytes(place, unit, store, counter.addFile);
  return { unit, ...rows, ...bytes };
}

function readStoredFile(line: string): readonly string[] {
  const { id, size, md5 } = JSON.parse(line);
  return size === null ? [] : [JSON.stringify({ id, size, md5 })];
}

function reportUnreadable({ id }: Unit, cause: SecretUnreadableError): StartError {
  return new StartError(
    `A data key of ${id} cannot be opened with the master keys of the source: the row was altered, or a key is wrong.
Restore it from a backup, or leave the project out with --project.`,
    { cause },
  );
}
