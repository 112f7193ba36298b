import type { OutputFile } from "../../output-file.ts";
import { escapeHtml } from "../escape/html.ts";
import { escapePath } from "../escape/path.ts";
import type { EmitContext } from "../target.ts";
import { contentPolicy, printScriptValue } from "./site-pages.ts";

/** The reference of one version in a site. */
export interface ReferenceVersion {
  /** `info.version` of its document. */
  readonly version: string;
  /** The folder of its reference, relative to the site: `1.2.0`. */
  readonly folder: string;
}

/** The folder that holds a copy of the newest version, so that links to it stay the same. */
export const latestFolder = "latest";

/** The folder of a version: `1.2.0` for `1.2.0`. Other characters than those of versions are replaced. */
export function nameVersionFolder(version: string): string {
  const isPlain =
    /^\w[\w.+-]*$/.test(version) && !/^[a-z]/i.test(version) && !version.endsWith(".");
  const name = isPlain ? version : escapePath(version);
  return name === latestFolder ? `version-${name}` : name;
}

/**
 * The files of a site above the folders of its versions: `index.html` opens the newest version, `versions.html` lists
 * all, and the pages of every version load `versions.js`, which shows the picker. A page of an old version thereby also
 * offers versions that came later.
 *
 * @param versions The newest first.
 * @param latest The version that `latest` contains.
 */
export function listVersionFiles(
  title: string,
  versions: readonly ReferenceVersion[],
  latest: ReferenceVersion,
  render: EmitContext["render"],
): readonly OutputFile[] {
  const view = {
    title: escapeHtml(title.trim() === "" ? "API reference" : title),
    policy: escapeHtml(contentPolicy),
    latest: latestFolder,
    versions: versions.map(({ version, folder }) => ({
      version: escapeHtml(version),
      folder: escapeHtml(encodeURI(folder)),
      isLatest: version === latest.version,
    })),
  };
  return [
    { path: "index.html", content: render("docs/versions.html", { ...view, opensLatest: true }) },
    {
      path: "versions.html",
      content: render("docs/versions.html", { ...view, opensLatest: false }),
    },
    { path: "open-latest.js", content: render("docs/open-latest.js", view) },
    {
      path: "versions.js",
      content: render("docs/versions.js", {
        versions: printScriptValue(versions),
        latest: printScriptValue(latest.version),
      }),
    },
    {
      path: "versions.json",
      content: `${JSON.stringify({ latest: latest.version, versions }, undefined, 2)}\n`,
    },
    { path: "docs.css", content: render("docs/docs.css", {}) },
  ];
}
