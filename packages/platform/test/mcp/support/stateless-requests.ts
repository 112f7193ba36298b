import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

/** The version of the protocol in which each request stands for itself. */
export const stateless = "2026-07-28";

/** A client of the protocol's SDK, second generation. Without a version it finds out for itself what the server speaks. */
export async function openSecondClient(
  url: string,
  {
    version,
    capabilities = {},
    headers = {},
  }: {
    readonly version?: string;
    readonly capabilities?: object;
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
): Promise<Client> {
  const mode = version === undefined ? "auto" : version === "legacy" ? version : { pin: version };
  const about = { name: "test-client", version: "2.0.0" };
  const client = new Client(about, { capabilities, versionNegotiation: { mode } });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
  );
  return client;
}

/** The members of `_meta` with which a request of 2026-07-28 introduces itself. */
export function introduce(
  capabilities: object = {},
  version: string = stateless,
): Readonly<Record<string, unknown>> {
  return {
    "io.modelcontextprotocol/protocolVersion": version,
    "io.modelcontextprotocol/clientCapabilities": capabilities,
  };
}

/** An answer of an endpoint, with what is checked most often. */
export interface Sent {
  readonly status: number;
  readonly body: {
    readonly jsonrpc?: string;
    readonly id?: unknown;
    readonly result?: Readonly<Record<string, unknown>>;
    readonly error?: {
      readonly code: number;
      readonly message: string;
      readonly data?: unknown;
      readonly slug?: string;
    };
  };
}

/** Sends a request of 2026-07-28 as a client does that follows the protocol; `headers` replace or, as undefined, remove its own. */
export async function sendStateless(
  url: string,
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string | undefined>> = {},
): Promise<Sent> {
  const { name, taskId } = params;
  const routed = name ?? taskId;
  const all = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream;q=0.5",
    "mcp-protocol-version": stateless,
    "mcp-method": method,
    "mcp-name": typeof routed === "string" ? routed : undefined,
    ...headers,
  };
  const sent = Object.entries(all).filter(
    (each): each is [string, string] => each[1] !== undefined,
  );
  const response = await fetch(url, {
    method: "POST",
    headers: Object.fromEntries(sent),
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 7,
      method,
      params: { _meta: introduce(), ...params },
    }),
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? {} : JSON.parse(text) };
}
