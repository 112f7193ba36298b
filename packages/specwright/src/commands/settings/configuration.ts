import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type Diagnostic, DiagnosticError } from "../../diagnostic.ts";
import type { TypeOptions } from "../../emit/typescript/type-options.ts";
import { isArrayOrObject, isObject } from "../../json-object.ts";
import { loadFile, showFilePath } from "../../read/files/load-file.ts";
import type { SourceFile } from "../../read/files/source-file.ts";
import { locateDiagnostics } from "../../read/locate.ts";
import { askDidYouMean } from "../../text/nearest.ts";
import { escapeSegment, parsePointer } from "../../text/pointer.ts";
import { findSetting } from "./given-settings.ts";
import { isNoPath } from "./portable-command.ts";
import type { Settings } from "./settings.ts";
import { settingNames } from "./table.ts";
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
 */
export function readConfiguration(folder: string, file?: string): readonly ConfiguredApi[] {
  const path = findConfigurationPath(folder, file);
  // A file without these names has only settings of Redocly, so it does not have to be parsed.
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
 * The path of Redocly's configuration; undefined when the folder has none.
 *
 * @throws DiagnosticError when the named file does not exist.
 */
export function findConfigurationPath(folder: string, file?: string): string | undefined {
  const named = resolve(folder, file ?? ".");
  const candidates =
    file === undefined || isFolder(named) ? names.map((name) => join(named, name)) : [named];
  const path = candidates.find(isFile);
  if (path === undefined && file !== undefined) {
    const message = `The configuration ${showFilePath(named, folder) || "."} does not exist.`;
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

/** A folder or a pipe of this name does not count as a configuration. */
function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}

type Report = (pointer: string, message: string, fix: string) => void;

function readApi(name: string, api: unknown, folder: string, report: Report): ConfiguredApi[] {
  if (!isObject(api) || typeof api.root !== "string") {
    return [];
  }
  for (const key of Object.keys(api)) {
    const similar = key.startsWith("x-") ? askDidYouMean(key, extensions) : "";
    if (similar !== "" && !extensions.includes(key)) {
      const fix = `${similar}Correct the name.`;
      report(`/${escapeSegment(key)}`, `\`${key}\` is not a setting of specwright.`, fix);
    }
  }
  const own = isObject(api["x-specwright"]) ? api["x-specwright"] : {};
  const theirs = isObject(api["x-openapi-ts"]) ? api["x-openapi-ts"] : {};
  const document = isNoPath(api.root) ? api.root : resolve(folder, api.root);
  const settings: Record<string, unknown> = { name, document };
  for (const [key, value] of Object.entries(own)) {
    const setting = findSetting(key);
    if (setting === undefined) {
      report(
        `/x-specwright/${escapeSegment(key)}`,
        `\`${key}\` is not a setting.`,
        `${askDidYouMean(key, settingNames)}Choose from ${settingNames.join(", ")}.`,
      );
      continue;
    }
    // Without a given name, packages are named after the API.
    const whole = key === "package" && isObject(value) ? { name, ...value } : value;
    const problems = setting.check(whole, key);
    for (const { pointer, message, fix } of problems) {
      // A name that was made from the API's is not in the file.
      const isThere = findConfigurationMember(value, pointer) !== undefined;
      report(`/x-specwright/${key}${isThere ? pointer : ""}`, message, fix);
    }
    if (problems.length === 0) {
      settings[key] = setting.resolve(whole, folder);
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
  const flags = { ...typesSwitches, defaultNonNullable: { flag: "--default-non-nullable" } };
  const values = Object.entries(flags).map(([key, { flag }]) => {
    const value = settings[key] ?? settings[flag.slice(2)];
    return [key, value] as const;
  });
  return Object.fromEntries(values.filter(([, value]) => typeof value === "boolean"));
}

/** The value at a pointer. Undefined when the pointer leads nowhere. */
function findConfigurationMember(value: unknown, pointer: string): unknown {
  return parsePointer(pointer).reduce<unknown>(
    (inside, segment) => (isArrayOrObject(inside) ? inside[segment] : undefined),
    value,
  );
}
