import { lstatSync } from "node:fs";

/**
 * A version that changes whenever a file changes. It includes the time of the last status change, which programs cannot
 * set when they change the contents, name or place of a file. Undefined when the path is not a file.
 */
export function computeFileVersion(path: string): string | undefined {
  const status = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return status?.isFile() === true ? `${status.ino} ${status.size} ${status.ctimeNs}` : undefined;
}
