import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A proxy in front of an MCP endpoint. Tools have names in lower case there. */
export interface LowerCaseNames {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * The conformance suite calls `test_simple_text`, but slugs of tools are in upper case. This proxy converts the
 * tool's name and forwards the request otherwise unchanged.
 */
export async function startLowerCaseNames(endpoint: string): Promise<LowerCaseNames> {
  const server = createServer(async (incoming, outgoing) => {
    const pieces: Buffer[] = [];
    for await (const piece of incoming) {
      pieces.push(piece);
    }
    const { method = "POST", headers } = incoming;
    const kept = ["accept", "content-type", "mcp-protocol-version"].flatMap((name) => {
      const value = headers[name];
      return typeof value === "string" ? [[name, value] as const] : [];
    });
    const answer = await fetch(endpoint, {
      method,
      headers: Object.fromEntries(kept),
      ...(method === "POST" ? { body: raiseName(Buffer.concat(pieces).toString()) } : {}),
    });
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
    for await (const piece of answer.body ?? []) {
      outgoing.write(piece);
    }
    outgoing.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function raiseName(body: string): string {
  const message = JSON.parse(body) as {
    readonly method?: string;
    readonly params?: { readonly name?: string };
  };
  if (message.method !== "tools/call") {
    return body;
  }
  const { params = {} } = message;
  return JSON.stringify({ ...message, params: { ...params, name: params.name?.toUpperCase() } });
}
