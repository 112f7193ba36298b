/** The answer to a request of an attack. */
export interface Answered {
  /** 0 when there was no answer. */
  readonly status: number;
  readonly milliseconds: number;
  readonly bytes: number;
  readonly text: string;
}

/** Sends a request and reads its answer. A connection that breaks is an answer with status 0. */
export async function send(
  url: string,
  init: RequestInit = {},
  mostMs = 30_000,
): Promise<Answered> {
  const began = performance.now();
  const answer = await fetch(url, {
    redirect: "manual",
    signal: AbortSignal.timeout(mostMs),
    ...init,
  }).then(
    async (response) => ({
      status: response.status,
      body: Buffer.from(await response.arrayBuffer()),
    }),
    () => ({ status: 0, body: Buffer.alloc(0) }),
  );
  return {
    status: answer.status,
    milliseconds: performance.now() - began,
    bytes: answer.body.length,
    text: answer.body.subarray(0, 100_000).toString("utf8"),
  };
}

/** Counts answers by status, as text: `200: 3, 429: 21`. */
export function countStatuses(answers: readonly Pick<Answered, "status">[]): string {
  const counts = new Map<number, number>();
  for (const { status } of answers) {
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  return [...counts]
    .toSorted(([one], [two]) => one - two)
    .map(([status, count]) => `${status === 0 ? "none" : status}: ${count}`)
    .join(", ");
}

/** Runs a piece of work as often as said, some at the same time. */
export async function repeat<T>(
  count: number,
  atOnce: number,
  work: (index: number) => Promise<T>,
): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const run = async (): Promise<void> => {
    while (next < count) {
      const index = next;
      next += 1;
      results[index] = await work(index);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, run));
  return results;
}

/** The status with which a call of the client was refused; undefined when it succeeded. */
export async function catchStatus(calling: Promise<unknown>): Promise<number | undefined> {
  return await calling.then(
    () => undefined,
    // The errors of the client have the status of their answer.
    (error: unknown) => Number((error as { readonly status?: number }).status),
  );
}
