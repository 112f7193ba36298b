import { sql } from "kysely";
import { enterProject, type ScopedTransaction } from "../../base/db/transactions/scoped.ts";
import { StartError } from "../start-error.ts";
import { compareByKey, dataKeys, rewrapLine } from "./data-key-lines.ts";
import type { MovingRequest } from "./export-projects.ts";
import {
  type ExportedUnit,
  type Manifest,
  readExportManifest,
  type TableSum,
  type Unit,
} from "./manifest.ts";
import { importBytes } from "./move-bytes.ts";
import { listMovedTables, type MovedTable } from "./moved-tables.ts";
import { type Counter, createMovingCounter } from "./moving-counter.ts";
import { type ExportPlace, readUnitPages } from "./unit-files.ts";
import { createTableSum, insertLines, prepareToMove, readPages } from "./unit-rows.ts";

/** The outcome of an import. */
export interface Imported {
  readonly imported: readonly ExportedUnit[];
  /** Units that the target has already: projects from an earlier run, organizations as they are there. */
  readonly kept: readonly Unit[];
}

/** Rows of the target that are not those of the export. Nothing of the unit was kept. */
export class RowsDifferError extends StartError {
  override readonly exitCode = 3;
  readonly unit: string;
  readonly differences: readonly Difference[];

  constructor(unit: string, differences: readonly Difference[]) {
    const lines = differences.map(
      ({ table, exported, imported }) =>
        `- ${table}: ${exported.rows} rows were exported, ${imported.rows} are in the target${exported.rows === imported.rows ? ", with other contents" : ""}`,
    );
    super(`The rows of ${unit} in the target differ from those of the export. They were removed again.
${lines.join("\n")}
Look for triggers or rules in the target's database that change rows, and run this again.`);
    this.unit = unit;
    this.differences = differences;
  }
}

/** A table whose rows differ. */
export interface Difference {
  readonly table: string;
  readonly exported: TableSum;
  readonly imported: TableSum;
}

/**
 * Imports the projects of an export with their organizations. A project is written and compared in one transaction, so it is
 * there as a whole or not at all, and workers claim its jobs from then on. It can be stopped at any moment and run again.
 *
 * @throws StartError when the export cannot be used, or the target has one of its projects from elsewhere; nothing was written
 *   then. RowsDifferError when rows of the target are not those of the export
 */
export async function importProjects(request: MovingRequest): Promise<Imported> {
  const { platform, folder, exportKey, progress } = request;
  const { tables, schema } = await listMovedTables(platform.database.unscoped);
  const manifest = await readExportManifest({ folder, key: exportKey.key, schema }, false);
  if (manifest?.isWhole !== true) {
    throw new StartError(
      manifest === undefined
        ? `The folder ${folder} has no export.\nPass the folder that "platform export" wrote.`
        : `The export in ${folder} is not finished. Nothing was written.\nRun "platform export" again with the same folder: it continues.`,
    );
  }
  const chosen = chooseUnits(request, manifest);
  const kept = await findKept(request, manifest, chosen);
  const missing = chosen.filter(({ unit }) => !kept.includes(unit));
  const place = { folder, key: exportKey.key, manifest };
  const counter = createMovingCounter(progress);
  for (const [index, exported] of missing.entries()) {
    await importBytes(place, exported, request.store, counter.addFile);
    await importUnit(request, place, { exported, tables, counter });
    progress(`${exported.unit.id} is imported and compared (${index + 1} of ${missing.length}).`);
  }
  return { imported: missing, kept };
}

function chooseUnits(
  { folder, projects }: MovingRequest,
  { units }: Manifest,
): readonly ExportedUnit[] {
  const known = new Set(units.map(({ unit }) => unit.id));
  const unknown = projects.find((id) => !known.has(id));
  if (unknown !== undefined) {
    const all = units.filter(({ unit }) => unit.kind === "project").map(({ unit }) => unit.id);
    throw new StartError(`The export in ${folder} has no project ${unknown}.
It has ${all.join(", ")}.`);
  }
  if (projects.length === 0) {
    return units;
  }
  const owners = units.flatMap(({ unit }) =>
    projects.includes(unit.id) ? unit.organizationId : [],
  );
  return units.filter(({ unit }) => projects.includes(unit.id) || owners.includes(unit.id));
}

