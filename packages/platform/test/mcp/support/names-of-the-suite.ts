import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A proxy in front of an MCP endpoint. Tools have the names of the suite there. */
export interface NamesOfTheSuite {
  readonly url: string;
  close(): Promise<void>;
}

interface Call {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** The conformance suite calls `test_simple_text`, but slugs of tools are in upper case. */
export function toSlug({ name, ...call }: Call): Call {
  return { ...call, name: name.toUpperCase() };
}

/** At a session, one meta tool executes all others. */
export function toMultiExecute({ name, arguments: given }: Call): Call {
  const tools = [{ tool_slug: name.toUpperCase(), arguments: given }];
  return { name: "PLATFORM_MULTI_EXECUTE_TOOL", arguments: { tools } };
}

/** Starts a proxy that converts the calls of tools, and forwards every other request unchanged. */
export async function startNamesOfTheSuite(
  endpoint: string,
  convert: (call: Call) => Call,
): Promise<NamesOfTheSuite> {
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
      ...(method === "POST"
        ? { body: convertCall(Buffer.concat(pieces).toString(), convert) }
        : {}),
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

function convertCall(body: string, convert: (call: Call) => Call): string {
  const message = JSON.parse(body) as {
    readonly method?: string;
    readonly params?: { readonly name?: string; readonly arguments?: Call["arguments"] };
  };
  if (message.method !== "tools/call") {
    return body;
  }
  const { name = "", arguments: given = {}, ...others } = message.params ?? {};
  return JSON.stringify({
    ...message,
    params: { ...others, ...convert({ name, arguments: given }) },
  });
}
