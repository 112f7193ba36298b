import type { Change, Verdict, Verdicts } from "../compare/change.ts";
import { changeKinds } from "../compare/kinds/change-kinds.ts";
import { judgeSeverity } from "../compare/kinds/kind.ts";
import type { Witness } from "../compare/witness.ts";

/** A change with another verdict for callers, and the severity that follows. */
export function withCallers(change: Change, callers: Verdict): Change {
  return withVerdicts(change, { callers });
}

export function withVerdicts(change: Change, changed: Partial<Verdicts>): Change {
  const verdicts = { ...change.verdicts, ...changed };
  const kind = changeKinds.get(change.kind);
  return {
    ...change,
    verdicts,
    severity: kind === undefined ? change.severity : judgeSeverity(verdicts, kind),
  };
}

/** Returns whether an example is a request that was accepted and is refused now. */
export function isRefusedRequest(witness: Witness): boolean {
  return witness.kind === "value" && witness.in === "request";
}
