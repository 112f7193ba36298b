import { Agent, request } from "node:http";

/** The request that a sender repeats. It is the first argument, as JSON. */
export interface SentNoise {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly connections: number;
  readonly ms: number;
}

/**
 * Sends one request again and again on many connections, each as soon as the answer before it has arrived, whatever that is. It is
 * a process of its own, so that its work does not delay the clocks of the test. Prints how often each status was answered.
 */
async function sendNoise({ url, connections, ms, body, ...rest }: SentNoise): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const until = performance.now() + ms;
  const counts: Record<string, number> = {};
  const send = (): Promise<string> =>
    new Promise((resolve) => {
      const sent = request(url, { ...rest, agent }, (answer) => {
        answer.resume();
        answer.once("close", () => resolve(String(answer.statusCode)));
      });
      sent.once("error", () => resolve("none"));
      // The answers that are still open when the noise ends are not waited for.
      sent.setTimeout(ms, () => sent.destroy());
      sent.end(body);
    });
  const loop = async (): Promise<void> => {
    while (performance.now() < until) {
      const status = await send();
      counts[status] = (counts[status] ?? 0) + 1;
      if (status === "429" || status === "none") {
        // A second would be polite. A tenth keeps the noise loud.
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  };
  const loops = Array.from({ length: connections }, loop);
  await Promise.race([Promise.all(loops), new Promise((resolve) => setTimeout(resolve, ms))]);
  process.stdout.write(JSON.stringify(counts));
  process.exit();
}

await sendNoise(JSON.parse(process.argv[2] ?? ""));
