import { realpathSync } from "node:fs";

/**
 * A path with its symbolic links resolved. A path that does not exist is returned unchanged, because reading it gives a
 * better error.
 */
export function withoutLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
