import type { Change, Verdicts } from "../compare/change.ts";
import { changeKinds } from "../compare/kinds/change-kinds.ts";
import { judgeSeverity } from "../compare/kinds/kind.ts";
import type { Witness } from "../compare/witness.ts";
import { explainUncertain, notLookedFor } from "./explain-uncertain.ts";
import type { FindWitness, Models } from "./finder.ts";
import { createValueFinder, type ValueFinder } from "./values/create-value-finder.ts";
import { isOfValues } from "./values/list-candidates.ts";

/**
 * The changes, each with an example of what it breaks (`witness`) or the reason why it may break something. The verdicts and
 * severities follow from that: a request that is refused now breaks callers, and a change of values without an example
 * may break them.
 */
export function addWitnesses(changes: readonly Change[], models: Models): readonly Change[] {
  const found = new Map<Change, Change>();
  // What certainly breaks is tried first, because the work for all changes has a limit.
  const concerned = ["breaks", "may break"].flatMap((verdict) =>
    changes.filter(({ verdicts }) => verdicts.callers === verdict),
  );
  const values = createValueFinder(concerned, models);
  const finders: readonly FindWitness[] = [values.find];
  for (const change of concerned) {
    const witness = findFirst(finders, change, models);
    found.set(change, witness === undefined ? judge(change, values) : withWitness(change, witness));
  }
  return changes.map((change) => found.get(change) ?? change);
}

function findFirst(
  finders: readonly FindWitness[],
  change: Change,
  models: Models,
): ReturnType<FindWitness> {
  for (const find of finders) {
    const witness = find(change, models);
    if (witness !== undefined) {
      return witness;
    }
  }
  return undefined;
}

function withWitness(change: Change, witness: Witness): Change {
  // New values in answers only break programs that rely on knowing all of them.
  const isRefused = witness.kind === "value" && witness.in === "request";
  return withCallers({ ...change, witness }, isRefused ? "breaks" : change.verdicts.callers);
}

/** The verdict on a change for which no example was found. */
function judge(change: Change, values: ValueFinder): Change {
  if (!isOfValues(change)) {
    return change;
  }
  if (!values.hasWork()) {
    return { ...change, reason: notLookedFor };
  }
  return values.isExcluded(change)
    ? withCallers(change, "works")
    : withCallers({ ...change, reason: explainUncertain(change) }, "may break");
}

function withCallers(change: Change, callers: Verdicts["callers"]): Change {
  const verdicts = { ...change.verdicts, callers };
  const kind = changeKinds.get(change.kind);
  return {
    ...change,
    verdicts,
    severity: kind === undefined ? change.severity : judgeSeverity(verdicts, kind),
  };
}
