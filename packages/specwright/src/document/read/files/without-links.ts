import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/**
 * An absolute path with its symbolic links resolved. In a path that does not exist, the links of the folders that exist
 * are resolved, so that an output folder has the same path before and after its first file.
 */
export function withoutLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const folder = dirname(path);
    return folder === path ? path : join(withoutLinks(folder), basename(path));
  }
}
