import { isAbsolute } from "node:path";
import { type Diagnostic, DiagnosticError } from "../../diagnostic.ts";
import { showFilePath } from "../../document/read/files/load-file.ts";
import {
  choosePackages,
  type ExtendedTarget,
  type Target,
  targetContract,
} from "../../emit/define-target.ts";
import type { EmitContext } from "../../emit/target.ts";
import { isObject } from "../../json-object.ts";
import { askDidYouMean } from "../../text/nearest.ts";
import { hashContent } from "../../write/manifest.ts";
import { checkOptions, type TargetOptions } from "../settings/target-options.ts";
import {
  builtInTargets,
  findTarget,
  isTargetFile,
  ownName,
  targetNames,
  withImported,
} from "../settings/targets.ts";
import {
  findTargetModule,
  hashModuleFiles,
  hashTemplateFiles,
  importVersion,
} from "./target-modules.ts";

/** The targets of a run. */
export interface LoadedTargets {
  /** The requested targets and those that they import, each after those that it imports. */
  readonly targets: readonly Target[];
  /** The names of those that were not requested. */
  readonly imported: readonly string[];
  /** The targets of one's own among them, by their names. */
  readonly own: ReadonlyMap<string, OwnTarget>;
  /** Replaced parts of built-in targets. */
  readonly hooks: Pick<EmitContext, "nameOperation"> & Pick<Extension<"types">, "typeOf">;
  /** The files of targets of one's own, by absolute path, with the hashes of their bytes. */
  readonly files: ReadonlyMap<string, string>;
}

type Extension<Name> = Partial<Extract<ExtendedTarget, { readonly extends: Name }>>;

/** Where a target of one's own comes from, for messages. */
interface OwnTarget {
  /** The file relative to the working folder, or the package. */
  readonly shown: string;
}

/**
 * Loads the targets of a run.
 *
 * @param asked The entries of the setting `targets`: names, paths of files and names of packages.
 * @param folder The folder in which packages are installed, and to which paths are relative.
 * @param options The options of targets. Those of built-in targets have been checked.
 * @param onFound Called with the files of each target of one's own before it is loaded.
 * @throws DiagnosticError with every problem of the targets of one's own
 */
export async function loadTargets(
  asked: readonly string[] = [],
  folder: string,
  options: TargetOptions = {},
  onFound: (files: Iterable<string>) => void = () => {},
): Promise<LoadedTargets> {
  const problems: Diagnostic[] = [];
  const names: string[] = [];
  const known = new Map(builtInTargets.map((target) => [target.name, target]));
  const own = new Map<string, OwnTarget>();
  const files = new Map<string, string>();
  let hooks: LoadedTargets["hooks"] = {};
  for (const entry of asked) {
    const loaded = await loadEntry(entry, folder, (found) => {
      onFound(found.keys());
      for (const [path, hash] of found) {
        files.set(path, hash);
      }
    });
    if ("problem" in loaded) {
      problems.push(loaded.problem);
      continue;
    }
    if ("hooks" in loaded) {
      names.push(loaded.hooks.extends);
      hooks = { ...hooks, ...loaded.hooks };
      continue;
    }
    const { target, shown } = loaded;
    names.push(target.name);
    if (shown !== undefined) {
      const clash = findClash(target, own.get(target.name), shown);
      problems.push(...(clash === undefined ? [] : [clash]));
      for (const [path, hash] of hashTemplateFiles(target.templates)) {
        files.set(path, hash);
      }
      known.set(target.name, target);
      const version = target.version === undefined ? "" : ` ${target.version}`;
      own.set(target.name, { shown: `${shown}${version}` });
    }
  }
  const targets = withImported(names, [...known.values()]);
  for (const [name, { shown }] of own) {
    const { imports = [], options: rows = {} } = known.get(name) ?? {};
    problems.push(
      ...imports
        .filter((each) => !known.has(each))
        .map((each) => reportNoImport(shown, each, known)),
      ...checkOptions(rows, options[name] ?? {}, name).map(({ message, fix }) =>
        reportTarget("invalid-options", message, fix),
      ),
    );
  }
  // A target that was not loaded may be the one that has these options.
  if (names.length === asked.length) {
    const others = Object.keys(options).filter((name) => !known.has(name));
    problems.push(...others.map((name) => reportNoTarget(name, known)));
  }
  if (problems.length > 0) {
    throw new DiagnosticError(problems);
  }
  const imported = names.length === 0 ? [] : targets.map(({ name }) => name);
  return {
    targets: targets.map((target) => ({
      ...target,
      packages: choosePackages(target, options[target.name]),
    })),
    imported: imported.filter((name) => !names.includes(name)),
    own,
    hooks,
    files,
  };
}

type LoadedEntry =
  | { readonly target: Target; readonly shown: string | undefined }
  | { readonly hooks: ExtendedTarget }
  | { readonly problem: Diagnostic };

