import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type Diagnostic, DiagnosticError } from "../diagnostic.ts";
import type { TypeOptions } from "../emit/type-options.ts";
import { isObject } from "../json-object.ts";
import { displayName, loadFile } from "../read/load-file.ts";
import { locateDiagnostics } from "../read/locate.ts";
import type { SourceFile } from "../read/source-file.ts";
import { didYouMean } from "../text/nearest.ts";
import { escapeSegment } from "../text/pointer.ts";
import { checkLossSettings, type LossSettings } from "./loss-settings.ts";
import {
  checkPackageSettings,
  type PackageSettings,
  resolvePackageSettings,
} from "./package-settings.ts";
import { isNoPath } from "./portable-command.ts";
import { settingNames, settingRules } from "./setting-rules.ts";
import { typesSwitches } from "./types-flags.ts";

/** One API of a configuration file. Paths are absolute; the document may be a URL. */
export interface ConfiguredApi {
  readonly name: string;
  readonly document: string;
  readonly out?: string;
  readonly targets?: readonly string[];
  readonly templates?: string;
  readonly formats?: "assert" | "annotate";
  readonly readWriteSplit?: boolean;
  readonly readOnlyInRequests?: "accept" | "refuse";
  readonly addedHeaders?: readonly string[];
  readonly emptyObjectsUnknown?: boolean;
  readonly defaultNonNullable?: boolean;
  readonly jsonParameters?: boolean;
  readonly splitEncodedCommas?: boolean;
  readonly factory?: string;
  readonly allow?: readonly string[];
  /** The file or folder by the URI that it is a copy of. */
  readonly remotes?: Readonly<Record<string, string>>;
  /** The folder of the handlers that `scaffold` writes. */
  readonly handlers?: string;
  readonly package?: PackageSettings;
  readonly losses?: LossSettings;
  /** The reference that `docs` makes: its folder, and what its samples import the client from. */
  readonly docs?: { readonly out: string; readonly client?: string | false };
  /** `x-openapi-ts.output`: the file that `types` writes. */
  readonly types?: string;
  /** The other members of `x-openapi-ts`: flags of `types` for this API, as `enum` or `root-types`. */
  readonly typesOptions?: TypeOptions;
}

const names = ["redocly.yaml", "redocly.yml", ".redocly.yaml", ".redocly.yml"];

/**
 * The APIs of the `redocly.yaml` in a folder, with what `apis.<name>.x-specwright` says; none without such a file.
 *
 * @param file Another file, or the folder that it is in.
 * @throws DiagnosticError with everything that is wrong with it.
 */
export function readConfiguration(folder: string, file?: string): readonly ConfiguredApi[] {
  const path = configurationPath(folder, file);
  // Other settings are Redocly's; without ours there is nothing to parse.
  if (path === undefined || !/x-specwright|x-openapi-ts|apis/.test(readFileSync(path, "utf8"))) {
    return [];
  }
  const loaded = parseConfiguration(path, folder);
  const problems: Diagnostic[] = [];
  const root = loaded.value;
  const apis = isObject(root) && isObject(root.apis) ? Object.entries(root.apis) : [];
  const configured = apis.flatMap(([name, api]) => {
    const report = (pointer: string, message: string, fix: string): void => {
      const place = `/apis/${escapeSegment(name)}${pointer}`;
      const file = loaded.name;
      problems.push({
        severity: "error",
        code: "invalid-configuration",
        message,
        fix,
        file,
        pointer: place,
      });
    };
    return readApi(name, api, dirname(path), report);
  });
  if (problems.length > 0) {
    throw new DiagnosticError(locateDiagnostics(problems, folder));
  }
  return configured;
}

/**
 * The path of Redocly's configuration; undefined when there is none.
 *
 * @throws DiagnosticError when one is named that does not exist.
 */
export function configurationPath(folder: string, file?: string): string | undefined {
  const named = resolve(folder, file ?? ".");
  const candidates =
    file === undefined || isFolder(named) ? names.map((name) => join(named, name)) : [named];
  const path = candidates.find(isFile);
  if (path === undefined && file !== undefined) {
    const message = `There is no configuration at ${displayName(named, folder) || "."}.`;
    const fix = "Name the file, or the folder that redocly.yaml is in.";
    throw new DiagnosticError([{ severity: "error", code: "no-configuration", message, fix }]);
  }
  return path;
}

