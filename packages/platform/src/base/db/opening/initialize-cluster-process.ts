import { existsSync, readFileSync } from "node:fs";
import { zstdDecompressSync } from "node:zlib";
import { clusterFile } from "../../package-files.ts";
import { unpackTar } from "./unpack-tar.ts";

// The program that initialize-cluster.ts runs in a process of its own. The package of the service brings a new cluster along,
// which takes a tenth of the time to unpack. In the repository PGlite initialises the folder when it opens it.
const [folder = ""] = process.argv.slice(2);
// The parent process has ended, so nobody would use the folder.
const giveUp = (): never => process.exit(1);
process.once("disconnect", giveUp);
try {
  if (clusterFile !== undefined && existsSync(clusterFile)) {
    unpackTar(zstdDecompressSync(readFileSync(clusterFile)), folder);
  } else {
    const { PGlite } = await import("@electric-sql/pglite");
    const pglite = await PGlite.create({ dataDir: folder });
    await pglite.close();
  }
} catch (error) {
  const isError = error instanceof Error;
  const code = isError && "code" in error ? error.code : undefined;
  const path = isError && "path" in error ? error.path : undefined;
  process.send?.({ message: isError ? error.message : String(error), code, path });
  process.exitCode = 1;
}
process.off("disconnect", giveUp);
process.disconnect();
