import { type Severity, severities } from "../../compare/change.ts";
import { dropUndefined, pick } from "../../defined.ts";
import { createDiagnosticError } from "../../diagnostic.ts";
import type { Target } from "../../emit/define-target.ts";
import { compareVersions } from "../../text/compare-versions.ts";
import { findPublishedDocument } from "../changes/read-published.ts";
import { type DiffResult, diff, type LocatedChange } from "../diff.ts";
import { loadTargets } from "../load/load-targets.ts";
import type { GivenDocument } from "../load/read-document.ts";
import { namePackage } from "../packages/plan-packages.ts";
import {
  downloadPackage,
  findRegistryEntry,
  type PublishedPackage,
  prefetchPackages,
  type RegistryEntry,
} from "../packages/published-package.ts";
import { type ConfiguredApi, readConfiguration } from "../settings/configuration.ts";
import type { PackageSettings } from "../settings/package.ts";
import { readSettings } from "../settings/settings.ts";
import { withImported } from "../settings/targets.ts";
import { compareDeclarations, listDifferentFiles } from "./compare-declarations.ts";
import { listCommands } from "./list-commands.ts";
import { decideBump, raiseVersion } from "./next-version.ts";
import {
  findOverride,
  type Override,
  overridesFile,
  readOverrides,
  requireEffect,
} from "./overrides.ts";
import type { PlannedPackage, ReleasePlan } from "./plan.ts";
import { stagePackages } from "./stage-packages.ts";

/** The API to release, and how. */
export interface PlanOptions {
  readonly api: ConfiguredApi;
  /** The working folder: that of redocly.yaml. */
  readonly folder: string;
  /** The old document, for packages that were published without theirs: in the forms of `diff`. */
  readonly from?: string;
}

/**
 * Plans a release: compares the API and its generated packages with the published ones, and chooses a version for each
 * package. Writes nothing outside the project's `node_modules/.cache`.
 *
 * @throws DiagnosticError when the document, the configuration or `releases.yaml` has problems, or the registry refuses
 */
export async function planRelease(options: PlanOptions): Promise<ReleasePlan> {
  const { api, folder } = options;
  const settings = requirePackages(api);
  const { targets } = await loadTargets(api.targets, folder, api.options);
  const entries = new Map(
    targets.map(({ name }) => [name, findRegistryEntry(namePackage(settings, name), folder)]),
  );
  const published = downloadLast(settings, entries, folder);
  const versions = Object.fromEntries([...published].map(([name, { version }]) => [name, version]));
  const overrides = readOverrides(folder);
  requireEffect(
    overrides,
    new Map(targets.map(({ name }) => [namePackage(settings, name), published.get(name)?.version])),
    await listPackageNames(folder),
  );
  // With the versions of the last release, only real differences are left.
  const staged = await stagePackages(api, folder, versions);
  const compare = createComparison(options);
  const packages: PlannedPackage[] = [];
  for (const target of targets) {
    const name = namePackage(settings, target.name);
    const last = published.get(target.name);
    // A package depends on exactly one version of the others, so it is released whenever one of them is.
    const isStale = packages.some(
      (other) =>
        other.next !== undefined &&
        withImported([target.name], targets).some(({ name }) => name === other.target),
    );
    const files = staged.files.get(target.name) ?? new Map();
    const firstVersion = staged.versions.get(target.name) ?? "";
    const planned = planPackage({ target, name, last, files, firstVersion, isStale }, () =>
      compare(last),
    );
    const decided = override(planned, settings, findOverride(overrides, name, last?.version));
    const isTaken = entries.get(target.name)?.versions.includes(decided.next ?? "") === true;
    packages.push({ ...decided, ...(isTaken && { isTaken }) });
  }
  const changes = packages.find((planned) => planned.changes.length > 0)?.changes ?? [];
  return {
    api: api.name,
    document: api.document,
    packages,
    counts: countSeverities(changes),
    ...listCommands(api, packages, folder),
  };
}

/** The packages of all APIs in redocly.yaml. */
async function listPackageNames(folder: string): Promise<readonly string[]> {
  const names = readConfiguration(folder).map(async ({ package: settings, targets, options }) => {
    const loaded = settings && (await loadTargets(targets, folder, options)).targets;
    return (loaded ?? []).flatMap(({ name }) => (settings ? [namePackage(settings, name)] : []));
  });
  return (await Promise.all(names)).flat();
}

function requirePackages({ name, package: settings }: ConfiguredApi): PackageSettings {
  if (settings === undefined) {
    throw createDiagnosticError({
      code: "no-packages",
      message: `The API ${name} has no packages, so there is nothing to release.`,
      fix: `Add \`package: { scope: '@acme' }\` to \`apis.${name}.x-specwright\` of redocly.yaml.`,
    });
  }
  return settings;
}

/** The last version of each package that was published. */
function downloadLast(
  settings: PackageSettings,
  entries: ReadonlyMap<string, RegistryEntry | undefined>,
  folder: string,
): ReadonlyMap<string, PublishedPackage> {
  const specifiers = [...entries].flatMap(([target, entry]) =>
    entry === undefined
      ? []
      : [[target, `${namePackage(settings, target)}@${entry.latest}`] as const],
  );
  prefetchPackages(
    specifiers.map(([, specifier]) => specifier),
    folder,
  );
  return new Map(
    specifiers.map(([target, specifier]) => [target, downloadPackage(specifier, folder)]),
  );
}

