import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { createDiagnosticError } from "../diagnostic.ts";
import { askDidYouMean } from "../text/nearest.ts";
import { createFile } from "../write/whole-file.ts";
import { readToolVersion } from "./packages/tool-version.ts";
import { writePortablePath } from "./settings/portable-command.ts";
import { findTarget, targetNames } from "./settings/targets.ts";

/** The target to eject, and where to. */
export interface EjectOptions {
  /** The name of a built-in target. */
  readonly target: string;
  /** The folder to write, which must not exist. Default: `targets/<name>`. */
  readonly out?: string;
  /** The working folder. Default: that of the process. */
  readonly folder?: string;
}

/** The result of `eject`. */
export interface EjectResult {
  /** The absolute path of the folder. */
  readonly folder: string;
  /** The module to name in the setting `targets`, relative to the working folder. */
  readonly module: string;
  /** The files, relative to the folder. */
  readonly written: readonly string[];
  /** The packages that its code imports, to be installed. */
  readonly packages: readonly string[];
}

/**
 * Writes a built-in target as a target of one's own: its code in TypeScript and its templates, to be edited. It is
 * generated instead of the built-in one, with the same bytes until it is edited. Its code imports what it shares with
 * other targets from `specwright/target-parts`.
 *
 * @throws DiagnosticError when there is no such target, or the folder exists
 * @example
 * ```ts
 * import { eject } from "specwright";
 *
 * const { module, written } = eject({ target: "types", out: "own/types" });
 * console.log(module, written.length);
 * ```
 */
export function eject(options: EjectOptions): EjectResult {
  const { target: name } = options;
  const folder = resolve(options.folder ?? ".");
  if (findTarget(name) === undefined) {
    throw createDiagnosticError({
      code: "unknown-target",
      message: `\`${name}\` is not a built-in target.`,
      fix: `${askDidYouMean(name, targetNames)}Choose from ${targetNames.join(", ")}.`,
    });
  }
  const out = resolve(folder, options.out ?? `targets/${name}`);
  if (existsSync(out)) {
    throw createDiagnosticError({
      code: "folder-exists",
      message: `The folder ${out} exists, and your edits may be in it.`,
      fix: "Pass another one with `--out`, or remove it.",
    });
  }
  const packages = new Set(["specwright"]);
  const files = new Map([...listCode(name, packages), ...listTemplates(name)]);
  for (const [path, content] of files) {
    const file = join(out, path);
    mkdirSync(dirname(file), { recursive: true });
    createFile(file, content);
  }
  return {
    folder: out,
    module: `./${writePortablePath(relative(folder, join(out, "target.ts")))}`,
    written: [...files.keys()],
    packages: [...packages],
  };
}

/** The sources of the targets. The published package has them too. */
const sources = fileURLToPath(new URL("../../src/emit/", import.meta.url));

/** The files of a target's code. Packages that they import are added. */
function listCode(name: string, packages: Set<string>): readonly (readonly [string, string])[] {
  const home = join(sources, name);
  return listFiles(home, (path) => path.endsWith(".ts") && !path.endsWith(".test.ts")).map(
    (path) => {
      const text = readFileSync(join(home, path), "utf8");
      const code = rewriteImports(text, path, packages);
      return [path, path === "target.ts" ? rewriteRow(code, name) : code];
    },
  );
}

/** Imports of files outside the target's folder become imports of the public module that exports them. */
function rewriteImports(text: string, path: string, packages: Set<string>): string {
  return text.replace(/(\bfrom )"([^"$]+)"(?=;)/g, (whole, from: string, specifier: string) => {
    if (!specifier.startsWith(".")) {
      packages.add(
        specifier
          .split("/")
          .slice(0, specifier.startsWith("@") ? 2 : 1)
          .join("/"),
      );
      return whole;
    }
    const isInside = !join(dirname(path), specifier).startsWith("..");
    return isInside ? whole : `${from}"specwright/target-parts"`;
  });
}

/** The row of the target replaces the built-in one and has templates of its own. */
function rewriteRow(code: string, name: string): string {
  const note =
    `// Ejected from specwright ${readToolVersion()}. It is generated instead of the built-in target, and is yours to edit.\n` +
    "// What it imports from specwright/target-parts belongs to that version: after an update, compile it, or eject again.\n";
  return (
    note +
    code
      .replace(
        /\/\*\*[^/]*\*\/\nexport const \w+: Target = defineTarget\(\{/,
        "export default defineTarget({",
      )
      .replace(
        `  name: "${name}",\n`,
        (line) =>
          `${line}  replaces: true,\n  templates: new URL("templates/", import.meta.url),\n`,
      )
      .replace(/, type Target\b|\btype Target, /, "")
  );
}

/** The templates of a target. */
function listTemplates(name: string): readonly (readonly [string, string])[] {
  const home = dirname(
    createRequire(import.meta.url).resolve("@specwright/templates/package.json"),
  );
  const folder = join(home, name);
  return listFiles(folder, (path) => path.endsWith(".hbs")).map((path) => [
    `templates/${name}/${path}`,
    readFileSync(join(folder, path), "utf8"),
  ]);
}

function listFiles(folder: string, isWanted: (path: string) => boolean): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map(writePortablePath)
    .filter(isWanted)
    .sort();
}