async function loadEntry(
  entry: string,
  folder: string,
  onFound: (files: ReadonlyMap<string, string>) => void,
): Promise<LoadedEntry> {
  const builtIn = findTarget(entry);
  if (builtIn !== undefined) {
    return { target: builtIn, shown: undefined };
  }
  const path = findTargetModule(entry, folder);
  const shown = isAbsolute(entry) ? showFilePath(entry, folder) : entry;
  if (path === undefined) {
    return { problem: reportMissing(entry, shown) };
  }
  const files = hashModuleFiles(path);
  onFound(files);
  try {
    const module = await importVersion(path, hashContent(JSON.stringify([...files])));
    const exported: unknown = "default" in module ? module.default : undefined;
    const problem = judgeExport(exported, shown);
    if (problem !== undefined) {
      return { problem };
    }
    // Judged just now: `defineTarget` made it.
    const target = exported as Target | ExtendedTarget;
    return "extends" in target ? { hooks: target } : { target, shown };
  } catch (error) {
    return { problem: reportNotLoaded(error, shown) };
  }
}

function reportMissing(entry: string, shown: string): Diagnostic {
  return isTargetFile(entry)
    ? reportTarget(
        "unknown-target",
        `The target ${shown} does not exist.`,
        "Correct its path in `targets`. Paths in redocly.yaml are relative to that file.",
      )
    : reportTarget(
        "unknown-target",
        `\`${entry}\` is not a target.`,
        `${askDidYouMean(entry, targetNames)}Choose from ${targetNames.join(", ")}, or write the path of a file such as ./${entry}.target.ts, or install the package ${entry}.`,
      );
}

function reportNotLoaded(error: unknown, shown: string): Diagnostic {
  const { code, message, stack } = error instanceof Error ? readError(error) : noError;
  // Node before 22.18 refuses TypeScript, and every version does so below node_modules.
  const isRefused =
    code === "ERR_UNKNOWN_FILE_EXTENSION" || code === "ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING";
  const fix = isRefused
    ? `Node ${process.versions.node} does not run TypeScript here. Write the target as a .js file, or use Node 22.18 or later (packages always need .js).`
    : "Correct the target. The lines above show where it failed.";
  const problem = reportTarget(
    "invalid-target",
    `The target ${shown} cannot be loaded: ${message}`,
    fix,
  );
  return isRefused || stack === undefined
    ? problem
    : { ...problem, stack, ...(isTargetFile(shown) && { file: shown }) };
}

const noError = {
  code: undefined,
  message: "it threw a value that is not an error",
  stack: undefined,
};

function readError(error: Error): { code?: unknown; message: string; stack?: string | undefined } {
  return {
    code: "code" in error ? error.code : undefined,
    message: error.message,
    stack: error.stack,
  };
}

function judgeExport(exported: unknown, shown: string): Diagnostic | undefined {
  if (!isObject(exported) || typeof exported.contract !== "string") {
    return reportTarget(
      "invalid-target",
      `The target ${shown} has no default export that \`defineTarget\` made.`,
      'Write `export default defineTarget({ … })`, with `import { defineTarget } from "specwright/target"`.',
    );
  }
  if (exported.contract !== targetContract) {
    return reportTarget(
      "invalid-target",
      `The target ${shown} was written for the contract \`${exported.contract}\`, and this specwright has \`${targetContract}\`.`,
      "Install the version of specwright that the target needs, or a newer version of the target.",
    );
  }
  const { name } = exported;
  return "extends" in exported || (typeof name === "string" && ownName.test(name))
    ? undefined
    : reportTarget(
        "invalid-target",
        `The target ${shown} has the name \`${String(name)}\`, which cannot be the name of a folder.`,
        "Write lower case letters, digits and single hyphens, such as bruno.",
      );
}

function findClash(
  target: Target,
  earlier: OwnTarget | undefined,
  shown: string,
): Diagnostic | undefined {
  if (earlier !== undefined) {
    return reportTarget(
      "invalid-target",
      `The targets ${earlier.shown} and ${shown} have the same name, \`${target.name}\`.`,
      "Give one of them another name.",
    );
  }
  return findTarget(target.name) === undefined || target.replaces
    ? undefined
    : reportTarget(
        "invalid-target",
        `The target ${shown} has the name of a built-in target, \`${target.name}\`.`,
        "Give it another name, or set `replaces: true` to generate it instead of the built-in one.",
      );
}

function reportNoImport(
  shown: string,
  name: string,
  known: ReadonlyMap<string, Target>,
): Diagnostic {
  return reportTarget(
    "invalid-target",
    `The target ${shown} imports the target \`${name}\`, which does not exist.`,
    `${askDidYouMean(name, known.keys())}Correct its \`imports\`, or add that target to \`targets\`.`,
  );
}

function reportNoTarget(name: string, known: ReadonlyMap<string, Target>): Diagnostic {
  return reportTarget(
    "invalid-options",
    `\`options\` has options of \`${name}\`, which is not a target.`,
    `${askDidYouMean(name, known.keys())}Correct the name, or add the target to \`targets\`.`,
  );
}

function reportTarget(code: string, message: string, fix: string): Diagnostic {
  return { severity: "error", code, message, fix };
}
