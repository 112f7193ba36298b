import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";

/** How relative imports between TypeScript files end. */
export type ImportExtension = ".ts" | ".js";

/** The options that let TypeScript import files with the ending `.ts` (TypeScript 5.0 and 5.7). */
const options = ["allowImportingTsExtensions", "rewriteRelativeImportExtensions"] as const;

/**
 * The file ending in imports that a project's compiler accepts. It is `.js` when a `tsconfig.json` in the folder or
 * above does not allow `.ts`, and else `.ts`, which Node runs directly. A configuration that cannot be read counts as
 * empty.
 */
export function findImportExtension(folder: string): ImportExtension {
  const config = findNearestConfig(resolve(folder));
  return config === undefined || allowsTypeScript(config, new Set()) === true ? ".ts" : ".js";
}

function findNearestConfig(folder: string): string | undefined {
  const path = join(folder, "tsconfig.json");
  if (existsSync(path)) {
    return path;
  }
  const parent = dirname(folder);
  return parent === folder ? undefined : findNearestConfig(parent);
}

/** Returns whether a configuration, or one that it extends, allows `.ts`. Undefined when none of them sets the options. */
function allowsTypeScript(path: string, seen: Set<string>): boolean | undefined {
  if (seen.has(path)) {
    return undefined;
  }
  seen.add(path);
  const { compilerOptions = {}, extends: bases = [] } = readConfig(path);
  const said = options.map((name) => compilerOptions[name]).filter((value) => value !== undefined);
  if (said.length > 0) {
    return said.includes(true);
  }
  // Of several, the last one wins.
  for (const base of [bases].flat().reverse()) {
    const target = findBase(path, base);
    const inherited = target === undefined ? undefined : allowsTypeScript(target, seen);
    if (inherited !== undefined) {
      return inherited;
    }
  }
  return undefined;
}

interface Config {
  readonly compilerOptions?: Readonly<Record<string, unknown>>;
  readonly extends?: string | readonly string[];
}

function readConfig(path: string): Config {
  try {
    const value: unknown = JSON.parse(withoutComments(readFileSync(path, "utf8")));
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

/**
 * Comments and trailing commas, which a `tsconfig.json` may have. The first alternative skips strings, so that their
 * contents are not matched.
 */
const notJson = /("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const lastComma = /("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g;

function withoutComments(text: string): string {
  const keep = (_: string, literal: string | undefined): string => literal ?? "";
  return text.replace(notJson, keep).replace(lastComma, keep);
}

/** The file that `extends` names: relative to the configuration, or in a package. */
function findBase(from: string, name: string): string | undefined {
  if (/^\.{0,2}\//.test(name)) {
    const path = resolve(dirname(from), name);
    return [path, `${path}.json`].find((one) => one.endsWith(".json") && existsSync(one));
  }
  const { resolve: find } = createRequire(from);
  for (const specifier of [name, `${name}.json`, `${name}/tsconfig.json`]) {
    try {
      return find(specifier);
    } catch {
      // Another spelling may be there.
    }
  }
  return undefined;
}
