/** The result of a call, as its caller knows it. */
export type Outcome<Value> =
  | { readonly kind: "answered"; readonly value: Value }
  /** Such as `404 Toolkit_NotFound`. */
  | { readonly kind: "refused"; readonly refusal: string }
  /** The connection broke or the service was unavailable: the call had its effect or not. */
  | { readonly kind: "unknown" };

type Topic = "disturbed" | "acknowledged" | "unanswered";

/** Everything that callers noted: failures, and how often something happened. */
export interface Journal {
  readonly failures: string[];
  readonly counts: Map<string, number>;
  readonly count: (topic: Topic, what: string) => void;
}

/** Creates an empty journal. */
export function createJournal(): Journal {
  const counts = new Map<string, number>();
  return {
    failures: [],
    counts,
    count: (topic, what) => {
      const name = `${topic} ${what}`;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    },
  };
}

/** A line such as `  disturbed: 25 workers killed, 5 times without PostgreSQL`. */
export function renderTopic({ counts }: Journal, topic: string): string {
  const noted = [...counts].filter(([name]) => name.startsWith(`${topic} `)).sort();
  const parts = noted.map(([name, count]) => `${count} ${name.slice(topic.length + 1)}`);
  return `  ${topic}: ${parts.join(", ")}`;
}

/** Makes a call of the generated client once. Unanswered calls are counted by their reason. */
export async function attempt<Value>(
  journal: Journal,
  call: () => Promise<Value>,
): Promise<Outcome<Value>> {
  try {
    return { kind: "answered", value: await call() };
  } catch (error) {
    // Errors of the client that have a status have the parsed body.
    const { status, body } = error as { readonly status?: number; readonly body?: unknown };
    const slug = (body as { readonly error?: { readonly slug?: string } } | undefined)?.error?.slug;
    // The transaction of an attempt whose connection broke has not ended yet.
    const isInFlight = slug === "Idempotency_InFlight";
    if (status !== undefined && status !== 503 && slug !== undefined && !isInFlight) {
      return { kind: "refused", refusal: `${status} ${slug}` };
    }
    journal.count("unanswered", `× ${status ?? (error as Error).name}`);
    return { kind: "unknown" };
  }
}

/** Repeats a call until it is answered or refused. Only for calls that may be repeated. */
export async function attemptUntilKnown<Value>(
  journal: Journal,
  call: () => Promise<Value>,
): Promise<Exclude<Outcome<Value>, { kind: "unknown" }>> {
  for (;;) {
    const outcome = await attempt(journal, call);
    if (outcome.kind !== "unknown") {
      return outcome;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
