import type { MeasuredOn } from "../support/measured-on.ts";
import type { Attack, Outcome } from "./attack.ts";
import type { Testimony } from "./witness.ts";

/** A row of the table. */
export interface Row {
  readonly attack: Pick<Attack, "name" | "what" | "promise" | "mostMs" | "mostMemory">;
  readonly outcome: Outcome;
  readonly testimony: Testimony | undefined;
}

/** Milliseconds in which another project is answered in 99 of 100 cases, and in which `/health` is. */
const mostMs = 250;
const mostHealthMs = 50;

/** Says whether the promises of a row were kept, compared with the quiet times of the same run. */
export function isKept({ attack, outcome, testimony }: Row, quiet: Testimony): boolean {
  const most = attack.mostMs ?? mostMs;
  const mostOfHealth = attack.mostMs ?? mostHealthMs;
  return (
    outcome.holds &&
    (testimony === undefined ||
      (testimony.failures === 0 &&
        testimony.list <= Math.max(most, 3 * quiet.list) &&
        testimony.execution <= Math.max(most, 3 * quiet.execution) &&
        testimony.health <= Math.max(mostOfHealth, 3 * quiet.health) &&
        testimony.memory <= (attack.mostMemory ?? Number.POSITIVE_INFINITY)))
  );
}

/** Writes the page `docs/security/attacks.md`. */
export function renderReport(
  rows: readonly Row[],
  quiet: Testimony,
  { date, commit, machine }: MeasuredOn,
  database: string,
): string {
  const lines = rows.map((row) => {
    const { attack, outcome, testimony } = row;
    return [
      attack.what,
      String(outcome.tried),
      attack.promise,
      outcome.result,
      testimony === undefined ? "–" : describeTimes(testimony),
      testimony === undefined ? "–" : `${testimony.memory} MiB`,
      isKept(row, quiet) ? "yes" : "**no**",
    ];
  });
  const head = [
    "Attack",
    "Attempts",
    "Promise",
    "Outcome",
    "Another project meanwhile: list, execution, `/health`",
    "Memory at most",
    "Kept",
  ];
  return `# Attacks

\`npm run attack -- --write\` wrote this page. It starts a service with its default limits on this machine, attacks it over
loopback after a warm-up, and lets another project work meanwhile: one list, one execution and one request for \`/health\` in turn. Times are
the 99th percentile. A promise about time is kept at ${mostMs} ms (${mostHealthMs} ms for \`/health\`), or at three times the quiet
time of the same run. Memory is that of the service and of the process that compiles. [SECURITY.md](../../SECURITY.md) says what each wall holds and what it does not.

Measured on ${date} at \`${commit}\` with ${machine}, ${database}. Quiet: ${describeTimes(quiet)}.

${[head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n")}
`;
}

/** The times of the other project as text, such as `12 ms, 20 ms, 2 ms`. */
export function describeTimes({ list, execution, health, failures }: Testimony): string {
  const times = `${list} ms, ${execution} ms, ${health} ms`;
  return failures === 0 ? times : `${times}, ${failures} failed`;
}
