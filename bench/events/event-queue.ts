/** A queue that delivers events to a receiver, each with one POST. It stores and delivers in one process. */
export interface EventQueue {
  readonly name: string;
  /** Stores one event. Resolves after its commit. */
  add(number: number): Promise<void>;
  /** The address at which the queue receives webhooks of an application, if it has one. */
  readonly hook?: Hook;
  close(): Promise<void>;
}

/** An address for webhooks, and the secret that signs them. */
export interface Hook {
  readonly url: string;
  readonly secret: string;
}

/** The deliveries that each queue makes at the same time at most. */
export const atOnce = 250;

/** About as long as one of our events. */
export function buildEventBody(number: number): string {
  const metadata = { log_id: "log_Ab12Cd34Ef56", trigger_slug: "SHIPS_SHIP_ADDED", user_id: "ada" };
  return JSON.stringify({
    id: crypto.randomUUID(),
    type: "platform.trigger.message",
    timestamp: new Date().toISOString(),
    metadata: {
      ...metadata,
      trigger_id: "ti_Ab12Cd34Ef56",
      connected_account_id: "ca_Ab12Cd34Ef56",
      auth_config_id: "ac_Ab12Cd34Ef56",
    },
    data: { title: String(number) },
  });
}

/** @throws Error when the receiver did not answer with 2xx */
export async function post(url: string, body: string): Promise<void> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(url, { method: "POST", headers, body });
  await response.arrayBuffer();
  if (!response.ok) {
    throw new Error(`The receiver answered ${response.status}.`);
  }
}
