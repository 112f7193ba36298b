import { MemberSet } from "../member-set.ts";

/** The bounds of a queue. Works are measured in milliseconds of expected work. */
export interface FairQueueLimits {
  /** Work of one subject that may be under way. A subject that has nothing under way may begin any work. */
  readonly shareMs: number;
  /** Work of all subjects that may be under way. */
  readonly totalMs: number;
  /** Works of one subject that may wait. */
  readonly waiting: number;
  /** Milliseconds for which a work waits at most. */
  readonly patienceMs: number;
  /** Milliseconds after which a work that is still under way stops nobody else: it hangs, or is larger than expected. */
  readonly heldMs: number;
}

/** Work that is under way. */
export interface UnderWay {
  /** The milliseconds that it was expected to take. */
  readonly costMs: number;
  /** The milliseconds that it has taken so far, as far as somebody has added them. */
  usedMs: number;
  /** Ends the work. Further calls do nothing. */
  end(): void;
}

/** How a subject uses the queue at the moment. */
export interface QueueUse {
  readonly underWay: number;
  readonly waiting: number;
}

interface Subject {
  readonly waiting: Waiting[];
  underWay: number;
  costMs: number;
  /** The work that it was given, in milliseconds, on a clock that advances with the work of all subjects. */
  served: number;
}

interface Costs {
  /** The milliseconds that count for the bounds. */
  readonly costMs: number;
  readonly expectedMs: number;
}

interface Waiting extends Costs {
  readonly until: number;
  readonly settle: (work: UnderWay | undefined) => void;
}

interface Held {
  readonly until: number;
  readonly free: () => void;
}

/** How often works that wait or hang too long are looked for. */
const lookMs = 250;

/** Subjects that are remembered. With more, those that have nothing under way are forgotten. */
const mostSubjects = 10_000;

