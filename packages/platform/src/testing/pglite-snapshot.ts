import { execFileSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { Kysely, PGliteDialect } from "kysely";
import { migrate } from "../base/db/migrate.ts";
import { migrations } from "../base/db/migrations/index.ts";

/**
 * Reads a PGlite cluster with every migration applied and no rows. Creating one takes several seconds, unpacking one
 * less than a second, and most suites need one.
 */
export async function readPgliteSnapshot(): Promise<Blob> {
  return new Blob([readFileSync(await makeSnapshotFile())]);
}

/**
 * Prepares `folder` as a data directory of the platform that a process can open at once, without the wait of a first
 * start.
 */
export async function prepareDataDirectory(folder: string): Promise<void> {
  const cluster = join(folder, "postgres");
  mkdirSync(cluster, { recursive: true });
  execFileSync("tar", ["-xf", await makeSnapshotFile(), "-C", cluster]);
}

/** The file is in the system's folder for temporary files. Its name is computed from its sources. */
async function makeSnapshotFile(): Promise<string> {
  const { mtimeMs, size } = statSync(fileURLToPath(import.meta.resolve("@electric-sql/pglite")));
  const schema = createHash("sha256")
    .update(JSON.stringify(migrations.map((migration) => migration.readStatements())))
    .digest("hex")
    .slice(0, 12);
  const path = join(tmpdir(), `platform-pglite-${size}-${Math.round(mtimeMs)}-${schema}.tar`);
  if (existsSync(path)) {
    return path;
  }
  const pglite = await PGlite.create({ extensions: { pg_trgm } });
  await migrate(new Kysely({ dialect: new PGliteDialect({ pglite }) }));
  const snapshot = await pglite.dumpDataDir("none");
  await pglite.close();
  // Other workers may be creating it too. Each renames a complete file into place.
  const mine = `${path}.${randomUUID()}`;
  writeFileSync(mine, new Uint8Array(await snapshot.arrayBuffer()));
  renameSync(mine, path);
  return path;
}
