import type { Diagnostic } from "../diagnostic.ts";
import { createDiagnosticList } from "../diagnostic-list.ts";

/** What was found, with the losses apart from the rest. */
export interface SplitDiagnostics {
  readonly diagnostics: readonly Diagnostic[];
  readonly losses: readonly Diagnostic[];
}

/** Takes the losses out. A part of the document that is used twice is told once, and of the rest only so many of a kind. */
export function splitLosses(found: readonly Diagnostic[]): SplitDiagnostics {
  const losses = new Map<string, Diagnostic>();
  const others = createDiagnosticList();
  for (const diagnostic of found) {
    if (diagnostic.severity === "loss") {
      const { message, file, pointer } = diagnostic;
      losses.set(`${file}#${pointer} ${message}`, diagnostic);
    } else {
      others.push(diagnostic);
    }
  }
  return { diagnostics: others.all(), losses: [...losses.values()] };
}
