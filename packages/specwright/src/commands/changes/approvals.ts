import type { Change } from "../../compare/change.ts";
import { changeKinds } from "../../compare/kinds/change-kinds.ts";
import type { Diagnostic } from "../../diagnostic.ts";
import { askDidYouMean } from "../../text/nearest.ts";
import { readEntries } from "../load/read-entries.ts";

/** A change that a person accepted. */
export interface Approval {
  readonly kind: string;
  /** The operation as changes name it, such as `GET /pets`. Absent for any operation. */
  readonly operation?: string;
  /** The place as changes name it, such as `Pet`. Absent for any place. */
  readonly place?: string;
  readonly reason: string;
  /** The last day on which the approval is valid, such as `2027-01-31`. */
  readonly expires?: string;
}

/**
 * Reads a file of approvals: YAML or JSON, a list of approvals.
 *
 * @param path absolute
 * @throws DiagnosticError for each entry that cannot be used
 */
export function readApprovals(path: string, folder: string): readonly Approval[] {
  return readEntries(path, folder, {
    what: "An approval",
    code: "invalid-approval",
    fix: "Write each approval as `{ kind, operation, place, reason, expires }`; `kind` and `reason` are required.",
    members: ["kind", "operation", "place", "reason", "expires"],
    findProblem,
    // `findProblem` requires `kind` and `reason`.
  }) as readonly Approval[];
}

function findProblem({ kind, reason, expires }: Partial<Approval>): string | undefined {
  if (kind === undefined || !changeKinds.has(kind)) {
    const similar = kind === undefined ? "" : ` ${askDidYouMean(kind, changeKinds.keys())}`;
    return `\`kind\` is ${JSON.stringify(kind)}, which docs/changes.md does not list.${similar}`.trimEnd();
  }
  if (reason === undefined || reason.trim() === "") {
    return "An approval needs a `reason`.";
  }
  return expires === undefined || isDate(expires)
    ? undefined
    : `\`expires\` is ${JSON.stringify(expires)}, and not a date such as 2027-01-31.`;
}

function isDate(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  // `Date.parse` takes 2027-02-31 for the third of March in some engines.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** The approval of a change that is valid on a day (`2026-11-23`), if there is one. */
export function findApproval(
  change: Change,
  approvals: readonly Approval[],
  today: string,
): Approval | undefined {
  return approvals.find(
    ({ kind, operation, place, expires }) =>
      kind === change.kind &&
      (operation === undefined || change.operations.includes(operation)) &&
      (place === undefined || place === change.place) &&
      (expires === undefined || expires >= today),
  );
}

/** A warning for each approval that has expired. */
export function listExpired(approvals: readonly Approval[], today: string): readonly Diagnostic[] {
  return approvals
    .filter(({ expires }) => expires !== undefined && expires < today)
    .map(({ kind, expires, reason }) => ({
      severity: "warning",
      code: "expired-approval",
      message: `The approval of \`${kind}\` (${reason}) ended on ${expires}.`,
      fix: "Remove it, or give it a later date.",
    }));
}
