import { relative, resolve } from "node:path";
import { isNoPath, writePortablePath } from "../../commands/settings/portable-command.ts";
import { showUrl } from "../../text/show-url.ts";

/** A path relative to the working folder, for messages. A URL is shown without its password. */
export function showPath(path: string): string {
  return isNoPath(path)
    ? showUrl(path)
    : writePortablePath(relative(process.cwd(), resolve(path))) || ".";
}
