import { createJudge, type Judging, type Outcome, type Place } from "./judge.ts";
import { payloads } from "./payloads.ts";
import { inject, listPositions, type Position } from "./positions.ts";

/** How the cases of a document ended. */
export interface CasesReport {
  /** Every position with every payload. */
  readonly possible: number;
  /** The number of cases with the same syntax as a harmless text, and of cases in which a problem was reported. */
  readonly same: number;
  readonly problem: number;
  /** The number of cases in which the position cannot have the text. */
  readonly skipped: number;
  /** The faults, as `position, payload: fault`. */
  readonly faults: readonly string[];
}

/** Generates from a document as it was parsed. Errors that are not diagnostics are thrown, because they are bugs. */
export type Generate = (document: unknown) => Outcome;

/** How many cases are run. */
export interface CasesOptions extends Judging {
  /** How many of the cases to run, chosen by a fixed seed. */
  readonly count: number;
  readonly stopsAtFault?: boolean;
  /** Only positions whose name this matches. */
  readonly at?: Pick<RegExp, "test">;
}

/** Puts payloads at the positions of a document and judges what is generated. */
export function runCases(
  generate: Generate,
  document: unknown,
  options: CasesOptions,
): CasesReport {
  const { at } = options;
  const positions = listPositions(document).filter(({ name }) => at?.test(name) !== false);
  const possible = positions.length * payloads.length;
  const count = Math.min(options.count, possible);
  const ended = { same: 0, problem: 0, skipped: 0 };
  const faults: string[] = [];
  for (const [position, chosen] of choose(positions, count)) {
    const judge = createJudge(createPlace(generate, document, position), options);
    for (const [name, text] of chosen) {
      const verdict = judge(text);
      if (typeof verdict === "string") {
        ended[verdict] += 1;
      } else {
        faults.push(`${position.name}, ${name}: ${verdict.fault}`);
        if (options.stopsAtFault === true) {
          return { possible, ...ended, faults };
        }
      }
    }
  }
  return { possible, ...ended, faults };
}

/** A document with a string at one position. */
export function createPlace(generate: Generate, document: unknown, position: Position): Place {
  return (text) => {
    const changed = inject(document, position, text);
    return changed === undefined ? undefined : generate(changed);
  };
}

/**
 * Chooses a sample of all pairs, grouped by position, because the payloads at a position are compared with the same
 * harmless outputs.
 */
function choose(
  positions: readonly Position[],
  count: number,
): ReadonlyMap<Position, typeof payloads> {
  const all = positions.flatMap((position) => payloads.map((payload) => ({ position, payload })));
  const random = createRandom(20_260_701);
  for (let index = 0; index < count; index += 1) {
    // The beginning of a Fisher-Yates shuffle.
    const other = index + Math.floor(random() * (all.length - index));
    const [left, right] = [all[index], all[other]];
    if (left !== undefined && right !== undefined) {
      all[index] = right;
      all[other] = left;
    }
  }
  const chosen = new Map<Position, (typeof payloads)[number][]>();
  for (const { position, payload } of all.slice(0, count)) {
    const list = chosen.get(position) ?? [];
    chosen.set(position, list);
    list.push(payload);
  }
  return chosen;
}

/** Random numbers from 0 to 1. The same seed gives the same numbers (Mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
