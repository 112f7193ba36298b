import { realpathSync } from "node:fs";

/** A path as the system knows it; the path itself where nothing exists, which reading it reports better. */
export function withoutLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
