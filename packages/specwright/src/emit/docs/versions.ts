import type { OutputFile } from "../../output-file.ts";
import { withoutInvisible } from "../../text/without-invisible.ts";
import { escapePath } from "../shared/escape/path.ts";
import type { EmitContext } from "../target.ts";
import { emitFeed, type FeedInput } from "./feed.ts";
import { printScriptValue } from "./script-value.ts";
import { emitStyles, type Theme } from "./theme.ts";
import { writePolicy } from "./write-policy.ts";

/** The reference of one version in a site. */
export interface ReferenceVersion {
  /** `info.version` of its document. */
  readonly version: string;
  /** The folder of its reference, relative to the site: `1.2.0`. */
  readonly folder: string;
  /** The time at which it was added to the site: `2026-11-27T12:00:00Z`. */
  readonly added: string;
}

/** What the files above the folders of versions are made from. */
export interface VersionedSiteInput {
  readonly title: string;
  /** The newest first. */
  readonly versions: readonly ReferenceVersion[];
  /** The version that `latest` contains. */
  readonly latest: ReferenceVersion;
  readonly theme?: Theme | undefined;
  readonly feed: FeedInput;
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
 */
export function listVersionFiles(
  { title, versions, latest, theme, feed }: VersionedSiteInput,
  render: EmitContext["render"],
): readonly OutputFile[] {
  const view = {
    title: title.trim() === "" ? "API reference" : title,
    policy: writePolicy([]),
    latest: latestFolder,
    versions: versions.map(({ version, folder, added }) => ({
      version,
      added: added.slice(0, 10),
      folder: encodeURI(folder),
      isLatest: version === latest.version,
    })),
  };
  const renderPage = (opensLatest: boolean): string =>
    withoutInvisible(render("docs/pages/versions.html", { ...view, opensLatest }));
  return [
    { path: "index.html", content: renderPage(true) },
    { path: "versions.html", content: renderPage(false) },
    { path: "open-latest.js", content: render("docs/open-latest.js", view) },
    {
      path: "versions.js",
      content: render("docs/versions.js", {
        versions: printScriptValue(versions.map(({ version, folder }) => ({ version, folder }))),
        latest: printScriptValue(latest.version),
      }),
    },
    {
      path: "versions.json",
      content: `${JSON.stringify({ latest: latest.version, id: feed.id, versions }, undefined, 2)}\n`,
    },
    emitFeed(feed, render),
    ...emitStyles(theme, render),
  ];
}
