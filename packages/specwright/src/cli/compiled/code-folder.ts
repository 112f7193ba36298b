import * as module from "node:module";

/**
 * The folder in which Node keeps compiled code between runs. Its name contains the versions of Node and V8, and the
 * user. Undefined when compiled code is not kept: Node is older than 22.8, the user forbids it, or the folder cannot be
 * written. Also undefined with `--enable-source-maps`, because Node only reads the source maps of files that it loads
 * itself.
 */
export function findCodeFolder(): string | undefined {
  if (process.sourceMapsEnabled) {
    return undefined;
  }
  // Older versions of Node do not have the function.
  const { getCompileCacheDir }: Partial<typeof module> = module;
  return getCompileCacheDir?.();
}
