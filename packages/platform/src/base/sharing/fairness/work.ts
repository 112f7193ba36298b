import { AsyncLocalStorage } from "node:async_hooks";
import { ExpectedCosts } from "./expected-costs.ts";
import { FairQueue, type FairQueueLimits, type QueueUse, type UnderWay } from "./fair-queue.ts";
import { ProcessorMeter } from "./processor-meter.ts";

/** The clocks of a process, in milliseconds. Tests have their own. */
export interface WorkClocks {
  readonly now?: () => number;
  /** The processor time that this thread has used. */
  readonly readProcessor?: () => number;
}

/** The work of a request: it is measured, and has a place in the queue of its subject while it is under way. */
export interface Work {
  /** Runs a call as part of this work, so that `waitOutside` and `chargeConnection` find it. */
  run<T>(call: () => T): T;
  /** Ends the work. Further calls do nothing. */
  end(): void;
}

/** Shares this process among subjects, such as projects. */
export interface FairWork {
  /**
   * Begins a work when it is its turn; undefined when too many works of the subject wait.
   *
   * @param kind such as the operation. The works of one kind and subject are expected to take what the last ones took.
   */
  begin(subject: string, kind: string): Work | undefined | Promise<Work | undefined>;
  readUse(subject: string): QueueUse;
}

/** Receives the processor time of one part of a work, in milliseconds. */
export type NoteSpent = (subject: string, processorMs: number) => void;

/** @param noteSpent is called at the end of each part of a work */
export function shareWork(
  limits: FairQueueLimits,
  noteSpent: NoteSpent,
  { now, readProcessor }: WorkClocks = {},
): FairWork {
  const parts: Parts = {
    queue: new FairQueue(limits, now),
    meter: new ProcessorMeter(readProcessor),
    costs: new ExpectedCosts(),
    noteSpent,
  };
  return {
    begin: (subject, kind) => {
      const entered = enter(parts, subject, kind, false);
      const open = (place: UnderWay | undefined): Work | undefined =>
        place && new OpenWork(parts, subject, kind, place);
      return entered instanceof Promise ? entered.then(open) : open(entered);
    },
    readUse: (subject) => parts.queue.readUse(subject),
  };
}

/**
 * Waits for something outside of this process, such as the answer of an application. Until then the work of the current request
 * is not under way; it continues when it is its turn again.
 */
export async function waitOutside<T>(wait: () => Promise<T>): Promise<T> {
  const work = current.getStore();
  if (work === undefined) {
    return await wait();
  }
  work.pause();
  try {
    return await wait();
  } finally {
    await work.goOn();
  }
}

/** Adds the milliseconds for which the current request held a connection to the database, which others could not use. */
export function chargeConnection(heldMs: number): void {
  current.getStore()?.charge(heldMs);
}

/** The subject of the current request; empty for work that belongs to no request, such as a job. */
export function findWorkingSubject(): string {
  return current.getStore()?.subject ?? "";
}

const current = new AsyncLocalStorage<OpenWork>();

interface Parts {
  readonly queue: FairQueue;
  readonly meter: ProcessorMeter;
  readonly costs: ExpectedCosts;
  readonly noteSpent: NoteSpent;
}

function enter(
  { queue, meter, costs }: Parts,
  subject: string,
  kind: string,
  isBegun: boolean,
): ReturnType<FairQueue["enter"]> {
  meter.divide(queue.underWay);
  return queue.enter(subject, costs.expect(subject, kind), isBegun);
}

class OpenWork implements Work {
  readonly #parts: Parts;
  readonly subject: string;
  readonly #operation: string;
  /** The part after a wait is often quite another one than the part before it. */
  #kind: string;
  #place: UnderWay | undefined;
  #heldMs = 0;
  #isEnded = false;
  #goingOn: Promise<void> | undefined;

  constructor(parts: Parts, subject: string, kind: string, place: UnderWay) {
    this.#parts = parts;
    this.subject = subject;
    this.#operation = kind;
    this.#kind = kind;
    this.#place = place;
  }

  run<T>(call: () => T): T {
    return current.run(this, call);
  }

  charge(heldMs: number): void {
    this.#heldMs += heldMs;
  }

  end(): void {
    this.#isEnded = true;
    this.pause();
  }

  pause(): void {
    const place = this.#place;
    if (place === undefined) {
      return;
    }
    this.#place = undefined;
    const { queue, meter, costs, noteSpent } = this.#parts;
    meter.divide(queue.underWay);
    noteSpent(this.subject, place.usedMs);
    place.usedMs += this.#heldMs;
    this.#heldMs = 0;
    costs.learn(this.subject, this.#kind, place.usedMs);
    place.end();
  }

  /** Parts of a request that wait at the same time continue together. */
  async goOn(): Promise<void> {
    if (this.#isEnded || this.#place !== undefined) {
      return;
    }
    this.#goingOn ??= this.#enterAgain().finally(() => {
      this.#goingOn = undefined;
    });
    await this.#goingOn;
  }

  async #enterAgain(): Promise<void> {
    this.#kind = `${this.#operation} later`;
    const place = await enter(this.#parts, this.subject, this.#kind, true);
    // The answer may have been sent in the meantime, while another part still waited.
    if (this.#isEnded) {
      place?.end();
    } else {
      this.#place = place;
    }
  }
}
