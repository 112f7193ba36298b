import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const mebibyte = 1024 * 1024;

/** Answers that are as large as they may be, or larger in JSON than they were sent. */
const answers = {
  plain: [200, "text/plain", () => "x".repeat(2 * mebibyte)],
  json: [200, "application/json", () => JSON.stringify({ text: "x".repeat(2 * mebibyte - 11) })],
  quotes: [200, "text/plain", () => '"'.repeat(2 * mebibyte)],
  control: [200, "text/plain", () => "\u0001".repeat(2 * mebibyte)],
  numbers: [200, "application/json", () => `[${Array(400_000).fill("1e20").join(",")}]`],
  long: [200, "application/json", () => `"${"x".repeat(10 * mebibyte - 2)}"`],
  longer: [200, "application/json", () => `"${"x".repeat(10 * mebibyte)}"`],
  picture: [200, "image/png", () => "x".repeat(mebibyte)],
  failed: [500, "application/json", () => JSON.stringify({ text: "x".repeat(2 * mebibyte - 11) })],
  failedControl: [500, "text/plain", () => "\u0001".repeat(2 * mebibyte)],
  failedPicture: [404, "image/png", () => "x".repeat(10 * mebibyte)],
  failedMessage: [400, "text/plain", () => "\u0001".repeat(500_000)],
} as const satisfies Readonly<Record<string, readonly [number, string, () => string]>>;

/** The kinds of answers. */
export const loudAnswers: readonly string[] = Object.keys(answers);

/** An application whose answers are large. */
export interface LoudApplication {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts the application on 127.0.0.1. */
export async function startLoudApplication(): Promise<LoudApplication> {
  const found = new Map<string, readonly [number, string, () => string]>(Object.entries(answers));
  const server = createServer(({ url = "" }, outgoing) => {
    const [status, type, write] = found.get(url.split("/").at(-1) ?? "") ?? answers.failed;
    outgoing.writeHead(status, { "content-type": type, "x-long": "ä".repeat(5_000) }).end(write());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
