import { resolve } from "node:path";
import { docsSetting } from "./docs.ts";
import { choice, folder, list, outputFolder, text, toggle } from "./kinds.ts";
import { lossSetting } from "./losses.ts";
import { packageSetting } from "./package.ts";
import { remotesSetting } from "./remotes.ts";
import type { Setting } from "./setting.ts";
import type { Settings } from "./settings.ts";
import { isTargetName, targetNames } from "./targets.ts";

/**
 * Every setting: its flags and their help, its values in `redocly.yaml`, and its words in the command that generated
 * files name. Commands list their settings in this order.
 */
export const settingTable: {
  readonly [Name in keyof Settings]-?: Setting<NonNullable<Settings[Name]>>;
} = {
  out: outputFolder(
    "-o, --out <folder>",
    "the output folder: a new one, or one that specwright wrote",
  ),
  handlers: outputFolder("--handlers <folder>", "the folder of the handlers"),
  docs: docsSetting,
  targets: {
    ...list("-t, --targets <names>", `${targetNames.join(", ")}; all of them by default`, {
      isItem: isTargetName,
      fix: `Write a list of names from ${targetNames.join(", ")}.`,
    }),
    listWords: (targets) =>
      targetNames.every((name) => targets.includes(name)) ? [] : ["--targets", targets.join(",")],
  },
  formats: choice(
    "--formats <how>",
    "`assert` to have validators check `format`, `annotate` to have them ignore it",
    ["assert", "annotate"],
  ),
  readWriteSplit: toggle(
    "--read-write-split",
    {
      on: "types for each direction where they differ; on by default",
      off: "one type for both directions, readOnly and writeOnly included",
    },
    true,
  ),
  readOnlyInRequests: choice(
    "--read-only-in-requests <how>",
    "`accept` or `refuse` readOnly properties in requests",
    ["accept", "refuse"],
  ),
  addedHeaders: list(
    "--added-headers <names>",
    "headers that you add to all answers in one place, so that handlers do not have to set them",
    { isItem: isHeaderName, fix: "Write a list of names of headers, such as [x-request-id]." },
  ),
  emptyObjectsUnknown: toggle(
    "--empty-objects-unknown",
    "`Record<string, unknown>` for objects without properties",
  ),
  defaultNonNullable: toggle("--default-non-nullable", {
    on: "require properties with a default; off by default",
    off: "require only what the document requires",
  }),
  jsonParameters: toggle("--json-parameters", "send parameters that no style can carry as JSON"),
  splitEncodedCommas: toggle(
    "--split-encoded-commas",
    "split every comma-joined list in the query at %2C too",
  ),
  factory: text(
    "--factory <name>",
    "the client's function that groups all operations",
    "Write the name of a function, such as createPlatform.",
  ),
  templates: folder("--templates <folder>", "templates that replace specwright's own"),
  allow: {
    ...list("--allow <folders>", "folders outside the document's that references may lead to", {
      fix: "Write a list of paths of folders, relative to this file.",
    }),
    resolve: (paths, from) => paths.map((path) => resolve(from, path)),
    listWords: (paths, toPath) => paths.flatMap((path) => ["--allow", toPath(path)]),
  },
  remotes: remotesSetting,
  package: packageSetting,
  losses: lossSetting,
};

/** The name of every setting. */
export const settingNames = Object.keys(settingTable) as readonly (keyof Settings)[];

/** A token of RFC 9110, section 5.6.2. */
function isHeaderName(name: string): boolean {
  return /^[!#$%&'*+.^_`|~\w-]+$/.test(name);
}
