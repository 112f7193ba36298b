import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { writePlainHead } from "../../../src/applications/toolkits/testing/write-plain-head.ts";

/** An application that answers the key that it was called with, and the text that it was asked with. */
export interface EchoApplication {
  /** The document of its toolkit, with the tool `ECHO_GET_KEY`. */
  readonly document: string;
  /** Every pair of key and text that came. */
  readonly seen: ReadonlySet<string>;
  close(): Promise<void>;
}

/** Milliseconds. The application waits up to this long, so answers and calls have different orders. */
const longestMs = 8;

/** Starts it on 127.0.0.1. */
export async function startEchoApplication(): Promise<EchoApplication> {
  const seen = new Set<string>();
  const server = createServer(({ url = "", headers }, response) => {
    const asked = new URL(url, "http://application.test").searchParams.get("asked");
    const key = headers["x-key"];
    seen.add(`${key} ${asked}`);
    setTimeout(() => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ key, asked }));
    }, Math.random() * longestMs);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    document: writeDocument(`http://127.0.0.1:${port}`),
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function writeDocument(url: string): string {
  return `${writePlainHead("echo", url)}
  auth: [{ mode: API_KEY, security_scheme: key, name: Key }]
security: [{ key: [] }]
components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }
paths:
  /key:
    get:
      operationId: getKey
      summary: Get key
      description: Answers the key and the text.
      parameters: [{ name: asked, in: query, required: true, schema: { type: string } }]
      responses: { '200': { description: Done. } }
`;
}
