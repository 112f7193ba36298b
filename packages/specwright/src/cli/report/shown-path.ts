import { relative, resolve } from "node:path";
import { isNoPath, portable } from "../../commands/settings/portable-command.ts";

/** A path as people know it, relative to the working folder; a URL as it is. */
export function shownPath(path: string): string {
  return isNoPath(path) ? path : portable(relative(process.cwd(), resolve(path))) || ".";
}
