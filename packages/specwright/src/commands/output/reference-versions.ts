import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { compareModels } from "../../compare/compare-models.ts";
import { createDiagnosticError } from "../../diagnostic.ts";
import type { Model } from "../../document/model/model.ts";
import { listChangeLines, type VersionChanges } from "../../emit/docs/changes-page.ts";
import { nameFeed } from "../../emit/docs/feed.ts";
import { listEarlierPages, movedPath } from "../../emit/docs/moved-pages.ts";
import type { Theme } from "../../emit/docs/theme.ts";
import {
  latestFolder,
  listVersionFiles,
  nameVersionFolder,
  type ReferenceVersion,
} from "../../emit/docs/versions.ts";
import { createTemplates } from "../../emit/shared/print/templates.ts";
import { findFirstFree } from "../../first-free.ts";
import { isObject, type JsonObject } from "../../json-object.ts";
import type { OutputFile } from "../../output-file.ts";
import { compareVersions, isPrerelease } from "../../text/compare-versions.ts";
import { toOneLine } from "../../text/without-invisible.ts";
import { addWitnesses } from "../../witness/add-witnesses.ts";
import { writeWitness } from "../../witness/write-witness.ts";
import { readManifest } from "../../write/manifest.ts";
import type { Output, Written } from "../../write/write-output.ts";
import { loadModel } from "../load/load-model.ts";
import { applyOutput } from "./apply-output.ts";

/** A site with the references of several versions, and a version to add. */
export interface VersionedSite {
  /** The absolute path of the site. */
  readonly site: string;
  readonly added: ReferenceVersion;
  /** All versions with the added one, the newest first. */
  readonly versions: readonly ReferenceVersion[];
  readonly latest: ReferenceVersion;
  readonly changes: VersionChanges;
  readonly title: string;
  /** The id of the feed of changes. */
  readonly id: string | undefined;
}

/**
 * Plans the addition of a document's version to a site. It lists the changes since the previous version of the site.
 *
 * @param options.isReplaced True to write over a reference of the same version that describes another API.
 * @param options.folder The working folder, to which places in errors are relative.
 * @throws DiagnosticError when the site has such a reference and `isReplaced` is not set.
 */
export function planVersionedSite(
  site: string,
  model: Model,
  { isReplaced, folder }: { readonly isReplaced: boolean; readonly folder: string },
): VersionedSite {
  const { id, versions: known } = readVersions(site);
  const { version, title } = model.info;
  const existing = known.find((each) => each.version === version);
  if (existing !== undefined && !isReplaced) {
    assertSameApi(existing, site, model, folder);
  }
  const folders = new Set(known.map(({ folder }) => folder));
  const added = existing ?? {
    version,
    folder: findFirstFree(nameVersionFolder(version), (folder) => folders.has(folder), {
      separator: "-",
    }),
    added: getTime(),
  };
  const versions = [...known.filter((each) => each !== existing), added].toSorted((left, right) =>
    compareVersions(right.version, left.version),
  );
  const before = versions.find((each) => compareVersions(each.version, version) < 0);
  const earlier = before && loadVersion(before, site);
  return {
    site,
    added,
    versions,
    latest: versions.find((each) => !isPrerelease(each.version)) ?? versions[0] ?? added,
    title,
    id,
    changes: {
      version,
      added: added.added,
      ...(before === undefined ? {} : { before }),
      changes: earlier === undefined ? [] : documentChanges(earlier, model, folder),
      earlier:
        before && earlier && listEarlierPages(earlier, ...readEarlier(join(site, before.folder))),
    },
  };
}

/** The changes since a version, with what they break as sentences. */
function documentChanges(before: Model, after: Model, folder: string): VersionChanges["changes"] {
  return addWitnesses(compareModels(before, after), { before, after }, folder).map((change) => ({
    ...change,
    example: change.witness && writeWitness(change.witness),
  }));
}

/**
 * Writes the reference of the added version, the copy `latest` when no version is newer, and then the list of versions,
 * so that it never names a version that is not there.
 */
