import { resolve } from "node:path";
import { isObject } from "../../json-object.ts";
import { isPage } from "./package.ts";
import { checkWhole, type Setting } from "./setting.ts";
import type { DocsSettings } from "./settings.ts";

/** The setting `docs`. Its flags are those of the command `docs`, which also has `--out`. */
export const docsSetting: Setting<DocsSettings> = {
  flags: [
    {
      flags: "--client <module>",
      help: "the module from which samples import the generated client",
    },
    { flags: "--no-client", help: "leave out samples of the generated client" },
    {
      flags: "--versions",
      help: "keep each version of the document in a folder of its own, with a picker of versions",
    },
  ],
  check: checkWhole(
    isDocs,
    "Write `out`, a folder relative to this file, and optionally `client`, a module or false, `versions`, true or false, and `url`, the address of the published reference.",
  ),
  resolve: (docs, folder) => ({ ...docs, out: resolve(folder, docs.out) }),
  listWords: () => [],
};

const names = ["out", "client", "versions", "url"];

function isDocs(value: unknown): boolean {
  if (!isObject(value) || Object.keys(value).some((key) => !names.includes(key))) {
    return false;
  }
  const { out, client, versions, url } = value;
  const isClient = client === undefined || client === false || typeof client === "string";
  const isVersions = versions === undefined || typeof versions === "boolean";
  const isUrl = url === undefined || isPage(url);
  return typeof out === "string" && isClient && isVersions && isUrl;
}
