import { type Diagnostic, DiagnosticError } from "../../diagnostic.ts";
import type { Change } from "../../diff/change.ts";
import { changeKinds } from "../../diff/kinds/change-kinds.ts";
import { isObject } from "../../json-object.ts";
import { loadFile } from "../../read/files/load-file.ts";

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
  const loaded = loadFile(path, folder);
  if ("problems" in loaded) {
    throw new DiagnosticError(loaded.problems);
  }
  const { value, name } = loaded.file;
  const problems: Diagnostic[] = [];
  const refuse = (pointer: string, message: string): void => {
    problems.push({
      severity: "error",
      code: "invalid-approval",
      message,
      fix: "Write each approval as `{ kind, operation, place, reason, expires }`; `kind` and `reason` are required.",
      file: name,
      pointer,
    });
  };
  const list = Array.isArray(value) ? value : [];
  if (!Array.isArray(value)) {
    refuse("", "A file of approvals is a list.");
  }
  const approvals = list.flatMap((entry: unknown, index) => {
    const read = readApproval(entry);
    if (typeof read === "string") {
      refuse(`/${index}`, read);
      return [];
    }
    return [read];
  });
  if (problems.length > 0) {
    throw new DiagnosticError(problems);
  }
  return approvals;
}

/** @returns the approval, or a sentence that describes its problem */
function readApproval(entry: unknown): Approval | string {
  if (!isObject(entry)) {
    return "An approval is an object.";
  }
  const { kind, operation, place, reason, expires } = entry;
  if (typeof kind !== "string" || !changeKinds.has(kind)) {
    return `\`kind\` is ${JSON.stringify(kind)}, which docs/changes.md does not list.`;
  }
  if (typeof reason !== "string" || reason.trim() === "") {
    return "An approval needs a `reason`.";
  }
  if (
    expires !== undefined &&
    !(typeof expires === "string" && /^\d{4}-\d\d-\d\d$/.test(expires))
  ) {
    return "`expires` is a date such as 2027-01-31.";
  }
  return {
    kind,
    reason,
    ...(typeof operation === "string" ? { operation } : {}),
    ...(typeof place === "string" ? { place } : {}),
    ...(typeof expires === "string" ? { expires } : {}),
  };
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
