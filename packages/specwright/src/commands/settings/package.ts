import { resolve } from "node:path";
import { isObject } from "../../json-object.ts";
import { askDidYouMean } from "../../text/nearest.ts";
import { escapeSegment } from "../../text/pointer.ts";
import { InvalidValue, type Setting, type SettingProblem } from "./setting.ts";
import { isTargetName, type TargetName, targetNames } from "./targets.ts";

/** The settings that make each target a publishable package. */
export interface PackageSettings {
  /** The scope of their names, such as `@acme`. */
  readonly scope: string;
  /** Packages are named `<scope>/<name>-<target>`. In `redocly.yaml` the default is the name of the API. */
  readonly name: string;
  /** Full names of packages, by target, instead of `<scope>/<name>-<target>`. */
  readonly names?: Readonly<Partial<Record<TargetName, string>>>;
  /** A semantic version. Default: the version of the document (`info.version`). */
  readonly version?: string;
  /** Versions by target, instead of `version`. `specwright release` chooses them. */
  readonly versions?: Readonly<Partial<Record<TargetName, string>>>;
  /** An SPDX expression, such as `MIT`. */
  readonly license?: string;
  /** A file with the text of the licence, which is copied into every package. Relative to the working folder. */
  readonly licenseFile?: string;
  readonly author?: string;
  /** The repository of the source: its URL, or its URL and the output folder inside it. */
  readonly repository?: string | { readonly url: string; readonly directory?: string };
  /** The web page of the packages, such as the API's reference. */
  readonly homepage?: string;
  /** The address for reports of problems: a URL or a mail address. */
  readonly bugs?: string;
  /** Words that registries find the packages by. */
  readonly keywords?: readonly string[];
  /** The registry's access level. Scoped packages are restricted unless it is `public`. */
  readonly access?: "public" | "restricted";
  /**
   * True to publish a statement of where the packages were built (npm's provenance). Works in continuous integration
   * only.
   */
  readonly provenance?: boolean;
}

/** The setting `package`. Its flag takes the same settings as JSON. */
export const packageSetting: Setting<PackageSettings> = {
  flags: [
    {
      flags: "--package <settings>",
      help: "as JSON: settings that make each target a publishable package",
      parse: parsePackage,
    },
  ],
  check: checkPackageSettings,
  resolve: (settings, folder) => withLicenceFile(settings, (path) => resolve(folder, path)),
  listWords: (settings, toPath) => ["--package", JSON.stringify(withLicenceFile(settings, toPath))],
};

function parsePackage(text: string): PackageSettings | InvalidValue {
  const settings = parseJson(text);
  if (settings === undefined) {
    return new InvalidValue(`Write JSON: '{"scope":"@acme","name":"notes"}'.`);
  }
  const [problem] = checkPackageSettings(settings);
  return problem === undefined
    ? // Checked just now.
      (settings as PackageSettings)
    : new InvalidValue(`${problem.message} ${problem.fix}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Every problem of a value that should be the settings of packages. Empty when they can be used. */
export function checkPackageSettings(value: unknown): readonly SettingProblem[] {
  if (!isObject(value)) {
    return [
      {
        pointer: "",
        message: "The value of `package` is not valid.",
        fix: "Write settings, such as `scope: '@acme'`.",
      },
    ];
  }
  const missing = ["scope", "name"]
    .filter((key) => value[key] === undefined)
    .map((key) => ({
      pointer: "",
      message: `\`package\` has no \`${key}\`.`,
      fix: packageRules.get(key)?.[1] ?? "",
    }));
  const wrong = Object.entries(value).flatMap(([key, setting]) => checkSetting(key, setting));
  return [...missing, ...wrong];
}

function withLicenceFile(
  settings: PackageSettings,
  map: (path: string) => string,
): PackageSettings {
  const { licenseFile } = settings;
  return licenseFile === undefined ? settings : { ...settings, licenseFile: map(licenseFile) };
}

/** Returns whether npm accepts a string as a version: SemVer 2.0.0, without a leading `v`. */
export function isVersion(text: string): boolean {
  const [, numbers = "", before] =
    /^(\d+\.\d+\.\d+)(?:-([\w.-]+))?(?:\+[\w.-]+)?$/.exec(text) ?? [];
  const parts = [...numbers.split("."), ...(before?.split(".") ?? [])];
  return (
    numbers !== "" &&
    !text.includes("_") &&
    parts.every((part) => part !== "" && !/^0\d+$/.test(part))
  );
}

