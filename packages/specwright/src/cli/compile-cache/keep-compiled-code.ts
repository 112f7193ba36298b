import * as module from "node:module";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { openPrivateFolder } from "./open-private-folder.ts";

/**
 * Lets Node keep the code that it compiles for a command, for later runs. Node executes what it finds there, so the code
 * is kept in the user's own cache folder, and nowhere if somebody else could write it. Left to itself, Node takes a
 * folder below the temporary one, which the first user of the machine can create for all others.
 *
 * A folder that the user names with `NODE_COMPILE_CACHE` is used as it is.
 *
 * @param command the name of its folder in the user's cache folder
 * @example
 * ```ts
 * import { keepCompiledCode } from "specwright/keep-compiled-code";
 *
 * // The first line of a command, before it imports the rest.
 * keepCompiledCode("my-command");
 * await import("./handlers.ts");
 * ```
 */
export function keepCompiledCode(command: string): void {
  // Node before 22.8 does not keep code.
  const { enableCompileCache }: Partial<typeof module> = module;
  const { NODE_COMPILE_CACHE: named, NODE_DISABLE_COMPILE_CACHE: disabled } = process.env;
  if (enableCompileCache === undefined || named || disabled) {
    return;
  }
  const cache = findUserCache();
  const folder = cache === undefined ? undefined : openPrivateFolder(join(cache, command));
  if (folder !== undefined) {
    enableCompileCache(folder);
  }
}

/**
 * The folder in which this user's programs keep what they can make again: `%LOCALAPPDATA%` on Windows, `~/Library/Caches`
 * on macOS, and `$XDG_CACHE_HOME` or `~/.cache` elsewhere (XDG Base Directory Specification). Undefined for a user without
 * such a folder.
 */
function findUserCache(): string | undefined {
  const path = findForSystem();
  return path !== undefined && isAbsolute(path) ? path : undefined;
}

function findForSystem(): string | undefined {
  const { platform, env } = process;
  if (platform === "win32") {
    return env.LOCALAPPDATA;
  }
  if (platform !== "darwin" && env.XDG_CACHE_HOME) {
    return env.XDG_CACHE_HOME;
  }
  try {
    return join(homedir(), platform === "darwin" ? "Library/Caches" : ".cache");
  } catch {
    // The user has no entry in the list of users, as in some containers.
    return undefined;
  }
}
