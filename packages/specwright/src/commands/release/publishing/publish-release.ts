import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { createNpmError, runNpm } from "../../packages/npm.ts";
import type { ConfiguredApi } from "../../settings/configuration.ts";
import { isNoPath } from "../../settings/portable-command.ts";
import { listChangelogLinks } from "../changelog-links.ts";
import { requireCleanTree, requirePush, tagRelease } from "../git.ts";
import { findMissingJudges, type Judge, judge } from "../judges.ts";
import { nameTag } from "../list-commands.ts";
import type { PlannedPackage, ReleasePlan } from "../plan.ts";
import { type PlanOptions, planRelease } from "../plan-release.ts";
import { stagePackages } from "../stage-packages.ts";
import { type PackedPackage, packPackages, type ReleasedPackage } from "./pack-packages.ts";
import { isPublished, offersIdentity, publishPackage } from "./publish-package.ts";

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
  /** Called with each package when it was published, such as `@acme/notes-types@1.2.0`. */
  readonly onPublished?: (tag: string) => void;
  /** Called before the first package is published. When it throws, no package is published. */
  readonly beforePublishing?: () => Promise<void>;
}

/**
 * Releases the packages of an API: lints, generates, writes changelogs, packs, judges, publishes in the order of the
 * dependencies, and tags the commit. A run that was interrupted is continued by running it again: published packages are
 * recognised by their files, and the rest gets the versions that it would have had.
 *
 * @throws DiagnosticError with the problem, and what to do. Before the first package is published, nothing is changed.
 */
export async function publishRelease(options: ReleaseOptions): Promise<ReleaseResult> {
  const { api, folder, onStep = () => undefined, onPublished = () => undefined } = options;
  requireCleanTree(folder, listSourceFolders(api));
  const plan = await planRelease(options);
  const released = plan.packages.filter(isReleased);
  const published: string[] = [];
  if (released.length > 0) {
    const packed = await prepare(options, plan, released);
    // A package whose dependency was refused is not reached.
    for (const each of packed) {
      const tag = nameTag(each.planned);
      publishPackage(each, api.package, folder);
      published.push(tag);
      onPublished(tag);
      onStep(`published ${tag}`);
    }
  }
  const tags = tagRelease(
    plan.packages.map(({ name, next, last }) => nameTag({ name, next: next ?? last ?? "" })),
    folder,
  );
  return { plan, published, tags };
}

/** Packs the packages that the registry does not have, after every check that can stop the release. */
async function prepare(
  { api, folder, onStep = () => undefined, beforePublishing }: ReleaseOptions,
  plan: ReleasePlan,
  released: readonly ReleasedPackage[],
): Promise<readonly PackedPackage[]> {
  const missing = findMissingJudges(api.name, folder);
  for (const line of plan.skipped) {
    onStep(`left out  ${line}`);
  }
  const ask = async (name: Judge, ...args: readonly string[]): Promise<void> => {
    if (missing[name] === undefined) {
      await judge(name, args, folder, onStep);
    }
  };
  await ask("lint", "lint", api.name);
  requireCredentials(folder);
  requirePush(released.map(nameTag), folder);
  await beforePublishing?.();
  const versions = plan.packages.map(({ target, next, last }) => [target, next ?? last ?? ""]);
  const staged = await stagePackages(api, folder, Object.fromEntries(versions));
  const packed = packPackages(released, staged, listChangelogLinks(api, folder), folder);
  for (const { file } of packed) {
    await ask("publint", "run", file, "--strict");
    await ask("attw", file, "--profile", "esm-only");
  }
  return packed.filter((each) => {
    const isBefore = each.planned.isTaken === true && isPublished(each, folder);
    if (isBefore) {
      onStep(`published before: ${nameTag(each.planned)}`);
    }
    return !isBefore;
  });
}

/** The folders of the files that an API is made of, apart from the working folder. */
function listSourceFolders({ document, allow = [], templates }: ConfiguredApi): readonly string[] {
  const folders = isNoPath(document) ? [] : [dirname(document)];
  const others = [...allow, ...(templates === undefined ? [] : [templates])];
  return [...folders, ...others].filter((folder) => existsSync(folder));
}

function isReleased(planned: PlannedPackage): planned is ReleasedPackage {
  return planned.next !== undefined;
}

function requireCredentials(folder: string): void {
  const problem = offersIdentity(process.env) ? undefined : runNpm(["whoami"], folder).problem;
  if (problem !== undefined && /^(?:ENEEDAUTH|E401|E403|E\w*CONN\w*)$/.test(problem.code)) {
    throw createNpmError("`npm whoami` failed", problem);
  }
}
