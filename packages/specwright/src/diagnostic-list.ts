import type { Diagnostic } from "./diagnostic.ts";

/** A list that collects problems and keeps a limited number of each kind. */
export interface DiagnosticList {
  readonly push: (diagnostic: Diagnostic) => void;
  /** The kept diagnostics, in order. If a kind has more, its last diagnostic counts the rest (`more`). */
  readonly list: () => readonly Diagnostic[];
}

/**
 * A hostile document can have millions of problems of one kind, and more of them add no information. Losses are not
 * limited, because users ask for the complete list.
 */
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
  const listAll = (): readonly Diagnostic[] => [...kept, ...[...rest.values()].map(describeRest)];
  return { push, list: listAll };
}

/** The same diagnostics with a limited number of each kind. Earlier counts (`more`) are added up. */
export function limitDiagnostics(diagnostics: Iterable<Diagnostic>): readonly Diagnostic[] {
  const list = createDiagnosticList();
  for (const diagnostic of diagnostics) {
    list.push(diagnostic);
  }
  return list.list();
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
