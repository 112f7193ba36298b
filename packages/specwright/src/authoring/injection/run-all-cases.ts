import { type Batch, groupPositions } from "./batches.ts";
import { createJudge, type Judging, type Outcome, rememberSyntax, type Verdict } from "./judge.ts";
import { payloads } from "./payloads.ts";
import { inject, listPositions, type Position } from "./positions.ts";
import { type CasesReport, createPlace, type Generate } from "./run-cases.ts";

/** The cases to run, and a function that reports progress. */
export interface AllCasesOptions extends Judging {
  /** One of several parts of the positions, counted from 1. Default: all positions. */
  readonly part?: { readonly number: number; readonly of: number };
  /** Only positions whose name this matches. */
  readonly at?: RegExp;
  readonly stopsAtFault?: boolean;
  readonly onProgress?: (done: number, count: number) => void;
}

/**
 * Runs every payload at every position. It tries several positions together where that proves the same, which takes a
 * fraction of the time.
 *
 * A position is quiet when a harmless text there does not change the syntax of any file. A batch of quiet positions
 * gets a payload at the same time. If the syntax still does not change, and every text in the output is as with a
 * harmless text, the payload is harmless at all of them: nothing in the output is missing, so one position cannot have
 * hidden the effect of another. In all other cases the batch is halved, down to single positions, which are judged as
 * in `runCases`. So a batch can only pass, and a fault always belongs to one position.
 */
export function runAllCases(
  generate: Generate,
  document: unknown,
  options: AllCasesOptions,
): CasesReport {
  const subject = { generate, document, ...options, parse: rememberSyntax(options.parse) };
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
  const shapes = joinShapes(generate(document), subject);
  const isQuiet = (position: Position): boolean =>
    shapes !== undefined &&
    joinShapes(createPlace(generate, document, position)("sentinel"), subject) === shapes;
  const quiet = new Set(positions.filter(isQuiet));
  const others = positions.filter((position) => !quiet.has(position));
  for (const batch of [...groupPositions([...quiet]), ...others.map((position) => [position])]) {
    const judgeBatch = createBatchJudge(subject, batch, shapes);
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

/** A document, how it is generated from, and how the files are judged. */
interface Subject extends Judging {
  readonly generate: Generate;
  readonly document: unknown;
}

type JudgeBatch = (text: string, note: (batch: Batch, verdict: Verdict) => void) => void;

/** Judges a string at all positions of a batch, together or one by one. */
function createBatchJudge(subject: Subject, batch: Batch, shapes: string | undefined): JudgeBatch {
  const { generate, document } = subject;
  const [only] = batch;
  if (batch.length <= 1) {
    const judge = only && createJudge(createPlace(generate, document, only), subject);
    return (text, note) => judge !== undefined && note(batch, judge(text));
  }
  // Keep the last outcome, because both judges need it for the same text.
  let last: { readonly text: string; readonly outcome: Outcome | undefined } | undefined;
  const judgePlaceText = (text: string): Outcome | undefined => {
    if (last?.text !== text) {
      last = { text, outcome: generateWith(subject, batch, text) };
    }
    return last.outcome;
  };
  const judge = createJudge(judgePlaceText, subject);
  let halves: readonly JudgeBatch[] | undefined;
  return (text, note) => {
    if (isHarmless(text)) {
      note(batch, "same");
      return;
    }
    const middle = Math.ceil(batch.length / 2);
    halves ??= [batch.slice(0, middle), batch.slice(middle)].map((half) =>
      createBatchJudge(subject, half, shapes),
    );
    for (const half of halves) {
      half(text, note);
    }
  };

  function isHarmless(text: string): boolean {
    try {
      return joinShapes(judgePlaceText(text), subject) === shapes && judge(text) === "same";
    } catch {
      // Trying the positions one by one shows which of them throws.
      return false;
    }
  }
}

/** The output for a document with a string at several positions. Undefined when one of them cannot have the text. */
function generateWith(
  { generate, document }: Subject,
  batch: Batch,
  text: string,
): Outcome | undefined {
  let changed = document;
  for (const position of batch) {
    changed = inject(changed, position, text);
    if (changed === undefined) {
      return undefined;
    }
  }
  return generate(changed);
}

/** The syntax of all files as one string; undefined when problems were reported instead. */
function joinShapes(outcome: Outcome | undefined, { parse }: Judging): string | undefined {
  return outcome === undefined || "problems" in outcome
    ? undefined
    : outcome.files.map((file) => parse(file).shape).join("\n");
}
