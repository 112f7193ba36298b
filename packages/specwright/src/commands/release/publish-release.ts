import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Diagnostic, DiagnosticError } from "../../diagnostic.ts";
import { isObject } from "../../json-object.ts";
import { findPackage } from "../packages/find-package.ts";
import { reportNpmProblem, runNpm, viewInRegistry } from "../packages/npm.ts";
import { downloadPackage, findRegistryEntry } from "../packages/published-package.ts";
import { readTarball } from "../packages/read-tarball.ts";
import { runTool, type Tool } from "../packages/run-tool.ts";
import { withImported } from "../settings/targets.ts";
import { renderChangelog } from "./changelog.ts";
import { listChangelogLinks } from "./changelog-links.ts";
import { listDifferentFiles } from "./compare-declarations.ts";
import { readCommitDate, requireCleanTree, tagRelease } from "./git.ts";
import { nameTag } from "./list-commands.ts";
import type { PlannedPackage, ReleasePlan } from "./plan.ts";
import { type PlanOptions, planRelease } from "./plan-release.ts";
import { type StagedPackages, stagePackages } from "./stage-packages.ts";

/** A release that is done. */
export interface ReleaseResult {
  readonly plan: ReleasePlan;
  /** Packages that this run published, such as `@acme/notes-types@1.2.0`. */
  readonly published: readonly string[];
  /** Tags that this run made or pushed. */
  readonly tags: readonly string[];
}

/** How to release. */
export interface ReleaseOptions extends PlanOptions {
  /** Called with each step, as a line for people. */
  readonly onStep?: (line: string) => void;
}

interface PackedPackage {
  readonly planned: PlannedPackage & { readonly next: string };
  readonly file: string;
  /** As npm computes it, such as `sha512-…`. */
  readonly integrity: string;
}

/**
 * Releases the packages of an API: lints, generates, writes changelogs, packs, judges, publishes in the order of the
 * dependencies, and tags the commit. A run that was interrupted is continued by running it again: published packages are
 * recognised by their files, and the rest gets the versions that it would have had.
 *
 * @throws DiagnosticError with the problem, and what to do. Before the first package is published, nothing is changed.
 */
export async function publishRelease(options: ReleaseOptions): Promise<ReleaseResult> {
  const { api, folder, onStep = () => undefined } = options;
  requireCleanTree(folder);
  const plan = await planRelease(options);
  const released = plan.packages.filter(hasNext);
  const published: string[] = [];
  if (released.length > 0) {
    await judge(
      { command: "lint", package: "@redocly/cli", program: "redocly" },
      ["lint", api.name],
      folder,
      onStep,
    );
    requireCredentials(folder);
    const versions = Object.fromEntries(
      plan.packages.map(({ target, next, last }) => [target, next ?? last ?? ""]),
    );
    const staged = await stagePackages(api, folder, versions);
    const links = listChangelogLinks(api, folder);
    const packed = released.map((planned) => pack(planned, staged, links, folder));
    for (const { file } of packed) {
      await judge(
        { command: "release", package: "publint", program: "publint" },
        ["run", file, "--strict"],
        folder,
        onStep,
      );
      await judge(
        { command: "release", package: "@arethetypeswrong/cli", program: "attw" },
        [file, "--profile", "esm-only"],
        folder,
        onStep,
      );
    }
    // Every version is checked before the first one is published.
    const missing = packed.filter((each) => !isPublished(each, folder));
    for (const each of packed) {
      if (missing.includes(each)) {
        requireDependencies(each.planned, plan, folder);
        publish(each, plan, published, options);
        published.push(nameTag(each.planned));
        onStep(`published ${nameTag(each.planned)}`);
      } else {
        onStep(`published before: ${nameTag(each.planned)}`);
      }
    }
  }
  const tags = tagRelease(
    plan.packages.map(({ name, next, last }) => nameTag({ name, next: next ?? last ?? "" })),
    folder,
  );
  return { plan, published, tags };
}

function hasNext(planned: PlannedPackage): planned is PackedPackage["planned"] {
  return planned.next !== undefined;
}

/** Runs a program that judges the release, if the project has it. Its report goes to standard error. */
async function judge(
  tool: Tool,
  args: readonly string[],
  folder: string,
  onStep: (line: string) => void,
): Promise<void> {
  if (findPackage(tool.package, folder) === undefined) {
    return;
  }
  onStep(`${tool.program} ${args.join(" ")}`);
  const code = await runTool(tool, args, folder, "error");
  if (code !== 0) {
    throw new DiagnosticError([
      {
        severity: "error",
        code: "not-releasable",
        message: `${tool.package} found problems, which its report above lists. Nothing was published.`,
        fix: "Correct them, commit, and release again.",
      },
    ]);
  }
}

