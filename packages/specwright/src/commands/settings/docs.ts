import { resolve } from "node:path";
import { isObject } from "../../json-object.ts";
import { checkWhole, type Setting } from "./setting.ts";
import type { DocsSettings } from "./settings.ts";

/** The setting `docs`. Its flags are those of the command `docs`, which also has `--out`. */
export const docsSetting: Setting<DocsSettings> = {
  flags: [
    {
      flags: "--client <module>",
      help: "the module that samples import the generated client from",
    },
    { flags: "--no-client", help: "no samples of the generated client" },
  ],
  check: checkWhole(
    isDocs,
    "Write `out`, a folder relative to this file, and optionally `client`: a module, or false.",
  ),
  resolve: (docs, folder) => ({ ...docs, out: resolve(folder, docs.out) }),
  words: () => [],
};

function isDocs(value: unknown): boolean {
  if (!isObject(value) || Object.keys(value).some((key) => key !== "out" && key !== "client")) {
    return false;
  }
  const { out, client } = value;
  const isClient = client === undefined || client === false || typeof client === "string";
  return typeof out === "string" && isClient;
}
