import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inRoot } from "../../support/paths.ts";

/** Away from the repository's own packages: neither is a dependency of anything here. */
export const queuePeersFolder: string = inRoot(".cache/bench-queues");

/** Packages that are installed there for the benchmark. */
export const queuePeers: readonly string[] = ["pg-boss@12.38.0", "graphile-worker@0.18.0"];

/**
 * Imports a package that `queuePeersFolder` has.
 *
 * @typeParam T the part of its interface that is used, since it is installed for the benchmark alone
 */
export async function importPeer<T>(name: string): Promise<T> {
  const resolve = createRequire(join(queuePeersFolder, "package.json")).resolve;
  // Its declared types are not where the compiler looks.
  return (await import(pathToFileURL(resolve(name)).href)) as T;
}
