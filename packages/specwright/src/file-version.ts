import { lstatSync } from "node:fs";

/**
 * A version that changes whenever anyone touches a file: programs that change the contents, name or place of a file cannot
 * set the time of its last status change. Undefined for anything but a file.
 */
export function fileVersion(path: string): string | undefined {
  const status = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return status?.isFile() === true ? `${status.ino} ${status.size} ${status.ctimeNs}` : undefined;
}