/**
 * A queue in which each subject gets an equal part of the work, however much of it each one asks for: start-time fair queuing
 * (Goyal, Vin and Cheng, 1996). Of the subjects that wait, the one that was given the least work goes first. A subject that comes
 * back after a pause does not get the work that it left out.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  readonly #now: () => number;
  readonly #subjects = new Map<string, Subject>();
  readonly #waiting = new Set<Subject>();
  readonly #underWay = new MemberSet<UnderWay>();
  readonly #held = new MemberSet<Held>();
  #costMs = 0;
  #count = 0;
  /** The `served` at which the newest work began. */
  #served = 0;
  #look: NodeJS.Timeout | undefined;

  /** @param now a clock in milliseconds */
  constructor(limits: FairQueueLimits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  /** The works that are under way. */
  get underWay(): MemberSet<UnderWay> {
    return this.#underWay;
  }

  /**
   * Begins a work, at once or when it is its turn. One that is expected to take longer than the share of its subject counts as
   * the share: otherwise it would wait until nothing else is under way.
   *
   * @param isBegun true for work that continues: it goes before new work of its subject, which may wait for it, and is not
   *   refused
   * @returns undefined when it is refused, because too many of the subject wait, or it waited too long
   */
  enter(
    name: string,
    expectedMs: number,
    isBegun: boolean,
  ): UnderWay | undefined | Promise<UnderWay | undefined> {
    const costMs = Math.min(expectedMs, this.#limits.shareMs);
    const subject = this.#find(name);
    if (this.#waiting.size === 0 && this.#mayBegin(subject, costMs) && !this.#isFull(costMs)) {
      return this.#begin(subject, { costMs, expectedMs });
    }
    if (!isBegun && subject.waiting.length >= this.#limits.waiting) {
      return undefined;
    }
    const until = isBegun ? Number.POSITIVE_INFINITY : this.#now() + this.#limits.patienceMs;
    const { promise, resolve: settle } = Promise.withResolvers<UnderWay | undefined>();
    if (subject.waiting.length === 0) {
      subject.served = Math.max(subject.served, this.#served);
      this.#waiting.add(subject);
    }
    const begun = subject.waiting.findIndex((each) => Number.isFinite(each.until));
    const at = isBegun && begun >= 0 ? begun : subject.waiting.length;
    subject.waiting.splice(at, 0, { costMs, expectedMs, until, settle });
    this.#look ??= setInterval(() => this.#refuseLate(), lookMs).unref();
    // Others may wait for their own share alone.
    this.#beginNext();
    return promise;
  }

  /** How a subject uses the queue at the moment. */
  readUse(name: string): QueueUse {
    const { underWay = 0, waiting = [] } = this.#subjects.get(name) ?? {};
    return { underWay, waiting: waiting.length };
  }

  #find(name: string): Subject {
    const found = this.#subjects.get(name);
    if (found !== undefined) {
      return found;
    }
    if (this.#subjects.size >= mostSubjects) {
      for (const [other, { underWay, waiting }] of this.#subjects) {
        if (underWay === 0 && waiting.length === 0) {
          this.#subjects.delete(other);
        }
      }
    }
    const subject = { waiting: [], underWay: 0, costMs: 0, served: this.#served };
    this.#subjects.set(name, subject);
    return subject;
  }

  #mayBegin({ underWay, costMs }: Subject, more: number): boolean {
    return underWay === 0 || costMs + more <= this.#limits.shareMs;
  }

  #isFull(more: number): boolean {
    return this.#count > 0 && this.#costMs + more > this.#limits.totalMs;
  }

  #begin(subject: Subject, { costMs, expectedMs }: Costs): UnderWay {
    this.#served = Math.max(subject.served, this.#served);
    subject.served = this.#served + costMs;
    subject.underWay += 1;
    subject.costMs += costMs;
    this.#costMs += costMs;
    this.#count += 1;
    let isHeld = true;
    const free = (): void => {
      if (!isHeld) {
        return;
      }
      isHeld = false;
      leaveHeld();
      subject.underWay -= 1;
      subject.costMs -= costMs;
      this.#costMs -= costMs;
      this.#count -= 1;
      if (this.#waiting.size > 0) {
        this.#beginNext();
      }
    };
    const leaveHeld = this.#held.add({ until: this.#now() + this.#limits.heldMs, free });
    let isEnded = false;
    const work: UnderWay = {
      costMs: expectedMs,
      usedMs: 0,
      end: () => {
        if (!isEnded) {
          isEnded = true;
          leave();
          subject.served += work.usedMs - costMs;
          free();
        }
      },
    };
    const leave = this.#underWay.add(work);
    return work;
  }

  /** Begins the works whose turn it is. */
  #beginNext(): void {
    for (;;) {
      let next: Subject | undefined;
      for (const subject of this.#waiting) {
        const [first] = subject.waiting;
        if (
          first !== undefined &&
          this.#mayBegin(subject, first.costMs) &&
          (next === undefined || subject.served < next.served)
        ) {
          next = subject;
        }
      }
      const [first] = next?.waiting ?? [];
      if (next === undefined || first === undefined || this.#isFull(first.costMs)) {
        return;
      }
      this.#take(next);
      first.settle(this.#begin(next, first));
    }
  }

  /** Removes the first work of a subject from those that wait. */
  #take(subject: Subject): void {
    subject.waiting.shift();
    if (subject.waiting.length === 0) {
      this.#waiting.delete(subject);
    }
    if (this.#waiting.size === 0) {
      clearInterval(this.#look);
      this.#look = undefined;
    }
  }

  #refuseLate(): void {
    const now = this.#now();
    for (const { until, free } of this.#held) {
      if (until <= now) {
        free();
      }
    }
    for (const subject of this.#waiting) {
      // Works of a subject wait in their order, and those that continue are not refused.
      for (let [first] = subject.waiting; first !== undefined && first.until <= now; ) {
        this.#take(subject);
        first.settle(undefined);
        [first] = subject.waiting;
      }
    }
  }
}
