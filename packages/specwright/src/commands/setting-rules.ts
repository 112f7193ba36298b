import { resolve } from "node:path";
import { isObject } from "../json-object.ts";
import { isRemoteUri } from "../read/remotes.ts";
import { isTargetName, targetNames } from "./targets.ts";

/** How a setting of an API in `redocly.yaml` is read. */
export interface SettingRule {
  /** The setting with absolute paths; undefined when it is not valid. */
  readonly read: (value: unknown, folder: string) => unknown;
  /** What a user who gave another value has to do. */
  readonly fix: string;
}

const aFolder: SettingRule = {
  read: (value, folder) => (typeof value === "string" ? resolve(folder, value) : undefined),
  fix: "Write the path of a folder, relative to this file.",
};

const aBoolean: SettingRule = {
  read: (value) => (typeof value === "boolean" ? value : undefined),
  fix: "Write true or false.",
};

/** The settings of `x-specwright`, except `package` and `losses`, which have rules of their own. */
export const settingRules: ReadonlyMap<string, SettingRule> = new Map([
  ["out", aFolder],
  ["handlers", aFolder],
  ["templates", aFolder],
  [
    "docs",
    {
      read: readDocs,
      fix: "Write `out`, a folder relative to this file, and optionally `client`: a module, or false.",
    },
  ],
  [
    "targets",
    {
      read: (value) => (isListOf(value, isTargetName) ? value : undefined),
      fix: `Write a list of some of ${targetNames.join(", ")}.`,
    },
  ],
  [
    "factory",
    {
      read: (value) => (typeof value === "string" ? value : undefined),
      fix: "Write the name of a function, such as createPlatform.",
    },
  ],
  ["readWriteSplit", aBoolean],
  ["emptyObjectsUnknown", aBoolean],
  ["defaultNonNullable", aBoolean],
  [
    "addedHeaders",
    {
      read: (value) => (isListOf(value, isHeaderName) ? value : undefined),
      fix: "Write a list of names of headers, such as [x-request-id].",
    },
  ],
  ["jsonParameters", aBoolean],
  ["splitEncodedCommas", aBoolean],
  ["readOnlyInRequests", oneOf("accept", "refuse")],
  ["formats", oneOf("assert", "annotate")],
  [
    "allow",
    {
      read: (value, folder) =>
        isListOf(value) ? value.map((entry) => resolve(folder, entry)) : undefined,
      fix: "Write a list of paths of folders, relative to this file.",
    },
  ],
  [
    "remotes",
    {
      read: readRemotes,
      fix: "Write the path of a file or folder, relative to this file, by the URI it stands for.",
    },
  ],
]);

/** The name of every setting, those with rules of their own included. */
export const settingNames: readonly string[] = [...settingRules.keys(), "package", "losses"];

function oneOf(...values: readonly string[]): SettingRule {
  return {
    read: (value) => values.find((each) => each === value),
    fix: `Write ${values.join(" or ")}.`,
  };
}

function readDocs(value: unknown, folder: string): unknown {
  if (!isObject(value) || Object.keys(value).some((key) => key !== "out" && key !== "client")) {
    return undefined;
  }
  const { out, client } = value;
  const isClient = client === undefined || client === false || typeof client === "string";
  return typeof out === "string" && isClient
    ? { out: resolve(folder, out), ...(client === undefined ? {} : { client }) }
    : undefined;
}

function readRemotes(value: unknown, folder: string): unknown {
  const entries = isObject(value) ? Object.entries(value) : [];
  const paths = entries.flatMap(([uri, path]) =>
    typeof path === "string" && isRemoteUri(uri) ? [[uri, resolve(folder, path)]] : [],
  );
  return isObject(value) && paths.length === entries.length ? Object.fromEntries(paths) : undefined;
}

/** A token of RFC 9110, section 5.6.2. */
function isHeaderName(name: string): boolean {
  return /^[!#$%&'*+.^_`|~\w-]+$/.test(name);
}

function isListOf(
  value: unknown,
  isItem: (item: string) => boolean = () => true,
): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string" && isItem(item));
}
