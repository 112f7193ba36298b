import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { resolveInRoot } from "../../scripts/support/paths.ts";

/** A separate folder, because the repository does not depend on these packages. */
export const queuePeersFolder: string = resolveInRoot(".cache/bench-queues");

/** Packages that are installed there for the benchmark. */
export const queuePeers: readonly string[] = ["pg-boss@12.38.0", "graphile-worker@0.18.0"];

/**
 * Imports a package that `queuePeersFolder` has.
 *
 * @typeParam T the part of its interface that is used; its types are not installed in the repository
 */
export async function importPeer<T>(name: string): Promise<T> {
  const resolve = createRequire(join(queuePeersFolder, "package.json")).resolve;
  // The compiler cannot find the types of the package, so `T` declares them.
  return (await import(pathToFileURL(resolve(name)).href)) as T;
}
