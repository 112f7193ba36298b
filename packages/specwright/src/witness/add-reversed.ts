import type { Change } from "../compare/change.ts";
import { parsePointer } from "../text/pointer.ts";
import { notLookedFor, reversed } from "./explain-uncertain.ts";
import type { ValueFinder } from "./values/create-value-finder.ts";
import { isOfValues } from "./values/list-candidates.ts";
import { isRefusedRequest, withCallers } from "./verdicts.ts";

/**
 * Adds values to changes that look harmless. Below `not`, for example, a schema that accepts more refuses more. Only operations
 * are tried in which nothing else does harm in that direction: what is refused there can be due to nothing else.
 */
export function addReversed(changes: readonly Change[], values: ValueFinder): readonly Change[] {
  const added = new Set(
    changes.filter(
      (change) => isAdded(change) && !(isSent(change) && values.isNamedBefore(change)),
    ),
  );
  const listNames = (list: Iterable<Change>): readonly string[] =>
    [...list].flatMap(({ after }) => parsePointer(after?.pointer ?? "").slice(-1));
  const sent = new Set(listNames(changes.filter((each) => isAdded(each) && !added.has(each))));
  const without = new Set(listNames(added).filter((name) => !sent.has(name)));
  const addValue =
    (isShared: boolean) =>
    (change: Change, quiet: Change): Change => {
      const witness = values.findReversed(quiet, { isShared, without });
      return witness === undefined
        ? change
        : withCallers({ ...change, witness }, isRefusedRequest(witness) ? "breaks" : "may break");
    };
  const addReason = (change: Change, quiet: Change): Change =>
    values.isReversed(quiet)
      ? withCallers({ ...change, reason: values.hasWork() ? reversed : notLookedFor }, "may break")
      : change;
  // A value that differs from an accepted one in the changed part alone says most.
  const tries = [addValue(true), addValue(false), addReason];
  return tries.reduce(
    (tried, add) => changeQuiet(tried, (change) => added.has(change), add),
    changes,
  );
}

/** Changes those that look harmless, with the operations in which nothing else does harm. */
function changeQuiet(
  changes: readonly Change[],
  isAgreed: (change: Change) => boolean,
  add: (change: Change, quiet: Change) => Change,
): readonly Change[] {
  const harmful = changes.filter(({ verdicts }) => verdicts.callers !== "works");
  const known = new Set(harmful.flatMap(listDirections));
  return changes.map((change) => {
    const directions = listDirections(change);
    const operations = change.operations.filter((_, at) => !known.has(directions[at] ?? ""));
    const isQuiet = change.verdicts.callers === "works" && change.severity !== "documentation";
    return !isQuiet || !isOfValues(change) || isAgreed(change) || operations.length === 0
      ? change
      : add(change, { ...change, operations });
  });
}

/** The operations of a change, each with the direction of its values. */
function listDirections({ kind, operations }: Change): readonly string[] {
  const [direction] = kind.split("-");
  return operations.map((operation) => `${direction} ${operation}`);
}

/** By agreement, a property that is added does no harm: programs neither send nor read what a document does not name. */
function isAdded({ kind }: Change): boolean {
  return /^(?:request|response)-property-added$/.test(kind);
}

/** Requests of today may have a property that another alternative names. Programs ignore what is new in answers. */
function isSent({ kind }: Change): boolean {
  return kind.startsWith("request-");
}
