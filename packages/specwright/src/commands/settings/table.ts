import { isRemoteUri } from "../../read/files/remotes.ts";
import {
  choice,
  folder,
  InvalidValue,
  listOf,
  type ObjectKind,
  objectOf,
  recordOf,
  type SettingTable,
  toggle,
  whole,
} from "./kinds.ts";
import { lossLists } from "./losses.ts";
import { isPage, packageSetting } from "./package.ts";
import type { DocsSettings, Settings } from "./settings.ts";
import { isTargetName, targetNames } from "./targets.ts";

/** For outputs, which commands add to their own words, and for settings that only `redocly.yaml` has. */
const noWords = { listWords: () => [] };

/** The members of the setting `docs`. Their flags are those of the command `docs`, which also has `--out`. */
export const docsTable: SettingTable<DocsSettings> = {
  out: folder,
  client: {
    ...whole(
      (value) => value === false || typeof value === "string",
      "Write the name or the path of a module, or false.",
    ),
    flags: "--client <module>",
    help: "the module from which samples import the generated client",
    off: "leave out samples of the generated client",
  },
  versions: {
    ...toggle(),
    flags: "--versions",
    help: "keep each version of the document in a folder of its own, with a picker of versions",
  },
  url: whole(isPage, "Write a URL, such as https://docs.acme.example."),
};

/**
 * Every setting: its flags and their help, its values in `redocly.yaml`, and its words in the command that generated
 * files name. Commands list their settings in this order.
 */
export const settingTable: SettingTable<Settings> = {
  out: {
    ...folder,
    ...noWords,
    flags: "-o, --out <folder>",
    help: "the output folder: a new one, or one that specwright wrote",
  },
  handlers: {
    ...folder,
    ...noWords,
    flags: "--handlers <folder>",
    help: "the folder of the handlers",
  },
  docs: {
    ...objectOf(docsTable, ["out"], "Write settings, such as `out: site`."),
    ...noWords,
  },
  targets: {
    ...listOf(isTargetName, `Write a list of names from ${targetNames.join(", ")}.`),
    flags: "-t, --targets <names>",
    help: `${targetNames.join(", ")}; all of them by default`,
    listWords: (targets, flag) =>
      targetNames.every((name) => targets.includes(name)) ? [] : [flag, targets.join(",")],
  },
  formats: {
    ...choice("assert", "annotate"),
    flags: "--formats <how>",
    help: "`assert` to have validators check `format`, `annotate` to have them ignore it",
  },
  readWriteSplit: {
    ...toggle(true),
    flags: "--read-write-split",
    help: "types for each direction where they differ; on by default",
    off: "one type for both directions, readOnly and writeOnly included",
  },
  readOnlyInRequests: {
    ...choice("accept", "refuse"),
    flags: "--read-only-in-requests <how>",
    help: "`accept` or `refuse` readOnly properties in requests",
  },
  addedHeaders: {
    ...listOf(isHeaderName, "Write a list of names of headers, such as [x-request-id]."),
    flags: "--added-headers <names>",
    help: "headers that you add to all answers in one place, so that handlers do not have to set them",
  },
  emptyObjectsUnknown: {
    ...toggle(),
    flags: "--empty-objects-unknown",
    help: "`Record<string, unknown>` for objects without properties",
  },
  defaultNonNullable: {
    ...toggle(),
    flags: "--default-non-nullable",
    help: "require properties with a default; off by default",
    off: "require only what the document requires",
  },
  jsonParameters: {
    ...toggle(),
    flags: "--json-parameters",
    help: "send parameters that no style can carry as JSON",
  },
  splitEncodedCommas: {
    ...toggle(),
    flags: "--split-encoded-commas",
    help: "split every comma-joined list in the query at %2C too",
  },
  factory: {
    ...whole(
      (value) => typeof value === "string",
      "Write the name of a function, such as createPlatform.",
    ),
    flags: "--factory <name>",
    help: "the client's function that groups all operations",
  },
  templates: {
    ...folder,
    flags: "--templates <folder>",
    help: "templates that replace specwright's own",
  },
  allow: {
    ...listOf(() => true, "Write a list of paths of folders, relative to this file."),
    flags: "--allow <folders>",
    help: "folders outside the document's that references may lead to",
    mapPaths: (paths, map) => paths.map(map),
    listWords: (paths, flag) => paths.flatMap((path) => [flag, path]),
  },
  remotes: {
    ...recordOf(
      isRemoteUri,
      (path) => typeof path === "string",
      "Write the path of a file or folder, relative to this file, for each URI.",
    ),
    flags: "--remotes <url=folder>",
    help: "a folder or file to read instead of a URL; repeatable",
    mapPaths: (remotes, map) =>
      Object.fromEntries(Object.entries(remotes).map(([uri, path]) => [uri, map(path)])),
    listWords: (remotes, flag) =>
      Object.entries(remotes).flatMap(([uri, path]) => [flag, `${uri}=${path}`]),
    parse: (text, previous) => ({ ...previous, ...parseRemote(text) }),
  },
  package: packageSetting,
  losses: { ...lossLists, ...noWords },
};

/** The name of every setting. */
export const settingNames = Object.keys(settingTable) as readonly (keyof Settings)[];

/** All settings of an API, as one value. */
export const allSettings: ObjectKind<Settings> = objectOf(settingTable, [], "Write settings.");

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
