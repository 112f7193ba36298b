import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { GenerateResult } from "../../commands/generate.ts";
import { findClone } from "../../commands/packages/find-clone.ts";
import { listSettingWords } from "../../commands/settings/given-settings.ts";
import { toShellWord } from "../../commands/settings/portable-command.ts";
import { sharedSettings } from "../../commands/settings/settings.ts";
import { pick } from "../../defined.ts";
import type { Job } from "../options/list-jobs.ts";
import { showPath } from "./shown-path.ts";

/**
 * The commands to run after the first generation, ready to be pasted: one to install the packages that the code
 * imports, and one to begin the handlers. Empty in an npm script, which continues by itself.
 */
export function describeNextCommands(
  job: Job,
  { written, unchanged, folder, packages }: GenerateResult,
): string {
  const script = process.env.npm_lifecycle_event;
  if (unchanged.length > 0 || (script !== undefined && script !== "npx")) {
    return "";
  }
  const commands = [...install(job, packages, folder), ...scaffold(job, written, folder)];
  return commands.length === 0
    ? ""
    : `Next:\n${commands.map((command) => `  ${command}\n`).join("")}`;
}

/** Generated packages have dependencies of their own. */
function install(job: Job, packages: readonly string[], folder: string): readonly string[] {
  // A scope begins with `@`, and so does a range.
  const missing = packages.filter((word) => !isDependency(word.replace(/(?<!^)@.*/, ""), folder));
  return job.package !== undefined || missing.length === 0
    ? []
    : [`npm install ${missing.flatMap(writeInstallWords).join(" ")}`];
}

/** The words with which npm installs a package. From a clone, the runtime is that of the clone. */
function writeInstallWords(word: string): readonly string[] {
  const clone = word === "@specwright/runtime" ? findClone() : undefined;
  return clone === undefined
    ? [toShellWord(word)]
    : ["--install-links", toShellWord(join(clone.root, "packages/runtime"))];
}

/**
 * Returns whether a package.json in a folder or above lists a package. A package that is only installed for another
 * package may be removed together with it.
 */
function isDependency(name: string, folder: string): boolean {
  const manifest = join(folder, "package.json");
  const parent = dirname(folder);
  return (
    (existsSync(manifest) && listDependencies(manifest).has(name)) ||
    (parent !== folder && isDependency(name, parent))
  );
}

function listDependencies(manifest: string): ReadonlySet<string> {
  try {
    // npm only accepts objects here. Other values either throw below or list no packages.
    const { dependencies, devDependencies, peerDependencies } = JSON.parse(
      readFileSync(manifest, "utf8"),
    ) as Readonly<Record<string, object | undefined>>;
    return new Set(Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies }));
  } catch {
    // A file that npm cannot read lists no packages.
    return new Set();
  }
}

function scaffold(job: Job, written: readonly string[], folder: string): readonly string[] {
  const { document, configured, handlers } = job;
  const isBegun = handlers !== undefined && existsSync(handlers);
  // A piped document is not suggested, because the user would have to pipe it in again.
  if (!written.includes("server/index.js") || isBegun || document === "-") {
    return [];
  }
  const words =
    configured === undefined
      ? [
          showPath(document),
          "--out",
          showPath(folder),
          ...listSettingWords(pick(job, sharedSettings), showPath),
        ]
      : [configured];
  const folderOfHandlers = handlers === undefined ? ["--handlers", "src/handlers"] : [];
  return [`npx specwright scaffold ${[...words, ...folderOfHandlers].map(toShellWord).join(" ")}`];
}
