import type { Change, Verdicts } from "../compare/change.ts";
import { changeKinds } from "../compare/kinds/change-kinds.ts";
import { judgeSeverity } from "../compare/kinds/kind.ts";
import type { Witness } from "../compare/witness.ts";
import { findCallWitness } from "./calls/find-call-witness.ts";
import { findCodeWitnesses } from "./code/find-code-witnesses.ts";
import { explainMissingCompiler } from "./code/find-compiler.ts";
import { explainUncertain, noRequest, notLookedFor } from "./explain-uncertain.ts";
import type { FindWitness, Models } from "./finder.ts";
import { reasons } from "./reasons.ts";
import { createValueFinder, type ValueFinder } from "./values/create-value-finder.ts";
import { isOfValues } from "./values/list-candidates.ts";

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
  const judged = changes.map((change) => found.get(change) ?? change);
  return folder === undefined ? judged : addCode(judged, models, folder);
}

/** How many changes are shown by calls. Each takes about three milliseconds. */
const mostCalls = 500;

/** Adds code that no longer compiles to the changes that break code and no running program for sure. */
function addCode(changes: readonly Change[], models: Models, folder: string): readonly Change[] {
  const found = findCodeWitnesses(changes, models, { folder });
  const missing = found.size === 0 ? explainMissingCompiler(folder) : undefined;
  return changes.map((change): Change => {
    const witness = found.get(change) ?? change.witness;
    if (witness !== undefined) {
      return { ...change, witness };
    }
    const { clientCode } = change.verdicts;
    const why =
      clientCode === "breaks" && missing !== undefined ? missing : reasons.get(change.kind);
    const reason = change.reason ?? (clientCode === "works" ? undefined : why);
    return reason === undefined ? change : { ...change, reason };
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

function withWitness(change: Change, witness: Witness): Change {
  // New values in answers only break programs that rely on knowing all of them.
  const isRefused = witness.kind === "value" && witness.in === "request";
  return withCallers({ ...change, witness }, isRefused ? "breaks" : change.verdicts.callers);
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

function withCallers(change: Change, callers: Verdicts["callers"]): Change {
  const verdicts = { ...change.verdicts, callers };
  const kind = changeKinds.get(change.kind);
  return {
    ...change,
    verdicts,
    severity: kind === undefined ? change.severity : judgeSeverity(verdicts, kind),
  };
}
