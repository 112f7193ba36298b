import { relative, resolve } from "node:path";
import { isNoPath, portable } from "../../commands/settings/portable-command.ts";

/** A path relative to the working folder, for messages. A URL is not changed. */
export function shownPath(path: string): string {
  return isNoPath(path) ? path : portable(relative(process.cwd(), resolve(path))) || ".";
}
