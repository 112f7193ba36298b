import { type Batch, groupPositions } from "./batches.ts";
import { createJudge, parse, type Verdict } from "./judge.ts";
import { generateAll, type Outcome } from "./outputs.ts";
import { payloads } from "./payloads.ts";
import { inject, listPositions, type Position } from "./positions.ts";
import { type CasesReport, createPlace } from "./run-cases.ts";

/** The cases to run, and a function that reports progress. */
export interface AllCasesOptions {
  /** One of several parts of the positions, from 1; all of them unless given. */
  readonly part?: { readonly number: number; readonly of: number };
  /** Only positions whose name this matches. */
  readonly at?: RegExp;
  readonly stopsAtFault?: boolean;
  readonly onProgress?: (done: number, count: number) => void;
}

/**
 * Every position with every payload, in a fraction of the time that one after the other takes: positions are tried
 * together where that shows as much.
 *
 * A position is quiet when a harmless text there leaves the syntax of every file what it is for the unchanged document.
 * Quiet positions get the payload together. When the syntax then still is that of the unchanged document, and every text
 * in it is what a harmless text would have left, each of them is shown to be harmless: nothing that the document says is
 * missing, so that none can have hidden what another one does. In every other case the batch is halved, down to single
 * positions, which are judged as `runCases` judges them. So batches can only pass; faults are always those of one position.
 */
export function runAllCases(document: unknown, options: AllCasesOptions = {}): CasesReport {
  const { at, part = { number: 1, of: 1 }, onProgress } = options;
  const positions = listPositions(document)
    .filter(({ name }) => at?.test(name) !== false)
    .filter((_, index) => index % part.of === part.number - 1);
  const possible = positions.length * payloads.length;
  const ended = { same: 0, problem: 0, skipped: 0 };
  const faults: string[] = [];
  let done = 0;
  const note = (batch: Batch, payload: string, verdict: Verdict): void => {
    done += batch.length;
    if (typeof verdict === "string") {
      ended[verdict] += batch.length;
    } else {
      faults.push(`${batch[0]?.name}, ${payload}: ${verdict.fault}`);
    }
  };
  const shapes = joinShapes(generateAll(document));
  const isQuiet = (position: Position): boolean =>
    shapes !== undefined && joinShapes(createPlace(document, position)("sentinel")) === shapes;
  const quiet = new Set(positions.filter(isQuiet));
  const others = positions.filter((position) => !quiet.has(position));
  for (const batch of [...groupPositions([...quiet]), ...others.map((position) => [position])]) {
    const judgeBatch = createBatchJudge(document, batch, shapes);
    for (const [name, text] of payloads) {
      judgeBatch(text, (positionsOfIt, verdict) => note(positionsOfIt, name, verdict));
      if (options.stopsAtFault === true && faults.length > 0) {
        return { possible, ...ended, faults };
      }
    }
    onProgress?.(done, possible);
  }
  return { possible, ...ended, faults };
}

type JudgeBatch = (text: string, note: (batch: Batch, verdict: Verdict) => void) => void;

/** Judges a text at all positions of a batch, together or apart. */
function createBatchJudge(document: unknown, batch: Batch, shapes: string | undefined): JudgeBatch {
  const [only] = batch;
  if (batch.length <= 1) {
    const judge = only && createJudge(createPlace(document, only));
    return (text, note) => judge !== undefined && note(batch, judge(text));
  }
  // Both judges ask for the same text, one after the other.
  let last: { readonly text: string; readonly outcome: Outcome | undefined } | undefined;
  const place = (text: string): Outcome | undefined => {
    if (last?.text !== text) {
      last = { text, outcome: generateWith(document, batch, text) };
    }
    return last.outcome;
  };
  const judge = createJudge(place);
  let halves: readonly JudgeBatch[] | undefined;
  return (text, note) => {
    if (isHarmless(text)) {
      note(batch, "same");
      return;
    }
    const middle = Math.ceil(batch.length / 2);
    halves ??= [batch.slice(0, middle), batch.slice(middle)].map((half) =>
      createBatchJudge(document, half, shapes),
    );
    for (const half of halves) {
      half(text, note);
    }
  };

  function isHarmless(text: string): boolean {
    try {
      return joinShapes(place(text)) === shapes && judge(text) === "same";
    } catch {
      // Which position it is that throws is found when they are apart.
      return false;
    }
  }
}

/** The output for a document with a text at several positions; undefined when one of them cannot have it. */
function generateWith(document: unknown, batch: Batch, text: string): Outcome | undefined {
  let changed = document;
  for (const position of batch) {
    changed = inject(changed, position, text);
    if (changed === undefined) {
      return undefined;
    }
  }
  return generateAll(changed);
}

/** The syntax of all files as one text; undefined without files. */
function joinShapes(outcome: Outcome | undefined): string | undefined {
  return outcome === undefined || "problems" in outcome
    ? undefined
    : outcome.files.map((file) => parse(file).shape).join("\n");
}
