import { createHmac } from "node:crypto";

/** The address of a trigger instance, and the secret that its application signs with. */
export interface Hook {
  /** The path of the address, which every replica serves. */
  readonly path: string;
  readonly secret: string;
}

/**
 * Sends an event once, as the application of `test/e2e/documents.ts` does.
 *
 * @returns the status of the answer, or the name of the error that came instead
 */
export async function sendEvent(
  url: string,
  { path, secret }: Hook,
  number: number,
  signal: AbortSignal | null = null,
): Promise<string> {
  const event = { type: "thing.added", id: `event-${number}`, shelf: "top" };
  const body = JSON.stringify({ ...event, thing: { title: `thing ${number}` } });
  const time = String(Math.floor(Date.now() / 1000));
  const signature = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
  try {
    const response = await fetch(`${url}${path}`, {
      method: "POST",
      body,
      headers: {
        "content-type": "application/json",
        "x-acme-time": time,
        "x-acme-signature": signature,
      },
      signal,
    });
    await response.arrayBuffer();
    return String(response.status);
  } catch (error) {
    // The replica was killed before, or while it worked on the request.
    return error instanceof Error ? error.name : "broken";
  }
}
