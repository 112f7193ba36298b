import { createHash } from "node:crypto";
import { join } from "node:path";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { z } from "zod";
import { type ExportedUnit, type Manifest, movedId, type Unit } from "./manifest.ts";
import { readSealedPieces, reportDamage, type Seal, writeSealedPieces } from "./sealed-pieces.ts";

/** Where an export is, with its key. */
export interface ExportPlace {
  readonly folder: string;
  readonly key: Buffer;
  readonly manifest: Manifest;
}

/** Rows of one table, in the order in which they are inserted. */
export interface RowPage {
  readonly table: string;
  readonly lines: readonly string[];
}

/** The folder of a unit: its rows, the list of its files, and `bytes` with a file for each of them. */
export function locateUnit({ folder }: ExportPlace, { id }: Unit): string {
  return join(folder, id);
}

/** The key and the place of a file of a unit. */
export function sealUnitFile({ key, manifest }: ExportPlace, { id }: Unit, name: string): Seal {
  return { key, place: [manifest.exportId, id, name] };
}

/** The names of the two files that each unit has. */
export type UnitFile = "files" | "rows";

/** Writes pages of rows to a file of the unit. */
export async function writePages<T>(
  place: ExportPlace,
  unit: Unit,
  name: UnitFile,
  work: (write: (page: RowPage) => Promise<void>) => Promise<T>,
): Promise<T> {
  const path = join(locateUnit(place, unit), name);
  return await writeSealedPieces(path, sealUnitFile(place, unit, name), (write) =>
    work(({ table, lines }) => write(deflateRawSync([table, ...lines].join("\n"), { level: 1 }))),
  );
}

/** Reads the pages of a file of the unit; @throws StartError when it is damaged */
export async function* readUnitPages(
  place: ExportPlace,
  unit: Unit,
  name: UnitFile,
): AsyncGenerator<RowPage> {
  const path = join(locateUnit(place, unit), name);
  for await (const piece of readSealedPieces(path, sealUnitFile(place, unit, name))) {
    const [table = "", ...lines] = inflateRawSync(piece).toString("utf8").split("\n");
    yield { table, lines };
  }
}

/** A file of a unit, whose bytes move too. */
export interface MovedFile {
  readonly id: string;
  readonly size: number;
  /** In hexadecimal, as the row of the file has it. */
  readonly md5: string;
}

const movedFile = z.strictObject({ id: movedId, size: z.number(), md5: z.string() });

/** The files of a unit, in the order of their ids; @throws StartError when an id could lead out of the unit's folder */
export async function* listMovedFiles(place: ExportPlace, unit: Unit): AsyncGenerator<MovedFile> {
  for await (const { lines } of readUnitPages(place, unit, "files")) {
    for (const line of lines) {
      const data: MovedFile | undefined = movedFile.safeParse(JSON.parse(line)).data;
      if (data === undefined) {
        throw reportDamage(join(locateUnit(place, unit), "files"));
      }
      yield data;
    }
  }
}

/** The hash of bytes, in hexadecimal. */
export async function hashBytes(source: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash("md5");
  for await (const piece of source) {
    hash.update(piece);
  }
  return hash.digest("hex");
}

/** The rows of units, all tables together. */
export function countRows(units: readonly ExportedUnit[]): number {
  return units
    .flatMap(({ tables }) => Object.values(tables))
    .reduce((sum, { rows }) => sum + rows, 0);
}
