import { lstatSync } from "node:fs";
import { join } from "node:path";

/**
 * The first part of a path in the output folder that is a symbolic link, or a file where a folder is needed. Undefined
 * when the path is safe to write. Writing through a link could change files outside the folder.
 */
export function findSymbolicLink(folder: string, path: string): string | undefined {
  const segments = path.split("/");
  let current = "";
  for (const [index, segment] of segments.entries()) {
    current = index === 0 ? segment : `${current}/${segment}`;
    const status = lstatSync(join(folder, current), { throwIfNoEntry: false });
    if (status === undefined) {
      return undefined;
    }
    const isLast = index === segments.length - 1;
    if (isLast ? !status.isFile() : !status.isDirectory()) {
      return current;
    }
  }
  return undefined;
}
