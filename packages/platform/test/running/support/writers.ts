import { setTimeout as sleep } from "node:timers/promises";

/** The answers that the writers got. */
export interface Writers {
  /** The names of the acknowledged writes. */
  readonly acknowledged: readonly string[];
  /** Broken connections, and responses other than success, 503, or 409 for a write that is still running. */
  readonly failures: readonly string[];
  readonly refusals: readonly { readonly status: number; readonly retryAfter: string | null }[];
  /** Waits until every write is acknowledged, then ends. */
  stop(): Promise<void>;
}

/** A write of a caller. The name is the payload, and the key stays the same until the write is acknowledged. */
interface Write {
  readonly name: string;
  answers: number;
}

/**
 * Starts callers that write one auth config after another, to each replica in turn. They repeat a write with the same
 * key until it is acknowledged.
 *
 * @param options.mayBreak true when connections may break off, because a replica is killed
 */
export function startWriters(
  urls: readonly string[],
  options: { readonly apiKey: string; readonly count: number; readonly mayBreak?: boolean },
): Writers {
  const { apiKey, count: writers, mayBreak = false } = options;
  const acknowledged: string[] = [];
  const failures: string[] = [];
  const refusals: { readonly status: number; readonly retryAfter: string | null }[] = [];
  let isRunning = true;
  const send = async (url: string, write: Write): Promise<boolean> => {
    write.answers += 1;
    const response = await fetch(`${url}/api/v3/auth_configs`, {
      method: "POST",
      headers: {
        "x-api-key": apiKey,
        "content-type": "application/json",
        "idempotency-key": write.name,
      },
      body: JSON.stringify({
        toolkit: { slug: "stripe" },
        auth_config: { type: "use_custom_auth", authScheme: "API_KEY", name: write.name },
      }),
    });
    const text = await response.text();
    if (response.ok) {
      acknowledged.push(write.name);
      return true;
    }
    // 409: the previous attempt, whose response was lost, is still running.
    if (response.status === 503) {
      refusals.push({ status: 503, retryAfter: response.headers.get("retry-after") });
    } else if (response.status !== 409) {
      failures.push(`${response.status} ${text}`);
    }
    return false;
  };
  const call = async (caller: number): Promise<void> => {
    for (let count = 0; isRunning; count += 1) {
      const write = { name: `write-${caller}-${count}`, answers: 0 };
      for (let attempt = 0; ; attempt += 1) {
        const url = urls[(caller + attempt) % urls.length] ?? "";
        const isDone = await send(url, write).catch((error: unknown) => {
          if (!mayBreak) {
            failures.push(String(error));
          }
          return false;
        });
        if (isDone) {
          break;
        }
        await sleep(50);
      }
    }
  };
  const loops = Array.from({ length: writers }, (_, caller) => call(caller));
  return {
    acknowledged,
    failures,
    refusals,
    stop: async () => {
      isRunning = false;
      await Promise.all(loops);
    },
  };
}

/** The names of all auth configs of the project. */
export async function readNames(url: string, apiKey: string): Promise<readonly string[]> {
  const names: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const query = new URLSearchParams({ limit: "1000", ...(cursor === "" ? {} : { cursor }) });
    const response = await fetch(`${url}/api/v3/auth_configs?${query}`, {
      headers: { "x-api-key": apiKey },
    });
    const page = (await response.json()) as {
      readonly items: readonly { readonly name: string }[];
      readonly next_cursor: string | null;
    };
    names.push(...page.items.map(({ name }) => name));
    cursor = page.next_cursor;
  }
  return names;
}
