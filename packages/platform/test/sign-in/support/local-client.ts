import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** What an SDK asks of a client that signs its user in. Both versions of the SDK take it. */
export interface LocalClient {
  readonly redirectUrl: string;
  readonly clientMetadata: {
    readonly client_name: string;
    readonly redirect_uris: string[];
    readonly grant_types: string[];
    readonly response_types: string[];
    readonly token_endpoint_auth_method: string;
  };
  readonly state: () => string;
  readonly clientInformation: () => Stored | undefined;
  readonly saveClientInformation: (client: Stored) => void;
  readonly tokens: () => StoredTokens | undefined;
  readonly saveTokens: (tokens: StoredTokens) => void;
  readonly redirectToAuthorization: (url: URL) => void;
  readonly saveCodeVerifier: (verifier: string) => void;
  readonly codeVerifier: () => string;
  /** The address that the SDK wants to be opened. */
  readonly toOpen: Promise<URL>;
  /** The query with which the browser came back. */
  readonly cameBack: Promise<URLSearchParams>;
  close(): Promise<void>;
}

interface Stored {
  readonly client_id: string;
}

interface StoredTokens {
  readonly access_token: string;
  readonly token_type: string;
}

/** Starts a client on this machine, which waits for the browser at a loopback address. */
export async function startLocalClient(name: string): Promise<LocalClient> {
  const opening = Promise.withResolvers<URL>();
  const returning = Promise.withResolvers<URLSearchParams>();
  const server = createServer(({ url = "" }, response) => {
    const { pathname, searchParams } = new URL(url, "http://127.0.0.1");
    if (pathname === "/callback") {
      returning.resolve(searchParams);
    }
    response.writeHead(200, { "content-type": "text/html" });
    response.end('<!doctype html><html lang="en"><title>Client</title><h1>Connected</h1>');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  const redirectUrl = `http://127.0.0.1:${port}/callback`;
  const state = crypto.randomUUID();
  let client: Stored | undefined;
  let tokens: StoredTokens | undefined;
  let verifier = "";
  return {
    redirectUrl,
    clientMetadata: {
      client_name: name,
      redirect_uris: [redirectUrl],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    },
    state: () => state,
    clientInformation: () => client,
    saveClientInformation: (made) => {
      client = made;
    },
    tokens: () => tokens,
    saveTokens: (made) => {
      tokens = made;
    },
    redirectToAuthorization: (url) => opening.resolve(url),
    saveCodeVerifier: (made) => {
      verifier = made;
    },
    codeVerifier: () => verifier,
    toOpen: opening.promise,
    cameBack: returning.promise,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
