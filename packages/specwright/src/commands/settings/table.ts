import { isRemoteUri } from "../../document/read/files/remotes.ts";
import { inputSetting } from "./input.ts";
import {
  choice,
  folder,
  InvalidValue,
  listOf,
  type ObjectSetting,
  objectOf,
  recordOf,
  type SettingTable,
  toggle,
  whole,
} from "./kinds.ts";
import { lossLists } from "./losses.ts";
import { isPage, packageSetting } from "./package.ts";
import type { DocsSettings, Settings } from "./settings.ts";
import { optionsSetting } from "./target-options.ts";
import { defaultTargetNames, isTargetEntry, isTargetFile, targetNames } from "./targets.ts";
import { themeSetting } from "./theme.ts";
import { valuesSetting } from "./values.ts";

/** For outputs, which commands add to their own words, and for settings that only `redocly.yaml` has. */
const noWords = { listWords: () => [] };

/** The members of the setting `docs`. Their flags are those of the command `docs`, which also has `--out`. */
export const docsTable: SettingTable<DocsSettings> = {
  out: folder(),
  client: {
    ...whole(
      (value) => value === false || typeof value === "string",
      "Write the name or the path of a module, or false.",
    ),
    placeholder: "<module>",
    help: "the module from which samples import the generated client",
    off: "leave out samples of the generated client",
  },
  versions: toggle(
    "keep each version of the document in a folder of its own, with a picker of versions",
  ),
  guides: folder("a folder of Markdown files, which become pages before those of the reference"),
  theme: themeSetting,
  url: whole(isPage, "Write a URL, such as https://docs.acme.example."),
};

/**
 * Every setting: its flags and their help, its values in `redocly.yaml`, and its words in the command that generated
 * files name. Commands list their settings in this order.
 */
export const settingTable: SettingTable<Settings> = {
  out: {
    ...folder("the output folder: a new one, or one that specwright wrote"),
    ...noWords,
    short: "-o",
  },
  handlers: { ...folder("the folder of the handlers"), ...noWords },
  docs: {
    ...objectOf(docsTable, ["out"], "Write settings, such as `out: site`.", {
      renderer: "Remove it: `specwright docs` writes pages of its own and does not use Redoc.",
    }),
    ...noWords,
  },
  targets: {
    ...listOf(
      isTargetEntry,
      `Write a list of names from ${targetNames.join(", ")}, or of files or packages with targets of your own.`,
      `${targetNames.join(", ")}; ${targetNames.length === defaultTargetNames.length ? "all of them" : defaultTargetNames.join(", ")} by default`,
    ),
    short: "-t",
    mapPaths: (targets, map) => targets.map((entry) => (isTargetFile(entry) ? map(entry) : entry)),
    listWords: (targets, flag) =>
      defaultTargetNames.every((name) => targets.includes(name)) &&
      targets.every((name) => defaultTargetNames.includes(name))
        ? []
        : [flag, targets.join(",")],
  },
  options: optionsSetting,
  formats: choice(
    ["assert", "annotate"],
    "`assert` to have validators check `format`, `annotate` to have them ignore it",
  ),
  readWriteSplit: {
    ...toggle("types for each direction where they differ; on by default", true),
    off: "one type for both directions, readOnly and writeOnly included",
  },
  readOnlyInRequests: choice(
    ["accept", "refuse"],
    "`accept` or `refuse` readOnly properties in requests",
  ),
  addedHeaders: listOf(
    isHeaderName,
    "Write a list of names of headers, such as [x-request-id].",
    "headers that you add to all answers in one place, so that handlers do not have to set them",
  ),
  emptyObjectsUnknown: {
    ...toggle("`Record<string, unknown>` for objects without properties; on by default", true),
    off: "`Record<string, never>` for objects without properties",
  },
  defaultNonNullable: {
    ...toggle("require properties with a default; off by default"),
    off: "require only what the document requires",
  },
  enums: choice(
    ["union", "const", "open"],
    "lists of values: `union`, `const` for an object with named members too, `open` to let answers have other values",
  ),
  values: valuesSetting,
  arrayFormat: choice(
    ["repeat", "brackets", "indices"],
    "lists in the query and in forms: `repeat` a=1&a=2, `brackets` a[]=1&a[]=2 or `indices` a[0]=1&a[1]=2",
  ),
  jsonParameters: toggle("send parameters that no style can carry as JSON"),
  splitEncodedCommas: toggle("split every comma-joined list in the query at %2C too"),
  factory: {
    ...whole(isFunctionName, "Use letters, digits, _ and $, as in createPlatform."),
    placeholder: "<name>",
    help: "the client's function that groups all operations",
  },
  templates: folder("templates that replace specwright's own"),
  allow: {
    ...listOf(
      () => true,
      "Write a list of paths of folders, relative to this file.",
      "folders outside the document's that references may lead to",
    ),
    placeholder: "<folders>",
    mapPaths: (paths, map) => paths.map(map),
    listWords: (paths, flag) => paths.flatMap((path) => [flag, path]),
  },
  remotes: {
    ...recordOf(
      isRemoteUri,
      (path) => typeof path === "string",
      "Write the path of a file or folder, relative to this file, for each URI.",
    ),
    placeholder: "<url=folder>",
    help: "a folder or file to read instead of a URL; repeatable",
    mapPaths: (remotes, map) =>
      Object.fromEntries(Object.entries(remotes).map(([uri, path]) => [uri, map(path)])),
    parse: (text, previous) => ({ ...previous, ...parseRemote(text) }),
    listWords: (remotes, flag) =>
      Object.entries(remotes).flatMap(([uri, path]) => [flag, `${uri}=${path}`]),
  },
  input: inputSetting,
  package: packageSetting,
  losses: { ...lossLists, ...noWords },
};

/** The name of every setting. */
export const settingNames = Object.keys(settingTable) as readonly (keyof Settings)[];

/** All settings of an API, as one value. */
export const allSettings: ObjectSetting<Settings> = objectOf(settingTable, [], "Write settings.");

/** No character of the name needs an escape anywhere the name is written. */
function isFunctionName(name: unknown): boolean {
  return typeof name === "string" && /^[A-Za-z_$][\w$]*$/.test(name);
}

/** A token of RFC 9110, section 5.6.2. */
function isHeaderName(name: string): boolean {
  return /^[!#$%&'*+.^_`|~\w-]+$/.test(name);
}

/** @throws InvalidValue */
function parseRemote(text: string): Record<string, string> {
  // The last `=` separates the two, because queries of URLs contain `=` more often than names of folders.
  const [, uri = "", path = ""] = /^(.*)=(.+)$/.exec(text) ?? [];
  if (!isRemoteUri(uri)) {
    throw new InvalidValue("Write a URL and a folder: https://example.com/=./vendored.");
  }
  return { [uri]: path };
}