/** A pipeline of GitHub or GitLab that offers a token of its own needs no other credentials, and can prove the source. */
export function offersIdentity(environment: NodeJS.ProcessEnv): boolean {
  return (
    (environment.ACTIONS_ID_TOKEN_REQUEST_URL ?? "") !== "" ||
    (environment.SIGSTORE_ID_TOKEN ?? "") !== ""
  );
}

function requireCredentials(folder: string): void {
  const { problem } = offersIdentity(process.env) ? {} : runNpm(["whoami"], folder);
  if (problem !== undefined && /^(?:ENEEDAUTH|E401|E403|E\w*CONN\w*)$/.test(problem.code)) {
    throw new DiagnosticError([reportNpmProblem("Nothing was published", problem)]);
  }
}

function pack(
  planned: PackedPackage["planned"],
  staged: StagedPackages,
  links: ReadonlyMap<string, string>,
  folder: string,
): PackedPackage {
  const place = join(staged.folder, planned.target);
  const published =
    planned.last === undefined
      ? undefined
      : downloadPackage(`${planned.name}@${planned.last}`, folder).files.get("CHANGELOG.md");
  const date = readCommitDate(folder);
  const text = renderChangelog(planned, published?.toString("utf8"), date, links);
  writeFileSync(join(place, "CHANGELOG.md"), text);
  const into = join(staged.folder, "packed");
  mkdirSync(into, { recursive: true });
  const { value, problem } = runNpm(["pack", `${place}/`, "--pack-destination", into], folder);
  const made: unknown = Array.isArray(value) ? value[0] : undefined;
  if (problem !== undefined || !isObject(made)) {
    const unknown = { code: "unknown", text: "npm printed no file" };
    throw new DiagnosticError([
      reportNpmProblem(`${planned.name} cannot be packed`, problem ?? unknown),
    ]);
  }
  return {
    planned,
    file: join(into, String(made.filename)),
    integrity: String(made.integrity),
  };
}

/**
 * Returns whether the registry has this version with these bytes.
 *
 * @throws DiagnosticError when it has the version with other files
 */
function isPublished({ planned, file, integrity }: PackedPackage, folder: string): boolean {
  const entry = findRegistryEntry(planned.name, folder);
  if (entry === undefined || !entry.versions.includes(planned.next)) {
    return false;
  }
  const { value } = viewInRegistry([nameTag(planned), "dist.integrity"], folder);
  // Another version of zlib packs the same files into other bytes.
  const isSame =
    value === integrity ||
    listDifferentFiles(
      downloadPackage(nameTag(planned), folder).files,
      readTarball(readFileSync(file)),
    ).length === 0;
  if (!isSame) {
    throw new DiagnosticError([
      {
        severity: "error",
        code: "version-taken",
        message: `${nameTag(planned)} was published before, with other files. A version never changes. Nothing was published.`,
        fix: `Set another version: add \`{ package: '${planned.name}', after: ${planned.last}, version: …, reason: … }\` to releases.yaml.`,
      },
    ]);
  }
  return true;
}

/** @throws DiagnosticError when the registry lacks a package that this one depends on */
function requireDependencies(
  { target, name }: PlannedPackage,
  { packages }: ReleasePlan,
  folder: string,
): void {
  const needed = packages.filter(
    (other) => other.target !== target && withImported([target]).includes(other.target),
  );
  for (const other of needed) {
    const version = other.next ?? other.last ?? "";
    if (findRegistryEntry(other.name, folder)?.versions.includes(version) !== true) {
      throw new DiagnosticError([
        {
          severity: "error",
          code: "missing-dependency",
          message: `${name} depends on ${other.name}@${version}, which the registry does not have yet.`,
          fix: "Wait until the registry shows it, and run the release again: it continues with this package.",
        },
      ]);
    }
  }
}

function publish(
  each: PackedPackage,
  { packages }: ReleasePlan,
  done: readonly string[],
  { folder, api }: PlanOptions,
): void {
  // The registry proves the source of public packages only.
  const hasProvenance =
    offersIdentity(process.env) &&
    api.package?.provenance !== false &&
    api.package?.access !== "restricted";
  const { planned, file } = each;
  const { problem } = runNpm(["publish", file, ...(hasProvenance ? ["--provenance"] : [])], folder);
  // npm may have failed after the registry took the package, or a run that was killed has left its npm behind.
  if (problem !== undefined && !isPublished(each, folder)) {
    const all = packages.filter(hasNext).length;
    const reached =
      done.length === 0
        ? "Nothing was published."
        : `${done.length} of ${all} packages were published: ${done.join(", ")}. The next run continues with ${nameTag(planned)}.`;
    const problemOf: Diagnostic = reportNpmProblem(
      `${nameTag(planned)} was not published`,
      problem,
    );
    throw new DiagnosticError([{ ...problemOf, message: `${problemOf.message} ${reached}` }]);
  }
}
