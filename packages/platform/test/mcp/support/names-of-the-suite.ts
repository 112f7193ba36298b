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

/** The conformance suite calls `test_simple_text` or `greet`, but slugs of tools are in upper case, and begin with their toolkit. */
export function toSlug({ name, ...call }: Call): Call {
  return { ...call, name: `TEST_${name.replace(/^test_/, "").toUpperCase()}` };
}

/** The only tool that the suite looks for in a list. Its name there has no toolkit. */
const listed: Call = { name: "test_json_schema_2020_12_tool", arguments: {} };

/** At a session, one meta tool executes all others. */
export function toMultiExecute({ name, arguments: given }: Call): Call {
  const { name: tool_slug } = toSlug({ name, arguments: given });
  const tools = [{ tool_slug, arguments: given }];
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
    const kept = [
      ...["accept", "content-type", "mcp-protocol-version", "mcp-method", "mcp-name"],
    ].flatMap((name) => {
      const value = headers[name];
      return typeof value === "string" ? [[name, value] as const] : [];
    });
    const body = convertCall(Buffer.concat(pieces).toString(), convert);
    const answer = await fetch(endpoint, {
      method,
      headers: { ...Object.fromEntries(kept), ...readName(body) },
      ...(method === "POST" ? { body } : {}),
    });
    if (body.includes('"tools/list"')) {
      outgoing.writeHead(answer.status, {
        "content-type": answer.headers.get("content-type") ?? "",
      });
      outgoing.end((await answer.text()).replaceAll(toSlug(listed).name, listed.name.slice(5)));
      return;
    }
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

/** The header in which clients of 2026-07-28 repeat the name of the tool. */
function readName(body: string): Record<string, string> {
  const { params } = JSON.parse(body || "{}") as { readonly params?: { readonly name?: unknown } };
  return typeof params?.name === "string" ? { "mcp-name": params.name } : {};
}

function convertCall(body: string, convert: (call: Call) => Call): string {
  const message = JSON.parse(body || "{}") as {
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
