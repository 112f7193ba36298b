import { cliTarget } from "../../emit/cli/target.ts";
import { clientTarget } from "../../emit/client/target.ts";
import type { Target } from "../../emit/define-target.ts";
import { mocksTarget } from "../../emit/mocks/target.ts";
import { queryTarget } from "../../emit/query/target.ts";
import { serverTarget } from "../../emit/server/target.ts";
import { toolsTarget } from "../../emit/tools/target.ts";
import { typesTarget } from "../../emit/types/target.ts";
import { validatorsTarget } from "../../emit/validators/target.ts";
import { findNearest } from "../../text/nearest.ts";

/** The built-in targets, in the order in which they are generated: each after those that it imports. */
export const builtInTargets: readonly Target[] = [
  typesTarget,
  clientTarget,
  validatorsTarget,
  serverTarget,
  queryTarget,
  mocksTarget,
  toolsTarget,
  cliTarget,
];

/** The name of a built-in target: its folder, and its entry in the setting `targets`. */
export type TargetName =
  | "types"
  | "client"
  | "validators"
  | "server"
  | "query"
  | "mocks"
  | "tools"
  | "cli";

/** The names of the built-in targets, in the order in which they are generated. */
export const targetNames: readonly TargetName[] = builtInTargets.map(
  // Each of them has one of these names.
  ({ name }) => name as TargetName,
);

/** Without the setting `targets`, exactly these are generated. New targets are never added to them. */
export const defaultTargetNames: readonly string[] = builtInTargets
  .filter(({ isDefault }) => isDefault)
  .map(({ name }) => name);

/** A built-in target. Undefined when none has the name. */
export function findTarget(name: string): Target | undefined {
  return builtInTargets.find((target) => target.name === name);
}

/** Returns whether an entry of the setting `targets` is the path of a file. */
export function isTargetFile(entry: string): boolean {
  return /\.[cm]?[jt]s$/.test(entry);
}

/**
 * Returns whether an entry of the setting `targets` may be right: a built-in name, the path of a file, or the name of a
 * package. A word that is almost the name of a built-in target is a mistake.
 */
export function isTargetEntry(entry: string): boolean {
  return findTarget(entry) !== undefined || isTargetFile(entry) || isOtherName(packageName, entry);
}

/** Returns whether a target may have this name: a built-in one, or one of the user's own. */
export function isTargetName(name: string): boolean {
  return findTarget(name) !== undefined || isOtherName(ownName, name);
}

/** The form of the names of targets of one's own. */
export const ownName: RegExp = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

const packageName = /^(?:@[a-z0-9-][\w.-]*\/)?[a-z0-9-][\w.-]*$/;

function isOtherName(form: RegExp, name: string): boolean {
  return form.test(name) && findNearest(name, targetNames).length === 0;
}

/**
 * The requested targets and those that they import, directly or not, each after those that it imports.
 *
 * @param asked The names of the targets. An empty list means the default targets.
 * @param known The targets of the run: the built-in ones and others.
 */
export function withImported(
  asked: readonly string[] = [],
  known: readonly Target[] = builtInTargets,
): readonly Target[] {
  const byName = new Map(known.map((target) => [target.name, target]));
  const wanted = new Set<string>();
  const want = (name: string): void => {
    if (!wanted.has(name)) {
      wanted.add(name);
      byName.get(name)?.imports.forEach(want);
    }
  };
  (asked.length === 0 ? defaultTargetNames : asked).forEach(want);
  const visited = new Set<Target>();
  const ordered: Target[] = [];
  const add = (target: Target | undefined): void => {
    if (target !== undefined && !visited.has(target)) {
      visited.add(target);
      for (const name of target.imports) {
        add(byName.get(name));
      }
      ordered.push(target);
    }
  };
  known.filter(({ name }) => wanted.has(name)).forEach(add);
  return ordered;
}