interface Candidate {
  readonly target: Target;
  readonly name: string;
  readonly last: PublishedPackage | undefined;
  /** The files with the version of the last release. */
  readonly files: ReadonlyMap<string, Buffer>;
  readonly firstVersion: string;
  /** True when a package that it depends on gets a new version. */
  readonly isStale: boolean;
}

function planPackage(
  { target: { name: target, audiences }, name, last, files, firstVersion, isStale }: Candidate,
  compare: () => DiffResult,
): PlannedPackage {
  const nothing = { target, audiences, name, changes: [], declarations: [] };
  if (last === undefined) {
    const reason = "The package was never published, so this is its first version.";
    return { ...nothing, next: firstVersion, reason };
  }
  const follow = { ...nothing, last: last.version };
  if (!isStale && listDifferentFiles(last.files, files).length === 0) {
    return { ...follow, reason: "No file differs from the published package." };
  }
  const { changes } = compare();
  if (changes.length === 0) {
    return { ...follow, ...planForTool(last, files) };
  }
  const { bump, because } = decideBump(audiences, changes);
  const next = raiseVersion(last.version, bump);
  return { ...follow, next, bump, reason: explain(because), changes };
}

/** The document is the same: a new version of specwright, or other settings, changed the package. */
function planForTool(
  last: PublishedPackage,
  files: Candidate["files"],
): Pick<PlannedPackage, "next" | "bump" | "reason" | "declarations"> {
  const declarations = compareDeclarations(last.files, files);
  const isBreaking = declarations.some(({ removed }) => removed.length > 0);
  const bump = isBreaking ? "major" : declarations.length > 0 ? "minor" : "patch";
  const differences = {
    major: "declarations changed or are gone",
    minor: "declarations were added",
    patch: "declarations are the same, other files differ",
  };
  return {
    next: raiseVersion(last.version, bump),
    bump,
    reason: `The document has not changed, but specwright or its settings have: ${differences[bump]}.`,
    declarations,
  };
}

function explain(because: readonly LocatedChange[]): string {
  const [first] = because;
  const others = because.length - 1;
  const more = others === 0 ? "" : ` And ${others} more.`;
  return first === undefined ? "The document changed." : `${first.message}${more}`;
}

/** Compares the document with that of a published package. Packages that were published together share the result. */
function createComparison({
  api,
  folder,
  from,
}: PlanOptions): (last: PublishedPackage | undefined) => DiffResult {
  const known = new Map<string, DiffResult>();
  return (last) => {
    const document = last && findPublishedDocument(last, folder);
    const key = from ?? document?.toString("utf8") ?? "";
    const result = known.get(key) ?? diffWith(last, document);
    known.set(key, result);
    return result;
  };

  function diffWith(last: PublishedPackage | undefined, document: Buffer | undefined): DiffResult {
    const shared = { after: api.document, folder, ...pick(api, readSettings) };
    if (from !== undefined) {
      return diff({ ...shared, before: from });
    }
    if (last === undefined || document === undefined) {
      throw createDiagnosticError({
        code: "no-document",
        message: `${last?.name}@${last?.version} was published without its API document, so nothing can be compared with it.`,
        fix: "Pass the document of that version with `--from`, such as `--from v1.2.0:openapi.yaml`.",
      });
    }
    const path = `${last.name}@${last.version}.json`;
    const before: GivenDocument = {
      path: `${folder}/${path}`,
      files: new Map([[`${folder}/${path}`, document]]),
      isShaped: true,
    };
    return diff({ ...shared, before: path, given: { before } });
  }
}

/** Applies people's decisions: the entries of `releases.yaml`, and a newer version in the configuration. */
function override(
  planned: PlannedPackage,
  settings: PackageSettings,
  decision: Override | undefined,
): PlannedPackage {
  const { last, next } = planned;
  if (next === undefined) {
    return planned;
  }
  const configured = settings.versions?.[planned.target] ?? settings.version;
  const isNewer =
    configured !== undefined && last !== undefined && compareVersions(configured, last) > 0;
  const version = decision?.version ?? (isNewer ? configured : undefined);
  const recorded =
    decision === undefined ? "" : `${overridesFile}: ${endSentence(decision.reason)}`;
  const source = decision?.version === undefined ? "redocly.yaml." : recorded;
  return {
    ...planned,
    ...dropUndefined({ words: decision?.words, next: version ?? next }),
    reason: [
      ...(version === undefined ? [] : [`Set in ${source} Computed: ${next}.`]),
      ...(decision?.words === undefined ? [] : [`The words of the changelog are from ${recorded}`]),
      planned.reason,
    ].join(" "),
  };
}

function endSentence(text: string): string {
  return `${text.trim().replace(/\.$/, "")}.`;
}

function countSeverities(changes: readonly LocatedChange[]): Record<Severity, number> {
  const entries = severities.map((severity) => [
    severity,
    changes.filter((change) => change.severity === severity).length,
  ]);
  // One entry for each severity.
  return Object.fromEntries(entries) as Record<Severity, number>;
}
