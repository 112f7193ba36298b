/** Tells whether a computation would read the same now as when it was made. */
type Check = () => boolean;

/**
 * Results that are kept between runs in one process, such as those of `--watch`. A result is taken again when its key is
 * the same object and everything else that its computation read would be read the same now: a verifying trace, as build
 * systems call it. Computations have to be deterministic, and what they read apart from their key has to be noted.
 */
export interface Memo {
  /**
   * The result of a computation, which is done again only when it could differ.
   *
   * @param kind What is computed; results of different kinds of one key are apart.
   * @param key What is read without being noted: it never changes, together with everything in it.
   * @param inputs What else is read without being noted.
   */
  readonly of: <Result>(
    kind: string,
    key: object,
    inputs: readonly unknown[],
    compute: () => Result,
  ) => Result;
}

/** Keeps nothing: what a command uses that runs once. */
export const noMemo: Memo = { of: (_kind, _key, _inputs, compute) => compute() };

interface Entry {
  readonly inputs: readonly unknown[];
  readonly checks: readonly Check[];
  readonly result: unknown;
}

/** What the computation that is going on has noted. Work is synchronous, so there is one at a time. */
let recording: Check[] | undefined;

/** Starts to keep results. Computations must not be nested: of what is kept inside of another, nothing would be noted. */
export function createMemo(): Memo {
  const kinds = new Map<string, WeakMap<object, Entry>>();
  const of: Memo["of"] = (kind, key, inputs, compute) => {
    if (recording !== undefined) {
      return compute();
    }
    const entries = kinds.get(kind) ?? new WeakMap<object, Entry>();
    kinds.set(kind, entries);
    const known = entries.get(key);
    if (known !== undefined && isSame(known.inputs, inputs) && known.checks.every(holds)) {
      // The entry was made by the same call, which gives this type.
      return known.result as ReturnType<typeof compute>;
    }
    const checks: Check[] = [];
    recording = checks;
    try {
      const result = compute();
      entries.set(key, { inputs, checks, result });
      return result;
    } finally {
      recording = undefined;
    }
  };
  return { of };
}

/**
 * A function that gives the same object for the same key, as long as it would be made of the same reads: what one run has
 * made is no answer in the next when something changed that it was made of. It may be called in other computations, for
 * which its reads are noted each time.
 */
export function keptByKey<Key extends object, Result>(
  compute: (key: Key) => Result,
): (key: Key) => Result {
  const entries = new WeakMap<
    Key,
    { readonly checks: readonly Check[]; readonly result: Result }
  >();
  return (key) => {
    const outer = recording;
    const known = entries.get(key);
    if (known !== undefined && untracked(() => known.checks.every(holds))) {
      outer?.push(...known.checks);
      return known.result;
    }
    const checks: Check[] = [];
    recording = checks;
    try {
      const result = compute(key);
      entries.set(key, { checks, result });
      return result;
    } finally {
      recording = outer;
      outer?.push(...checks);
    }
  };
}

/** Whether what is read has to be noted. */
export function isRecording(): boolean {
  return recording !== undefined;
}

/**
 * Notes that something was read which may change between runs. The check repeats the read, with all that it does to the
 * state of a run, such as giving a name: when a result is taken again, the state is the same as if it had been computed.
 */
export function note(check: Check): void {
  recording?.push(check);
}

/** Does work whose reads are not noted, because the caller notes what it makes of them. */
export function untracked<Result>(work: () => Result): Result {
  const outer = recording;
  recording = undefined;
  try {
    return work();
  } finally {
    recording = outer;
  }
}

/** Whether two lists have the same items. */
export function isSame(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((item, index) => Object.is(item, right[index]));
}

function holds(check: Check): boolean {
  return check();
}
