import { randomUUID } from "node:crypto";
import { readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PGlite } from "@electric-sql/pglite";

/**
 * An empty, initialised PGlite cluster, kept in the system's folder for temporary files. Making one (initdb) takes two
 * to six seconds, unpacking one less than one, and every suite of the domain needs one.
 */
export async function readPgliteSnapshot(): Promise<Blob> {
  const { mtimeMs, size } = statSync(fileURLToPath(import.meta.resolve("@electric-sql/pglite")));
  const path = join(tmpdir(), `platform-pglite-${size}-${Math.round(mtimeMs)}.tar`);
  try {
    return new Blob([readFileSync(path)]);
  } catch {
    const pglite = await PGlite.create();
    const snapshot = await pglite.dumpDataDir("none");
    await pglite.close();
    // Other workers may be doing the same; each renames a whole file into place.
    const mine = `${path}.${randomUUID()}`;
    writeFileSync(mine, new Uint8Array(await snapshot.arrayBuffer()));
    renameSync(mine, path);
    return snapshot;
  }
}