/** Units that the target has; @throws StartError for a project that did not come from this export */
async function findKept(
  { platform: { database } }: MovingRequest,
  { exportId }: Manifest,
  chosen: readonly ExportedUnit[],
): Promise<readonly Unit[]> {
  const kept: Unit[] = [];
  const others: string[] = [];
  for (const { unit } of chosen) {
    const found = await database.transactInOrganization(unit.organizationId, async (trx) => {
      if (unit.kind === "organization") {
        const row = await trx.selectFrom("organizations").select("id").executeTakeFirst();
        return row && { export_id: exportId };
      }
      await enterProject(trx, unit.id);
      return await trx
        .selectFrom("projects as p")
        .leftJoin("project_imports as i", "i.project_id", "p.id")
        .select("i.export_id")
        .where("p.id", "=", unit.id)
        .executeTakeFirst();
    });
    if (found?.export_id === exportId) {
      kept.push(unit);
    } else if (found !== undefined) {
      others.push(unit.id);
    }
  }
  if (others.length > 0) {
    throw new StartError(`The target has ${others.join(", ")} already, and not from this export. Nothing was written.
Check DATABASE_URL: it may be the source. To import the other projects alone, name them with --project.`);
  }
  return kept;
}

interface UnitParts {
  readonly exported: ExportedUnit;
  readonly tables: readonly MovedTable[];
  readonly counter: Counter;
}

async function importUnit(
  request: MovingRequest,
  place: ExportPlace,
  { exported, tables, counter }: UnitParts,
): Promise<void> {
  const { unit } = exported;
  const { database, secrets } = request.platform;
  const { masterKeys } = secrets;
  const { wrapping } = request.exportKey;
  const byName = new Map(tables.map((table) => [table.name, table]));
  if (exported.eventsSince !== undefined) {
    // In a transaction of its own: it locks partitions that everybody uses.
    await sql`select add_event_weeks(${exported.eventsSince}::timestamptz)`.execute(
      database.unscoped,
    );
  }
  await database.transactInOrganization(unit.organizationId, async (trx) => {
    if (unit.kind === "project") {
      await enterProject(trx, unit.id);
    }
    await prepareToMove(trx);
    const inserted: Record<string, number> = {};
    for await (const { table: name, lines } of readUnitPages(place, unit, "rows")) {
      const table = byName.get(name);
      if (table === undefined) {
        throw new StartError(
          `The export has the unknown table ${name}. Nothing of ${unit.id} was written.`,
        );
      }
      const rewrap = (line: string): string => rewrapLine(line, wrapping, masterKeys);
      await insertLines(trx, table, name === dataKeys ? lines.map(rewrap) : lines);
      inserted[name] = (inserted[name] ?? 0) + lines.length;
      counter.addRows(lines.length);
    }
    if (unit.kind === "project") {
      await noteImport(trx, unit.id, place.manifest.exportId);
    }
    const differences: Difference[] = [];
    for (const table of tables) {
      const sum = createTableSum();
      for await (const lines of readPages(trx, table, unit)) {
        for (const line of lines) {
          sum.add(table.name === dataKeys ? compareByKey(line, masterKeys) : line);
        }
      }
      const imported = sum.finish();
      const expected = exported.tables[table.name] ?? createTableSum().finish();
      // A row that was inserted but is not of this unit is not found again: a key for the organization, for example.
      const isWhole = imported.rows === (inserted[table.name] ?? 0);
      if (!isWhole || imported.digest !== expected.digest) {
        differences.push({ table: table.name, exported: expected, imported });
      }
    }
    if (differences.length > 0) {
      throw new RowsDifferError(unit.id, differences);
    }
  });
}

/** Notes where the project came from, and the bytes of its logs and events, which no trigger counts. */
async function noteImport(
  trx: ScopedTransaction,
  projectId: string,
  exportId: string,
): Promise<void> {
  await trx
    .insertInto("project_imports")
    .values({ project_id: projectId, export_id: exportId })
    .execute();
  await sql`select note_written(json_build_array(json_build_object('id', ${projectId}::text, 'bodies', 0, 'change',
    (select coalesce(sum(coalesce(octet_length(bodies), 0) + 400), 0) from tool_execution_logs where project_id = ${projectId})
    + (select coalesce(sum(octet_length(body) + 400), 0) from webhook_events where project_id = ${projectId}))))`.execute(
    trx,
  );
}
