import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { createDiagnosticError, type Diagnostic, DiagnosticError } from "../../diagnostic.ts";
import { requireFile, showFilePath } from "../../document/read/files/load-file.ts";
import { locateDiagnostics } from "../../document/read/locate.ts";
import type { TypeOptions } from "../../emit/shared/typescript/type-options.ts";
import { isObject, type JsonObject } from "../../json-object.ts";
import { askDidYouMean } from "../../text/nearest.ts";
import { escapeSegment } from "../../text/pointer.ts";
import { toFlag } from "./given-settings.ts";
import type { SettingProblem } from "./kinds.ts";
import { isNoPath } from "./portable-command.ts";
import type { Settings } from "./settings.ts";
import { allSettings } from "./table.ts";
import { typesSwitches } from "./types-switches.ts";

/** One API of a configuration file. Paths are absolute; the document may be a URL. */
export interface ConfiguredApi extends Settings {
  readonly name: string;
  readonly document: string;
  /** `x-openapi-ts.output`: the file that `types` writes. */
  readonly types?: string;
  /** The other members of `x-openapi-ts`: flags of `types` for this API, as `enum` or `root-types`. */
  readonly typesOptions?: TypeOptions;
}

const names = ["redocly.yaml", "redocly.yml", ".redocly.yaml", ".redocly.yml"];

/**
 * The APIs of the `redocly.yaml` in a folder, with the settings of `apis.<name>.x-specwright`. Empty when the file does
 * not exist.
 *
 * @param file Another file, or the folder that contains it.
 * @throws DiagnosticError with every problem of the file.
 * @example
 * ```ts
 * import { readConfiguration } from "specwright";
 *
 * for (const { name, document, out } of readConfiguration(process.cwd())) console.log(name, document, out);
 * ```
 */
export function readConfiguration(folder: string, file?: string): readonly ConfiguredApi[] {
  const path = findConfigurationPath(folder, file);
  // A file without these names has only settings of Redocly, so it does not have to be parsed.
  if (path === undefined || !/x-specwright|x-openapi-ts|apis/.test(readFileSync(path, "utf8"))) {
    return [];
  }
  const loaded = requireFile(path, folder);
  const apis = Object.entries(readObject(loaded.value, "apis")).flatMap(([name, api]) =>
    isObject(api) && typeof api.root === "string" ? [{ name, root: api.root, api }] : [],
  );
  const problems = apis.flatMap(({ name, api }) =>
    checkApi(name, api).map(
      ({ pointer, ...problem }): Diagnostic => ({
        severity: "error",
        code: "invalid-configuration",
        ...problem,
        file: loaded.name,
        pointer: `/apis/${escapeSegment(name)}${pointer}`,
      }),
    ),
  );
  if (problems.length > 0) {
    throw new DiagnosticError(locateDiagnostics(problems, folder));
  }
  return apis.map(({ name, root, api }) => readApi(name, root, api, dirname(path)));
}

/**
 * The content of Redocly's configuration. Undefined when the folder has none.
 *
 * @param file Another file, or the folder that contains it.
 * @throws DiagnosticError when the named file does not exist, or cannot be read.
 */
export function readConfigurationFile(folder: string, file?: string): unknown {
  const path = findConfigurationPath(folder, file);
  return path === undefined ? undefined : requireFile(path, folder).value;
}

/** The path of the configuration in a folder. When it has none, the path of the one that it may get. */
export function locateConfiguration(folder: string): string {
  return findConfigurationPath(folder) ?? join(folder, "redocly.yaml");
}

function findConfigurationPath(folder: string, file?: string): string | undefined {
  const named = resolve(folder, file ?? ".");
  const candidates =
    file === undefined || isFolder(named) ? names.map((name) => join(named, name)) : [named];
  const path = candidates.find(isFile);
  if (path === undefined && file !== undefined) {
    const message = `The configuration ${showFilePath(named, folder) || "."} does not exist.`;
    const fix = "Name the file, or the folder that redocly.yaml is in.";
    throw createDiagnosticError({ code: "no-configuration", message, fix });
  }
  return path;
}

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

/** A folder or a pipe of this name does not count as a configuration. */
function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}

const extensions = ["x-specwright", "x-openapi-ts"];

function checkApi(name: string, api: JsonObject): readonly SettingProblem[] {
  const misspelt = Object.keys(api).flatMap((key) => {
    const similar =
      key.startsWith("x-") && !extensions.includes(key) ? askDidYouMean(key, extensions) : "";
    const message = `\`${key}\` is not a setting of specwright.`;
    const pointer = `/${escapeSegment(key)}`;
    return similar === "" ? [] : [{ pointer, message, fix: `${similar}Correct the name.` }];
  });
  const isNamed = readObject(readObject(api, "x-specwright"), "package").name !== undefined;
  const wrong = allSettings
    .check(readSettings(name, api), "x-specwright")
    .map(({ pointer, ...problem }) => ({
      ...problem,
      pointer: `/x-specwright${pointer === "/package/name" && !isNamed ? "/package" : pointer}`,
    }));
  return [...misspelt, ...wrong];
}

/** The settings as they are in the file. Packages without a name get that of the API. */
function readSettings(name: string, api: JsonObject): JsonObject {
  const own = readObject(api, "x-specwright");
  return isObject(own.package) ? { ...own, package: { name, ...own.package } } : own;
}

/** @param api without problems */
function readApi(name: string, root: string, api: JsonObject, folder: string): ConfiguredApi {
  const toPath = (path: string): string => resolve(folder, path);
  const theirs = readObject(api, "x-openapi-ts");
  const typesOptions = readTypesOptions(theirs);
  return {
    // A value without problems has this type.
    ...allSettings.mapPaths(readSettings(name, api) as Settings, toPath),
    name,
    document: isNoPath(root) ? root : toPath(root),
    ...(typeof theirs.output === "string" && { types: toPath(theirs.output) }),
    ...(Object.keys(typesOptions).length > 0 && { typesOptions }),
  };
}

/** Flags in either spelling: `rootTypes`, `root-types`. */
function readTypesOptions(settings: JsonObject): TypeOptions {
  const values = [...Object.keys(typesSwitches), "defaultNonNullable"].map((key) => {
    return [key, settings[key] ?? settings[toFlag(key).slice(2)]];
  });
  return Object.fromEntries(values.filter(([, value]) => typeof value === "boolean"));
}

/** The object that is a member of a value. Empty if it is not there. */
export function readObject(value: unknown, key: string): JsonObject {
  const member = isObject(value) ? value[key] : undefined;
  return isObject(member) ? member : {};
}
