import type { Diagnostic } from "./diagnostic.ts";

/** Problems as they are found, of which only so many of a kind are kept. */
export interface DiagnosticList {
  readonly push: (diagnostic: Diagnostic) => void;
  /** The kept diagnostics, in order. Each kind with more of them ends with a diagnostic that counts the rest (`more`). */
  readonly all: () => readonly Diagnostic[];
}

/** More of a kind say nothing new, and a document can be made to have millions. Losses are a list that is asked for: all are kept. */
export const maximumOfKind = 1000;

/** Starts a list. */
export function createDiagnosticList(): DiagnosticList {
  const kept: Diagnostic[] = [];
  const counts = new Map<string, number>();
  const rest = new Map<string, { readonly first: Diagnostic; more: number }>();
  const push = (diagnostic: Diagnostic): void => {
    const { severity, code, more } = diagnostic;
    const kind = `${severity} ${code}`;
    const count = counts.get(kind) ?? 0;
    if (more === undefined && (count < maximumOfKind || severity === "loss")) {
      counts.set(kind, count + 1);
      kept.push(diagnostic);
      return;
    }
    const known = rest.get(kind) ?? { first: diagnostic, more: 0 };
    known.more += more ?? 1;
    rest.set(kind, known);
  };
  const all = (): readonly Diagnostic[] => [...kept, ...[...rest.values()].map(describeRest)];
  return { push, all };
}

/** The same diagnostics with at most so many of a kind; what was counted before is counted in. */
export function limitDiagnostics(diagnostics: Iterable<Diagnostic>): readonly Diagnostic[] {
  const list = createDiagnosticList();
  for (const diagnostic of diagnostics) {
    list.push(diagnostic);
  }
  return list.all();
}

function describeRest({
  first: { severity, code },
  more,
}: {
  readonly first: Diagnostic;
  readonly more: number;
}): Diagnostic {
  return {
    severity,
    code,
    message: `${more} more problems of the kind \`${code}\` are not listed.`,
    fix: `Look at the ${maximumOfKind} that are listed, and run the command again.`,
    more,
  };
}
