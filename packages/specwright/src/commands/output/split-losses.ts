import type { Diagnostic } from "../../diagnostic.ts";
import { createDiagnosticList } from "../../diagnostic-list.ts";
import { type LossSettings, namesLoss } from "../settings/losses.ts";

/** Diagnostics, with the losses in a list of their own. */
export interface SplitDiagnostics {
  readonly diagnostics: readonly Diagnostic[];
  /** The losses that the settings do not accept. */
  readonly losses: readonly Diagnostic[];
  /** How many losses the settings accept. */
  readonly accepted: number;
  /** The losses that the settings forbid, as errors. */
  readonly forbidden: readonly Diagnostic[];
}

/**
 * Separates the losses from other diagnostics. A part of the document that is used twice is listed once. Of the other
 * diagnostics, the number of each kind is limited.
 */
export function splitLosses(
  found: readonly Diagnostic[],
  { accept = [], failOn = [] }: LossSettings = {},
): SplitDiagnostics {
  const all = new Map<string, Diagnostic>();
  const others = createDiagnosticList();
  for (const diagnostic of found) {
    if (diagnostic.severity === "loss") {
      const { message, file, pointer } = diagnostic;
      all.set(`${file}#${pointer} ${message}`, diagnostic);
    } else {
      others.push(diagnostic);
    }
  }
  const losses = [...all.values()].filter(
    (loss) => !accept.some((entry) => namesLoss(entry, loss)),
  );
  const forbidden = losses
    .filter((loss) => failOn.some((entry) => namesLoss(entry, loss)))
    .map((loss) => ({
      ...loss,
      severity: "error" as const,
      fix: `${loss.fix} ${explainAcceptance(loss)}`,
    }));
  return { diagnostics: others.list(), losses, accepted: all.size - losses.length, forbidden };
}

function explainAcceptance({ code, detail }: Diagnostic): string {
  const entry = detail === undefined ? code : `${code}:${detail}`;
  return `\`losses.failOn\` forbids this loss; to accept it, add \`${entry}\` to \`losses.accept\`.`;
}
