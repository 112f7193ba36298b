import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import * as nodeModule from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isObject } from "../../json-object.ts";
import { hashContent } from "../../write/manifest.ts";
import { findPackage } from "../packages/find-package.ts";
import { isTargetFile } from "../settings/targets.ts";

/**
 * The module of an entry of the setting `targets`: the file itself, or the main module of a package that is installed in
 * the folder or above. Undefined when there is none.
 */
export function findTargetModule(entry: string, folder: string): string | undefined {
  if (isTargetFile(entry)) {
    const path = resolve(folder, entry);
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true ? path : undefined;
  }
  const found = findPackage(entry, folder);
  if (found === undefined) {
    return undefined;
  }
  // The fields of package.json that name the main module (nodejs.org/api/packages.html).
  const { exports, main = "index.js" } = found.manifest as { exports?: unknown; main?: string };
  const path = join(found.folder, findMain(exports) ?? main);
  return existsSync(path) ? path : undefined;
}

function findMain(exports: unknown): string | undefined {
  if (typeof exports === "string") {
    return exports;
  }
  if (Array.isArray(exports)) {
    return exports.map(findMain).find((path) => path !== undefined);
  }
  if (!isObject(exports)) {
    return undefined;
  }
  const conditions = [".", "import", "node", "module-sync", "default"];
  return conditions.map((name) => findMain(exports[name])).find((path) => path !== undefined);
}

/**
 * The files on which a module depends, with the hashes of their bytes: itself, and the files that it imports by relative
 * paths, directly or not.
 */
export function hashModuleFiles(path: string): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const add = (file: string): void => {
    if (files.has(file) || statSync(file, { throwIfNoEntry: false })?.isFile() !== true) {
      return;
    }
    const text = readFileSync(file, "utf8");
    files.set(file, hashContent(text));
    // An import in a comment or a string only adds a file that does not matter.
    for (const [, specifier = ""] of text.matchAll(/["'](\.\.?\/[^"'\n]+)["']/g)) {
      if (/\.(?:[cm]?[jt]s|json|hbs)$/.test(specifier)) {
        add(join(dirname(file), specifier));
      }
    }
  };
  add(path);
  return files;
}

/** The templates in a folder, with the hashes of their bytes. */
export function hashTemplateFiles(folder: URL | undefined): ReadonlyMap<string, string> {
  if (folder === undefined || !existsSync(folder)) {
    return new Map();
  }
  const path = fileURLToPath(folder);
  return new Map(
    readdirSync(path, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".hbs"))
      .sort()
      .map((name) => [join(path, name), hashContent(readFileSync(join(path, name), "utf8"))]),
  );
}

/** The versions of the modules that this process has loaded, by path. */
const loaded = new Map<string, string>();

/**
 * Imports a module. Node loads each URL once, so a module that changed since then (with `--watch`) is imported with its
 * version in the query of its URL, together with the files that it imports by relative paths.
 *
 * @param version A hash of all its files.
 */
export async function importVersion(path: string, version: string): Promise<object> {
  const first = loaded.get(path) ?? version;
  loaded.set(path, first);
  const url = pathToFileURL(path);
  if (first !== version) {
    passVersionOn();
    url.searchParams.set(versionParameter, version);
  }
  return (await import(/* @vite-ignore */ url.href)) as object;
}

const versionParameter = "specwright-version";
let isPassedOn = false;

/** Modules that a versioned one imports by relative paths get its version. Node 20 cannot do this. */
function passVersionOn(): void {
  if (isPassedOn || typeof nodeModule.registerHooks !== "function") {
    return;
  }
  isPassedOn = true;
  nodeModule.registerHooks({
    resolve: (specifier, context, next) => {
      const result = next(specifier, context);
      const version = context.parentURL?.startsWith("file:")
        ? new URL(context.parentURL).searchParams.get(versionParameter)
        : null;
      if (version === null || !specifier.startsWith(".")) {
        return result;
      }
      const url = new URL(result.url);
      url.searchParams.set(versionParameter, version);
      return { ...result, url: url.href };
    },
  });
}
