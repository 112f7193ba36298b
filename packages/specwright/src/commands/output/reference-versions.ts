import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { createDiagnosticError } from "../../diagnostic.ts";
import { compareModels } from "../../diff/compare-models.ts";
import type { VersionChanges } from "../../emit/docs/changes-page.ts";
import {
  latestFolder,
  listVersionFiles,
  nameVersionFolder,
  type ReferenceVersion,
} from "../../emit/docs/versions.ts";
import { createTemplates } from "../../emit/print/templates.ts";
import { findFirstFree } from "../../first-free.ts";
import { isObject } from "../../json-object.ts";
import type { Model } from "../../model/model.ts";
import type { OutputFile } from "../../output-file.ts";
import { compareVersions, isPrerelease } from "../../text/compare-versions.ts";
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
  const known = readVersions(site);
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
  };
  const versions = [...known.filter((each) => each !== existing), added].toSorted((left, right) =>
    compareVersions(right.version, left.version),
  );
  const before = versions.find((each) => compareVersions(each.version, version) < 0);
  return {
    site,
    added,
    versions,
    latest: versions.find((each) => !isPrerelease(each.version)) ?? versions[0] ?? added,
    title,
    changes: {
      version,
      ...(before === undefined ? {} : { before }),
      changes: before === undefined ? [] : compareModels(loadVersion(before, site), model),
    },
  };
}

/**
 * Writes the reference of the added version, the copy `latest` when no version is newer, and then the list of versions,
 * so that it never names a version that is not there.
 */
export function applyVersionedSite(
  { site, added, versions, latest, title }: VersionedSite,
  output: (folder: string, files: readonly OutputFile[]) => Output,
  files: readonly OutputFile[],
  {
    check,
    templates,
  }: { readonly check?: boolean | undefined; readonly templates?: string | undefined },
): Written {
  const render = createTemplates({ folder: templates });
  const listed = listVersionFiles(title, versions, latest, render);
  if (check !== true && readManifest(site) === undefined) {
    // Makes the site a folder of specwright. Refuses a folder with files that specwright did not write.
    applyOutput(
      output(
        site,
        listed.filter(({ path }) => path === "docs.css"),
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

/** The versions that the list of the site names and whose folders are still there. */
function readVersions(site: string): readonly ReferenceVersion[] {
  const path = join(site, "versions.json");
  if (readManifest(site)?.files.has("versions.json") !== true || !existsSync(path)) {
    return [];
  }
  const list: unknown = JSON.parse(readFileSync(path, "utf8"));
  const versions = isObject(list) && Array.isArray(list.versions) ? list.versions : [];
  return versions
    .filter(isVersion)
    .filter(({ folder }) => existsSync(join(site, folder, document)));
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
