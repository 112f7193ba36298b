import type { UnderWay } from "./fair-queue.ts";

/**
 * Measures the processor time of works that run at the same time in this thread. Node does not say to which work a turn of the
 * event loop belonged. So the time since the last look is divided among the works under way, in proportion to their expected rest.
 * Expectations are means of these measurements: both approach the true times (expectation and maximization).
 */
export class ProcessorMeter {
  readonly #read: () => number;
  #last: number;

  /** @param read the processor time that this thread has used, in milliseconds */
  constructor(read: () => number = readThreadTime) {
    this.#read = read;
    this.#last = read();
  }

  /** Divides the time since the last call. Call it before a work begins or ends. */
  divide(works: Iterable<UnderWay> & { readonly size: number }): void {
    const now = this.#read();
    const spent = now - this.#last;
    this.#last = now;
    if (spent <= 0 || works.size === 0) {
      return;
    }
    const all = [...works];
    let sum = 0;
    for (const work of all) {
      sum += weigh(work);
    }
    for (const work of all) {
      work.usedMs += (spent * weigh(work)) / sum;
    }
  }
}

/** The milliseconds that a work is still expected to take. One that takes longer than expected keeps a tenth of its weight. */
function weigh({ costMs, usedMs }: UnderWay): number {
  return Math.max(costMs - usedMs, costMs / 10, 0.05);
}

function readThreadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
