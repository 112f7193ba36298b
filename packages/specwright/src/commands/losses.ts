import type { Diagnostic } from "../diagnostic.ts";

/** What was found, with the losses apart from the rest. */
export interface SplitDiagnostics {
  readonly diagnostics: readonly Diagnostic[];
  readonly losses: readonly Diagnostic[];
}

/** Takes the losses out. A part of the document that is used twice is told once. */
export function splitLosses(found: readonly Diagnostic[]): SplitDiagnostics {
  const losses = new Map<string, Diagnostic>();
  const diagnostics: Diagnostic[] = [];
  for (const diagnostic of found) {
    if (diagnostic.severity === "loss") {
      const { message, file, pointer } = diagnostic;
      losses.set(`${file}#${pointer} ${message}`, diagnostic);
    } else {
      diagnostics.push(diagnostic);
    }
  }
  return { diagnostics, losses: [...losses.values()] };
}
