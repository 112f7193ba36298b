import { resolve } from "node:path";
import { isObject } from "../../json-object.ts";
import { isRemoteUri } from "../../read/files/remotes.ts";
import { checkWhole, InvalidValue, type Setting } from "./setting.ts";

type Remotes = Readonly<Record<string, string>>;

/** The setting `remotes`: local files and folders, by the URI whose copies they are. */
export const remotesSetting: Setting<Remotes> = {
  flags: [
    {
      flags: "--remotes <url=folder>",
      help: "a folder or file to read instead of a URL; repeatable",
      parse: parseRemote,
    },
  ],
  check: checkWhole(
    (value) =>
      isObject(value) &&
      Object.entries(value).every(([uri, path]) => isRemoteUri(uri) && typeof path === "string"),
    "Write the path of a file or folder, relative to this file, for each URI.",
  ),
  resolve: (remotes, folder) => mapPaths(remotes, (path) => resolve(folder, path)),
  listWords: (remotes, toPath) =>
    Object.entries(mapPaths(remotes, toPath)).flatMap(([uri, path]) => [
      "--remotes",
      `${uri}=${path}`,
    ]),
};

function parseRemote(value: string, previous: Remotes | undefined): Remotes | InvalidValue {
  // The last `=` separates the two, because queries of URLs contain `=` more often than names of folders.
  const end = value.lastIndexOf("=");
  const uri = value.slice(0, Math.max(end, 0));
  return !isRemoteUri(uri) || end === value.length - 1
    ? new InvalidValue("Write a URL and a folder: https://example.com/=./vendored.")
    : { ...previous, [uri]: value.slice(end + 1) };
}

function mapPaths(remotes: Remotes, map: (path: string) => string): Remotes {
  return Object.fromEntries(Object.entries(remotes).map(([uri, path]) => [uri, map(path)]));
}
