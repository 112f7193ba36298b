import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { writePlainHead } from "../../src/applications/toolkits/testing/write-plain-head.ts";

/** The next answer of the application: raw text, or a function that writes it. */
export type HostileAnswer = string | ((outgoing: ServerResponse) => void);

/** An application whose token endpoint and API give the responses that a test has chosen. */
export interface HostileApplication {
  readonly url: string;
  /** The toolkit document of its API. */
  readonly document: string;
  /** The next responses of the token endpoint. */
  tokens: HostileAnswer;
  /** The next responses of the API. */
  thing: HostileAnswer;
  /** The bodies of all token calls, in order. */
  readonly tokenCalls: URLSearchParams[];
  close(): Promise<void>;
}

/** Starts the application on 127.0.0.1. */
export async function startHostileApplication(): Promise<HostileApplication> {
  const tokenCalls: URLSearchParams[] = [];
  const server = createServer((incoming, outgoing) => {
    const pieces: Buffer[] = [];
    incoming.on("data", (piece: Buffer) => pieces.push(piece));
    incoming.on("end", () => {
      const isToken = incoming.url === "/token";
      if (isToken) {
        tokenCalls.push(new URLSearchParams(Buffer.concat(pieces).toString()));
      }
      send(outgoing, isToken ? application.tokens : application.thing);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const application: HostileApplication = {
    url,
    document: toolkit(url),
    tokens: "{}",
    thing: "{}",
    tokenCalls,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return application;
}

function send(outgoing: ServerResponse, answer: HostileAnswer): void {
  if (typeof answer !== "string") {
    answer(outgoing);
    return;
  }
  outgoing.writeHead(200, { "content-type": "application/json" }).end(answer);
}

function toolkit(url: string): string {
  return `${writePlainHead("siren", `${url}/api`)}
  auth:
    - { mode: OAUTH2, security_scheme: user, name: OAuth, oauth2: { client_authentication: client_secret_post, default_scopes: [] } }
    - { mode: API_KEY, security_scheme: key, name: Key }
security: [{ user: [] }, { key: [] }]
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
    user: { type: oauth2, flows: { authorizationCode: { authorizationUrl: '${url}/authorize', tokenUrl: '${url}/token', scopes: {} } } }
paths:
  /thing:
    get:
      operationId: getThing
      summary: Get thing
      description: Answers the thing.
      responses:
        '200': { description: Done., content: { application/json: { schema: { type: object, properties: { name: { type: string }, inner: { $ref: '#/components/schemas/Inner' } } } } } }
`.replace(
    "paths:",
    "  schemas: { Inner: { type: object, properties: { inner: { $ref: '#/components/schemas/Inner' } } } }\npaths:",
  );
}
