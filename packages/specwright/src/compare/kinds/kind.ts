import type { Severity, Verdict, Verdicts } from "../change.ts";

/** One row of the table of changes. */
export interface Kind {
  readonly name: string;
  /** The change in one sentence. `{place}`, `{name}`, `{before}` and `{after}` are replaced by texts of the change. */
  readonly sentence: string;
  readonly verdicts: Verdicts;
  /** The verdicts for webhooks and callbacks, where the owner of the API sends requests and the caller responds. */
  readonly reversed?: Verdicts;
  /** Set for changes that concern readers only. */
  readonly isDocumentation?: true | undefined;
}

/** The severity that follows from the verdicts. */
export function judgeSeverity(verdicts: Verdicts, { isDocumentation }: Kind): Severity {
  const worst = [verdicts.callers, verdicts.clientCode];
  if (worst.includes("breaks")) {
    return "breaking";
  }
  if (worst.includes("may break")) {
    return "potentially breaking";
  }
  return isDocumentation === true ? "documentation" : "compatible";
}

/** The verdicts for callers, client code, handlers and validators, by one letter each: `b`reaks, `m`ay break, `-` works. */
function parseVerdicts(letters: string): Verdicts {
  const [callers, clientCode, handlers, validators] = [...letters].map(
    (letter): Verdict => verdictByLetter[letter] ?? "works",
  );
  return {
    callers: callers ?? "works",
    clientCode: clientCode ?? "works",
    handlers: handlers ?? "works",
    validators: validators ?? "works",
  };
}

const verdictByLetter: Readonly<Record<string, Verdict>> = {
  b: "breaks",
  m: "may break",
  "-": "works",
};

/** The letters of `parseVerdicts` (or `doc` for documentation), the sentence, and the letters for webhooks and callbacks. */
type KindRow = readonly [letters: string, sentence: string, reversed?: string];

/** Kinds of rows by name. */
export function toKinds(rows: Readonly<Record<string, KindRow>>): readonly Kind[] {
  return Object.entries(rows).map(([name, [letters, sentence, reversed]]) => ({
    name,
    sentence,
    verdicts: parseVerdicts(letters === "doc" ? "----" : letters),
    ...(reversed === undefined ? {} : { reversed: parseVerdicts(reversed) }),
    ...(letters === "doc" ? { isDocumentation: true as const } : {}),
  }));
}