export function applyVersionedSite(
  { site, added, versions, latest, title, id, changes }: VersionedSite,
  output: (folder: string, files: readonly OutputFile[]) => Output,
  files: readonly OutputFile[],
  {
    check,
    templates,
    theme,
    url,
  }: {
    readonly check?: boolean | undefined;
    readonly templates?: string | undefined;
    readonly theme?: Theme | undefined;
    readonly url?: string | undefined;
  },
): Written {
  const render = createTemplates({ folder: templates });
  const feed = {
    id: id ?? nameFeed(url ?? title),
    title: toOneLine(title) || "API reference",
    url,
    versions: versions.map((each) => ({
      ...each,
      lines: each === added ? listChangeLines(changes) : readChangeLines(join(site, each.folder)),
    })),
  };
  const listed = listVersionFiles({ title, versions, latest, theme, feed }, render);
  if (check !== true && readManifest(site) === undefined) {
    // Makes the site a folder of specwright. Refuses a folder with files that specwright did not write.
    applyOutput(
      output(
        site,
        listed.filter(({ path }) => path === "theme.css"),
      ),
      check,
    );
  }
  const folders = [added.folder, ...(latest === added ? [latestFolder] : [])];
  const written = folders.map((folder) =>
    inFolder(folder, applyOutput(output(join(site, folder), files), check)),
  );
  return joinWritten([...written, applyOutput(output(site, listed), check)]);
}

/** The versions that the list of the site names and whose folders are still there, and the id of its feed. */
function readVersions(site: string): {
  readonly id: string | undefined;
  readonly versions: readonly ReferenceVersion[];
} {
  const list: unknown =
    readManifest(site)?.files.has("versions.json") === true
      ? JSON.parse(readText(join(site, "versions.json")) ?? "{}")
      : {};
  const { id, versions } = isObject(list) ? list : {};
  return {
    id: typeof id === "string" && /^urn:uuid:[\da-f-]{36}$/.test(id) ? id : undefined,
    versions: (Array.isArray(versions) ? versions : [])
      .filter(isVersion)
      .filter(({ folder }) => existsSync(join(site, folder, document)))
      // Lists of earlier versions of specwright do not have the time.
      .map((each) => ({ ...each, added: isTime(each.added) ? each.added : getTime() })),
  };
}

/** The time of now in seconds. It is written once for each version, and then kept. */
function getTime(): string {
  return new Date().toISOString().replace(/\.\d+/, "");
}

function isTime(value: unknown): value is string {
  return typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value);
}

/** The document of a version, for the titles of its tags, and the addresses that had moved in it. */
function readEarlier(folder: string): readonly [JsonObject, ReadonlyMap<string, string>] {
  const whole: unknown = JSON.parse(readText(join(folder, document)) ?? "{}");
  const moved: unknown = JSON.parse(readText(join(folder, movedPath)) ?? "{}");
  const entries = Object.entries(isObject(moved) ? moved : {}).flatMap(([from, to]) =>
    typeof to === "string" && /^(?:operations|tags)\/[^/\\]+$/.test(from)
      ? [[from, to] as const]
      : [],
  );
  return [isObject(whole) ? { tags: whole.tags } : {}, new Map(entries)];
}

/** The changes of a version as its page in Markdown lists them. */
function readChangeLines(folder: string): readonly string[] {
  const lines = (readText(join(folder, "changes.md")) ?? "").split("\n");
  return lines.flatMap((line) => (line.startsWith("- ") ? [line.slice(2)] : []));
}

function readText(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

const document = "openapi.json";

function isVersion(value: unknown): value is ReferenceVersion {
  return (
    isObject(value) &&
    typeof value.version === "string" &&
    typeof value.folder === "string" &&
    /^[^/\\]+$/.test(value.folder) &&
    !value.folder.startsWith(".")
  );
}

function assertSameApi(
  existing: ReferenceVersion,
  site: string,
  model: Model,
  folder: string,
): void {
  const changes = compareModels(loadVersion(existing, site), model).filter(
    ({ severity }) => severity !== "documentation",
  );
  const [first] = changes;
  if (first === undefined) {
    return;
  }
  const others = changes.length === 1 ? "" : ` It is one of ${changes.length} changes.`;
  throw createDiagnosticError({
    code: "version-exists",
    message: `The site already has version ${existing.version} of another API. ${first.message}${others}`,
    fix: `Raise \`info.version\` in the document, or write over the reference of ${existing.version} with \`specwright docs --replace\`.`,
    file: relative(folder, join(site, existing.folder)),
  });
}

function loadVersion({ folder }: ReferenceVersion, site: string): Model {
  return loadModel(join(site, folder, document), { folder: site }).model;
}

function inFolder(folder: string, { written, unchanged, removed }: Written): Written {
  const add = (paths: readonly string[]): readonly string[] =>
    paths.map((path) => `${folder}/${path}`);
  return { written: add(written), unchanged: add(unchanged), removed: add(removed) };
}

function joinWritten(all: readonly Written[]): Written {
  return {
    written: all.flatMap(({ written }) => written),
    unchanged: all.flatMap(({ unchanged }) => unchanged),
    removed: all.flatMap(({ removed }) => removed),
  };
}
