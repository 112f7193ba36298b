import { appendFile, open, readFile, truncate } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { createRandomToken } from "../../base/ids.ts";
import { decrypt, encrypt, SecretUnreadableError } from "../../base/secrets/cipher.ts";
import { ignoreMissingFile } from "../../base/system-errors.ts";
import { StartError } from "../start-error.ts";

/** The version of the form of an export. */
const format = 1;

/** Ids become parts of paths, also in the target's store of files. */
export const movedId: z.ZodString = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/);

/** A part that is exported and imported as a whole: a project, or an organization without its projects. */
export interface Unit {
  readonly kind: "organization" | "project";
  readonly id: string;
  readonly organizationId: string;
}

/** Rows of a table of a unit: their number, and the SHA-256 of their lines in the order of their keys. */
export interface TableSum {
  readonly rows: number;
  readonly digest: string;
}

/** A unit that was exported as a whole. */
export interface ExportedUnit {
  readonly unit: Unit;
  /** By name, without empty tables. */
  readonly tables: Readonly<Record<string, TableSum>>;
  /** Stored files, with the bytes of all of them. */
  readonly files: { readonly count: number; readonly bytes: number };
  /** The ids of files whose bytes the source did not have, or had others than their rows say. They are not moved. */
  readonly lost: readonly string[];
  /** The time of the earliest event. */
  readonly eventsSince?: string | undefined;
}

/** The manifest of an export: a line for each unit that is whole, and one for the end. */
export interface Manifest {
  readonly exportId: string;
  readonly units: readonly ExportedUnit[];
  /** False while the export is not finished. */
  readonly isWhole: boolean;
}

const header = z.strictObject({
  format: z.literal(format),
  export: movedId,
  schema: z.string(),
  /** Opens with the right key alone. */
  check: z.string(),
});

const entry = z.union([
  z.strictObject({
    unit: z.strictObject({
      kind: z.enum(["organization", "project"]),
      id: movedId,
      organizationId: movedId,
    }),
    tables: z.record(z.string(), z.strictObject({ rows: z.number(), digest: z.string() })),
    files: z.strictObject({ count: z.number(), bytes: z.number() }),
    lost: z.array(movedId),
    eventsSince: z.string().optional(),
  }),
  z.strictObject({ end: z.literal(true) }),
]);

/** Parts that an export and its readers agree about. */
export interface ManifestParts {
  readonly folder: string;
  readonly key: Buffer;
  /** The tables with their columns, as a hash. */
  readonly schema: string;
}

/** Begins an export. */
export async function beginManifest({ folder, key, schema }: ManifestParts): Promise<Manifest> {
  const exportId = createRandomToken();
  const check = encrypt(key, Buffer.from("check"), ["check", exportId]);
  await append(folder, JSON.stringify({ format, export: exportId, schema, check }));
  return { exportId, units: [], isWhole: false };
}

/** Adds a unit that is whole, or the end of the export. The line is on disk when the promise resolves. */
export async function addToManifest(
  { folder, key }: ManifestParts,
  { exportId, units }: Manifest,
  added: ExportedUnit | "end",
): Promise<Manifest> {
  const text = JSON.stringify(added === "end" ? { end: true } : added);
  const place = ["manifest", exportId, String(units.length)];
  await append(folder, encrypt(key, Buffer.from(text), place));
  return added === "end"
    ? { exportId, units, isWhole: true }
    : { exportId, units: [...units, added], isWhole: false };
}

/**
 * Reads the manifest of a folder. A last line that a killed export did not finish is removed from the file with `repair`.
 *
 * @returns undefined when the folder has none
 * @throws StartError when the key is wrong, or the export has another format or schema, or was altered
 */
export async function readExportManifest(
  parts: ManifestParts,
  repair: boolean,
): Promise<Manifest | undefined> {
  const { folder, key, schema } = parts;
  const path = join(folder, "manifest");
  const text = await readFile(path, "utf8").catch(ignoreMissingFile);
  const whole = text?.slice(0, text.lastIndexOf("\n") + 1) ?? "";
  if (repair && text !== undefined && whole.length < text.length) {
    await truncate(path, Buffer.byteLength(whole));
  }
  const [first, ...lines] = whole.split("\n").slice(0, -1);
  if (first === undefined) {
    return undefined;
  }
  const begun = header.safeParse(parseJson(first)).data;
  if (begun === undefined || begun.schema !== schema) {
    throw new StartError(
      `The export in ${folder} was made by another version of the platform, whose tables differ.
Export and import with the same version: bring both installations to it, and export again into a new folder.`,
    );
  }
  const exportId = begun.export;
  if (tryOpen(key, begun.check, ["check", exportId]) === undefined) {
    throw new StartError(`The key does not open the export in ${folder}.
Pass the key file of this export with --key-file.`);
  }
  const units: ExportedUnit[] = [];
  for (const line of lines) {
    const opened = tryOpen(key, line, ["manifest", exportId, String(units.length)]);
    const read = entry.safeParse(opened === undefined ? undefined : parseJson(opened)).data;
    if (read === undefined) {
      throw new StartError(`The manifest of the export in ${folder} is damaged or was altered.
Copy the export again as a whole, or export again into a new folder.`);
    }
    if ("end" in read) {
      return { exportId, units, isWhole: true };
    }
    units.push(read);
  }
  return { exportId, units, isWhole: false };
}

function tryOpen(key: Buffer, sealed: string, place: readonly string[]): string | undefined {
  try {
    return decrypt(key, sealed, place).toString("utf8");
  } catch (error) {
    if (error instanceof SecretUnreadableError) {
      return undefined;
    }
    throw error;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function append(folder: string, line: string): Promise<void> {
  const path = join(folder, "manifest");
  await appendFile(path, `${line}\n`, { mode: 0o600 });
  const handle = await open(path, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