/**
 * Parses a configuration.
 *
 * @throws DiagnosticError when it cannot be read.
 */
export function parseConfiguration(path: string, folder: string): SourceFile {
  const loaded = loadFile(path, folder);
  if ("problems" in loaded) {
    throw new DiagnosticError(loaded.problems);
  }
  return loaded.file;
}

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

/** A folder or a pipe of that name is no configuration. */
function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}

type Report = (pointer: string, message: string, fix: string) => void;

function readApi(name: string, api: unknown, folder: string, report: Report): ConfiguredApi[] {
  if (!isObject(api) || typeof api.root !== "string") {
    return [];
  }
  for (const key of Object.keys(api)) {
    const similar = key.startsWith("x-") ? didYouMean(key, extensions) : "";
    if (similar !== "" && !extensions.includes(key)) {
      const fix = `${similar}Correct the name.`;
      report(`/${escapeSegment(key)}`, `\`${key}\` is not a setting of specwright.`, fix);
    }
  }
  const own = isObject(api["x-specwright"]) ? api["x-specwright"] : {};
  const theirs = isObject(api["x-openapi-ts"]) ? api["x-openapi-ts"] : {};
  const document = isNoPath(api.root) ? api.root : resolve(folder, api.root);
  const settings: Record<string, unknown> = { name, document };
  const { package: packages, losses, ...others } = own;
  if (losses !== undefined) {
    settings.losses = losses;
    for (const { pointer, message, fix } of checkLossSettings(losses)) {
      report(`/x-specwright/losses${pointer}`, message, fix);
    }
  }
  if (packages !== undefined) {
    settings.package = readPackage(name, packages, folder, report);
  }
  for (const [key, value] of Object.entries(others)) {
    const rule = settingRules.get(key);
    const setting = rule?.read(value, folder);
    if (rule === undefined) {
      report(
        `/x-specwright/${escapeSegment(key)}`,
        `There is no setting \`${key}\`.`,
        `${didYouMean(key, settingNames)}Use some of ${settingNames.join(", ")}.`,
      );
    } else if (setting === undefined) {
      report(`/x-specwright/${key}`, `The value of \`${key}\` is not valid.`, rule.fix);
    } else {
      settings[key] = setting;
    }
  }
  if (typeof theirs.output === "string") {
    settings.types = resolve(folder, theirs.output);
  }
  const typesOptions = readTypesOptions(theirs);
  if (Object.keys(typesOptions).length > 0) {
    settings.typesOptions = typesOptions;
  }
  // Each setting was checked by its reader.
  return [settings as unknown as ConfiguredApi];
}

const extensions = ["x-specwright", "x-openapi-ts"];

/** Flags in either spelling: `rootTypes`, `root-types`. */
function readTypesOptions(settings: Readonly<Record<string, unknown>>): TypeOptions {
  const flags = { ...typesSwitches, defaultNonNullable: "--default-non-nullable" };
  const values = Object.entries(flags).map(([key, flag]) => {
    const value = settings[key] ?? settings[flag.slice(2)];
    return [key, value] as const;
  });
  return Object.fromEntries(values.filter(([, value]) => typeof value === "boolean"));
}

/** `package`, whose names are made of the API's unless they are given. */
function readPackage(api: string, value: unknown, folder: string, report: Report): unknown {
  const settings = isObject(value) ? { name: api, ...value } : value;
  const problems = checkPackageSettings(settings);
  const isWritten = (pointer: string): boolean =>
    isObject(value) && Object.keys(value).some((key) => `/${escapeSegment(key)}` === pointer);
  for (const { pointer, message, fix } of problems) {
    // A name that was made of the API's stands nowhere.
    report(`/x-specwright/package${isWritten(pointer) ? pointer : ""}`, message, fix);
  }
  return problems.length > 0
    ? undefined
    : // Checked just now.
      resolvePackageSettings(settings as PackageSettings, folder);
}
