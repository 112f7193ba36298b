import { LRUCache } from "lru-cache";

/** The part of a new measurement in the mean. */
const weight = 0.2;

/** Milliseconds of work of a kind that nobody has measured yet: twice those of an execution. */
const firstMs = 10;

/** The smallest cost, so that a subject cannot have thousands of works under way. */
const leastMs = 0.5;

/** Means that are remembered. With more, the one that was needed the longest time ago is forgotten. */
const mostMeans = 50_000;

/** The expected cost of works: a moving mean for each subject and kind of work, in milliseconds. */
export class ExpectedCosts {
  readonly #means = new LRUCache<string, number>({ max: mostMeans });

  /** A kind that the subject has not done yet is expected to take as long as for others. */
  expect(subject: string, kind: string): number {
    return this.#means.get(`${subject} ${kind}`) ?? this.#means.get(kind) ?? firstMs;
  }

  learn(subject: string, kind: string, tookMs: number): void {
    const own = `${subject} ${kind}`;
    this.#means.set(own, mix(this.#means.get(own), tookMs));
    this.#means.set(kind, mix(this.#means.get(kind), tookMs));
  }
}

function mix(before: number | undefined, tookMs: number): number {
  const mean = before === undefined ? tookMs : before + (tookMs - before) * weight;
  return Math.max(mean, leastMs);
}
