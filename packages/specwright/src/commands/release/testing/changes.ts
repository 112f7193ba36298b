import type { Severity, Verdicts } from "../../../compare/change.ts";
import type { LocatedChange } from "../../diff.ts";

/** A change for tests. Audiences without a verdict are not affected. */
export function makeChange(
  verdicts: Partial<Verdicts>,
  severity: Severity = "compatible",
): LocatedChange {
  const works = "works";
  return {
    kind: "a-kind",
    severity,
    verdicts: {
      callers: works,
      clientCode: works,
      handlers: works,
      validators: works,
      ...verdicts,
    },
    message: "Something changed.",
    place: "Pet",
    operations: [],
  };
}