function checkSetting(key: string, setting: unknown): readonly SettingProblem[] {
  const pointer = `/${escapeSegment(key)}`;
  const rule = packageRules.get(key);
  if (rule === undefined) {
    const fix = `${askDidYouMean(key, packageRules.keys())}Choose from ${[...packageRules.keys()].join(", ")}.`;
    return [{ pointer, message: `\`package\` has no setting \`${key}\`.`, fix }];
  }
  const [isValid, fix] = rule;
  return setting === undefined || isValid(setting)
    ? []
    : [{ pointer, message: `The value of \`${key}\` is not valid.`, fix }];
}

type IsValid = (value: unknown) => boolean;

/** The check of a setting, and the fix for a wrong value. */
type Rule = readonly [isValid: IsValid, fix: string];

/** Texts that are shown unchanged: one line, without invisible characters. */
const isLine = (value: unknown): value is string =>
  typeof value === "string" && /^[^\p{C}\u2028\u2029]{1,200}$/u.test(value);

/** Lower case, as registries require for new names (validate-npm-package-name). */
const namePart = "[a-z0-9][a-z0-9._-]*";
const wholeName = new RegExp(`^(?:@${namePart}/)?${namePart}$`);
/** The registry allows 214 characters for a full name. This leaves room for the scope, its slash and the name of a target. */
const longest = 100;

const isName = (value: unknown): boolean =>
  typeof value === "string" && value.length <= 2 * longest && wholeName.test(value);

const isUrl = (value: unknown): boolean =>
  isLine(value) && /^(?:git\+)?(?:https|ssh|git):\/\/\S+$/.test(value);

/**
 * Returns whether a value is the address of a web page. READMEs and changelogs also show it between angle brackets, so
 * it must not contain any.
 */
export const isPage = (value: unknown): boolean =>
  isLine(value) && /^https?:\/\/[^\s<>"'`\\]+$/.test(value);

const isMail = (value: unknown): boolean => isLine(value) && /^[^\s@<>]+@[^\s@<>]+$/.test(value);

/** Registries do not show more or longer keywords. */
const isKeywords = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length <= 50 &&
  value.every((word: unknown) => isLine(word) && word.length <= 50 && word.trim() === word);

const isDirectory = (value: unknown): boolean =>
  isLine(value) && /^[\w.@-]+(?:\/[\w.@-]+)*$/.test(value) && !/(?:^|\/)\.\.?(?:\/|$)/.test(value);

const isShort =
  (pattern: string): IsValid =>
  (value) =>
    typeof value === "string" && value.length <= longest && new RegExp(`^${pattern}$`).test(value);

const isVersionLine: IsValid = (value) => isLine(value) && isVersion(value);

const isByTarget =
  (isValid: IsValid): IsValid =>
  (value) =>
    isObject(value) &&
    Object.entries(value).every(([target, item]) => isTargetName(target) && isValid(item));

const isRepository: IsValid = (value) =>
  isUrl(value) ||
  (isObject(value) &&
    isUrl(value.url) &&
    (value.directory === undefined || isDirectory(value.directory)) &&
    Object.keys(value).every((key) => key === "url" || key === "directory"));

const rules: { readonly [Name in keyof PackageSettings]-?: Rule } = {
  scope: [isShort(`@${namePart}`), "Write the scope of the packages' names, such as '@acme'."],
  name: [
    isShort(namePart),
    "Write the beginning of the packages' names in lower case, such as notes for @acme/notes-client.",
  ],
  names: [
    isByTarget(isName),
    `Write a package name for each target (${targetNames.join(", ")}), such as client: '@acme/notes'.`,
  ],
  version: [isVersionLine, "Write a semantic version, such as 1.0.0."],
  versions: [
    isByTarget(isVersionLine),
    `Write a semantic version for each target (${targetNames.join(", ")}), such as client: 1.0.0.`,
  ],
  license: [isLine, "Write an SPDX expression, such as MIT."],
  licenseFile: [isLine, "Write the path of a file, relative to this file."],
  author: [isLine, "Write one line, such as Acme <api@acme.example>."],
  repository: [
    isRepository,
    "Write a URL, such as git+https://git.example.com/acme/notes.git, or url and directory.",
  ],
  homepage: [isPage, "Write a URL, such as https://api.acme.example/docs."],
  bugs: [
    (value) => isPage(value) || isMail(value),
    "Write a URL, such as https://git.example.com/acme/notes/issues, or a mail address.",
  ],
  keywords: [isKeywords, "Write a list of words, such as [notes, api]."],
  access: [(value) => value === "public" || value === "restricted", "Write public or restricted."],
  provenance: [(value) => typeof value === "boolean", "Write true or false."],
};

/** How each setting of packages is checked, in the order in which messages list them. */
export const packageRules: ReadonlyMap<string, Rule> = new Map(Object.entries(rules));
