import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The TypeScript compiler's command, as an absolute path. */
export interface Compiler {
  readonly command: string;
}

/**
 * Finds TypeScript in a project, and else beside specwright. Undefined when it is installed nowhere.
 *
 * @param own A file of specwright.
 */
export function findCompiler(folder: string, own: string = import.meta.url): Compiler | undefined {
  for (const from of [join(folder, "index.js"), own]) {
    const manifest = resolvePackage("typescript", from);
    if (manifest !== undefined) {
      // npm does not install a package whose manifest is not JSON.
      const { bin } = JSON.parse(readFileSync(manifest, "utf8")) as {
        readonly bin?: { readonly tsc?: string };
      };
      const command = join(dirname(manifest), bin?.tsc ?? "bin/tsc");
      if (existsSync(command)) {
        return { command };
      }
    }
  }
  return undefined;
}

/** Why code was not compiled, and how to change that. Undefined when TypeScript is installed. */
export function explainMissingCompiler(
  folder: string,
  own: string = import.meta.url,
): string | undefined {
  return findCompiler(folder, own) === undefined
    ? "The code was not compiled, because TypeScript is not installed. Run `npm install --save-dev typescript`, then the same command again."
    : undefined;
}

/** The folder of the runtime, whose types generated code imports. */
export function findRuntimeFolder(): string | undefined {
  const manifest = resolvePackage("@specwright/runtime", import.meta.url);
  return manifest && dirname(manifest);
}

function resolvePackage(name: string, from: string): string | undefined {
  try {
    return createRequire(from).resolve(`${name}/package.json`);
  } catch {
    // Node throws when it does not find a package.
    return undefined;
  }
}
