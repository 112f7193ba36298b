import type { BuildContext } from "../context/build-context.ts";
import { reportProblem } from "../context/build-context.ts";
import { findMember, type Raw } from "../context/raw.ts";

/** Returns whether an operation has `x-raw-body: true`. Reports an `x-raw-body` that has no effect. */
export function buildRawBody(operation: Raw, hasHandler: boolean, context: BuildContext): boolean {
  const written = findMember(operation, "x-raw-body");
  if (written === undefined || written.value === false) {
    return false;
  }
  if (written.value === true && hasHandler && findMember(operation, "requestBody") !== undefined) {
    return true;
  }
  reportProblem(context, written, {
    severity: "warning",
    code: "invalid-raw-body",
    message:
      "`x-raw-body` must be `true`, on an operation of `paths` with a `requestBody`; this one is ignored.",
    fix: "Write `x-raw-body: true` beside a `requestBody`, whose media type may be `*/*`, or remove it.",
  });
  return false;
}
