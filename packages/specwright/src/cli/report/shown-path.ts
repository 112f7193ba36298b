import { relative, resolve } from "node:path";
import { isNoPath, writePortablePath } from "../../commands/settings/portable-command.ts";

/** A path relative to the working folder, for messages. A URL is not changed. */
export function showPath(path: string): string {
  return isNoPath(path) ? path : writePortablePath(relative(process.cwd(), resolve(path))) || ".";
}
