import type { Change } from "../compare/change.ts";
import type { Witness } from "../compare/witness.ts";
import { addReversed } from "./add-reversed.ts";
import { findCallWitness } from "./calls/find-call-witness.ts";
import { findCodeWitnesses } from "./code/find-code-witnesses.ts";
import { explainMissingCompiler } from "./code/find-compiler.ts";
import {
  everyCase,
  explainUncertain,
  noRequest,
  noStatement,
  notLookedFor,
} from "./explain-uncertain.ts";
import type { FindWitness, Models } from "./finder.ts";
import { reasons } from "./reasons.ts";
import { createValueFinder, type ValueFinder } from "./values/create-value-finder.ts";
import { isOfValues } from "./values/list-candidates.ts";
import { isRefusedRequest, withCallers, withVerdicts } from "./verdicts.ts";

/**
 * The changes, each with an example of what it breaks (`witness`) or the reason why it may break something. The verdicts and
 * severities follow from that: a request that is refused now breaks callers, and a change without an example may break
 * them.
 *
 * @param folder The folder of the project, in which TypeScript may be installed. Without it, no code is compiled.
 */
export function addWitnesses(
  changes: readonly Change[],
  models: Models,
  folder?: string,
): readonly Change[] {
  const found = new Map<Change, Change>();
  // What certainly breaks is tried first, because the work for all changes has a limit.
  const concerned = ["breaks", "may break"].flatMap((verdict) =>
    changes.filter(({ verdicts }) => verdicts.callers === verdict),
  );
  const values = createValueFinder(concerned, models);
  let calls = 0;
  for (const change of concerned) {
    const isWithin = isOfValues(change) || calls < mostCalls;
    calls += isOfValues(change) ? 0 : 1;
    const finders = isWithin ? [values.find, findCallWitness] : [];
    const witness = findFirst(finders, change, models);
    const judged =
      witness === undefined
        ? judge(change, isOfValues(change) ? values.hasWork() : isWithin, values)
        : withWitness(change, witness);
    found.set(change, judged);
  }
  const judged = addReversed(
    changes.map((change) => found.get(change) ?? change),
    values,
  );
  const withCode = folder === undefined ? judged : addCode(judged, models, folder);
  return withCode.map(addReason);
}

/** How many changes are shown by calls. Each takes about three milliseconds. */
const mostCalls = 500;

/** Adds code that no longer compiles to the changes that break code and no running program for sure. */
function addCode(changes: readonly Change[], models: Models, folder: string): readonly Change[] {
  const found = findCodeWitnesses(changes, models, { folder });
  const missing = found.size === 0 ? explainMissingCompiler(folder) : undefined;
  return changes.map((change): Change => {
    const witness = found.get(change);
    if (witness !== undefined) {
      return { ...change, witness };
    }
    if (found.has(change)) {
      const reason = change.reason ?? noStatement;
      return withVerdicts({ ...change, reason }, { clientCode: "may break" });
    }
    const isShown = change.verdicts.clientCode !== "breaks" || change.witness !== undefined;
    return isShown ? change : { ...change, reason: change.reason ?? missing ?? notLookedFor };
  });
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

/** Code may also break that relies on knowing every case. */
function addReason(change: Change): Change {
  const { verdicts, witness, reason } = change;
  return verdicts.clientCode === "may break" && witness === undefined && reason === undefined
    ? { ...change, reason: reasons.get(change.kind) ?? everyCase }
    : change;
}

function withWitness(change: Change, witness: Witness): Change {
  // New values in answers only break programs that rely on knowing all of them.
  return withCallers(
    { ...change, witness },
    isRefusedRequest(witness) ? "breaks" : change.verdicts.callers,
  );
}

/** The verdict on a change for which no example was found. */
function judge(change: Change, isLookedFor: boolean, values: ValueFinder): Change {
  if (!isLookedFor) {
    return { ...change, reason: notLookedFor };
  }
  if (!isOfValues(change)) {
    return withCallers({ ...change, reason: reasons.get(change.kind) ?? noRequest }, "may break");
  }
  return values.isExcluded(change)
    ? withCallers(change, "works")
    : withCallers({ ...change, reason: explainUncertain(change) }, "may break");
}
