import { isObject } from "../../json-object.ts";
import {
  choice,
  folder,
  InvalidValue,
  objectOf,
  recordOf,
  type Setting,
  type SettingTable,
  toggle,
  whole,
} from "./kinds.ts";
import { isTargetName, targetNames } from "./targets.ts";

/** The settings that make each target a publishable package. */
export interface PackageSettings {
  /** The scope of their names, such as `@acme`. */
  readonly scope: string;
  /** Packages are named `<scope>/<name>-<target>`. In `redocly.yaml` the default is the name of the API. */
  readonly name: string;
  /** Full names of packages, by target, instead of `<scope>/<name>-<target>`. */
  readonly names?: Readonly<Record<string, string>>;
  /** A semantic version. Default: the version of the document (`info.version`). */
  readonly version?: string;
  /** Versions by target, instead of `version`. `specwright release` chooses them. */
  readonly versions?: Readonly<Record<string, string>>;
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

/** Texts that are shown unchanged: one line, without invisible characters. */
const isLine =
  (pattern = /./) =>
  (value: unknown): boolean =>
    typeof value === "string" &&
    /^[^\p{C}\u2028\u2029]{1,200}$/u.test(value) &&
    pattern.test(value);

/**
 * Registries require lower case for new names (validate-npm-package-name), and allow 214 characters for a full name.
 * 100 leave room for the scope, its slash and the name of a target.
 */
const isScope = isLine(/^@[a-z0-9][a-z0-9._-]{0,98}$/);
const isName = isLine(/^[a-z0-9][a-z0-9._-]{0,99}$/);
const isFullName = isLine(/^(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/);

const isUrl = isLine(/^(?:git\+)?(?:https|ssh|git):\/\/\S+$/);
const isMail = isLine(/^[^\s@<>]+@[^\s@<>]+$/);
/** No segment is `.` or `..`. */
const isDirectory = isLine(/^(?!(?:.*\/)?\.\.?(?:\/|$))[\w.@-]+(?:\/[\w.@-]+)*$/);
/** Registries do not show longer keywords. */
const isKeyword = isLine(/^\S(?:.{0,48}\S)?$/);

/**
 * Returns whether a value is the address of a web page. READMEs and changelogs also show it between angle brackets, so
 * it must not contain any.
 */
export const isPage: (value: unknown) => boolean = isLine(/^https?:\/\/[^\s<>"'`\\]+$/);

const number = "(?:0|[1-9]\\d*)";
const label = `(?:${number}|\\d*[A-Za-z-][\\dA-Za-z-]*)`;
const version = new RegExp(
  `^${number}(?:\\.${number}){2}(?:-${label}(?:\\.${label})*)?(?:\\+[\\dA-Za-z-]+(?:\\.[\\dA-Za-z-]+)*)?$`,
);

/** Returns whether npm accepts a value as a version: SemVer 2.0.0, without a leading `v`. */
export const isVersion: (value: unknown) => boolean = isLine(version);

const targets = targetNames.join(", ");

/** The members of the setting `package`. */
export const packageTable: SettingTable<PackageSettings> = {
  scope: whole(isScope, "Write the scope of the packages' names, such as '@acme'."),
  name: whole(
    isName,
    "Write the beginning of the packages' names in lower case, such as notes for @acme/notes-client.",
  ),
  names: recordOf(
    isTargetName,
    isFullName,
    `Write a package name for each target (${targets}), such as client: '@acme/notes'.`,
  ),
  version: whole(isVersion, "Write a semantic version, such as 1.0.0."),
  versions: recordOf(
    isTargetName,
    isVersion,
    `Write a semantic version for each target (${targets}), such as client: 1.0.0.`,
  ),
  license: whole(isLine(), "Write an SPDX expression, such as MIT."),
  licenseFile: {
    ...folder(),
    ...whole(isLine(), "Write the path of a file, relative to this file."),
  },
  author: whole(isLine(), "Write one line, such as Acme <api@acme.example>."),
  repository: whole(
    (value) =>
      isUrl(value) ||
      (isObject(value) &&
        isUrl(value.url) &&
        (value.directory === undefined || isDirectory(value.directory)) &&
        Object.keys(value).every((key) => key === "url" || key === "directory")),
    "Write a URL, such as git+https://git.example.com/acme/notes.git, or url and directory.",
  ),
  homepage: whole(isPage, "Write a URL, such as https://api.acme.example/docs."),
  bugs: whole(
    (value) => isPage(value) || isMail(value),
    "Write a URL, such as https://git.example.com/acme/notes/issues, or a mail address.",
  ),
  keywords: whole(
    (value) => Array.isArray(value) && value.length <= 50 && value.every(isKeyword),
    "Write a list of words, such as [notes, api].",
  ),
  access: choice(["public", "restricted"]),
  provenance: toggle(),
};

const members = objectOf(
  packageTable,
  ["scope", "name"],
  "Write settings, such as `scope: '@acme'`.",
);

/** The setting `package`. Its flag takes the same settings as JSON. */
export const packageSetting: Setting<PackageSettings> = {
  ...members,
  placeholder: "<settings>",
  help: "as JSON: settings that make each target a publishable package",
  listWords: (value, flag) => [flag, JSON.stringify(value)],
  parse: (text) => {
    const value = parseJson(text);
    const [problem] = members.check(value, "package");
    if (problem !== undefined) {
      throw new InvalidValue(`${problem.message} ${problem.fix}`);
    }
    // Checked just now.
    return value as PackageSettings;
  },
};

/** @throws InvalidValue */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidValue(`Write JSON: '{"scope":"@acme","name":"notes"}'.`);
  }
}
