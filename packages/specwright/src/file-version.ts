import { lstatSync } from "node:fs";

/**
 * What changes whenever anyone touches a file: the time of the last change of its contents, name or place cannot be set
 * by those who change it. Undefined for what is no file.
 */
export function fileVersion(path: string): string | undefined {
  const status = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return status?.isFile() === true ? `${status.ino} ${status.size} ${status.ctimeNs}` : undefined;
}
