import { isHandshakeVersion, supportedVersions } from "../../api/mcp/versions.ts";

/** How a client would come. */
export interface InspectOptions {
  /** The value of `x-api-key`. */
  readonly key: string | undefined;
  /** The site of a client that runs in a browser. */
  readonly origin: string | undefined;
}

/** What was seen, for a person and for a program. */
export interface Inspection {
  readonly text: string;
  readonly data: { readonly url: string; readonly eras: readonly object[] };
  readonly isFailure: boolean;
}

/** What a client of one era sees. */
interface SeenByEra {
  readonly era: string;
  readonly name?: string;
  readonly tools?: readonly string[];
  /** What is wrong, and how to fix it. */
  readonly problem?: string;
}

interface Response {
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: {
    readonly message?: string;
    readonly suggested_fix?: string;
    readonly slug?: string;
  };
}

/** Milliseconds for one answer. */
const patienceMs = 30_000;

/** Pages of a list that are read. */
const mostPages = 100;

const [statelessVersion = "", handshakeVersion = ""] = supportedVersions;

/**
 * Asks an MCP endpoint as clients of both eras do, and lists what they see: the name of the server and its tools, or what is wrong with the
 * address, the key or the origin.
 */
export async function inspectMcp(url: string, options: InspectOptions): Promise<Inspection> {
  const seen: SeenByEra[] = [];
  for (const version of [statelessVersion, handshakeVersion]) {
    seen.push(await inspectEra(url, version, options));
  }
  const lines = seen.flatMap(({ era, name, tools = [], problem }) =>
    problem === undefined
      ? [`${era}: ${name}, ${tools.length} tools`, ...tools.map((tool) => `  ${tool}`)]
      : [`${era}: ${problem.replaceAll("\n", "\n  ")}`],
  );
  return {
    text: lines.join("\n"),
    data: { url, eras: seen },
    isFailure: seen.some(({ problem }) => problem !== undefined),
  };
}

async function inspectEra(
  url: string,
  version: string,
  options: InspectOptions,
): Promise<SeenByEra> {
  const isHandshake = isHandshakeVersion(version);
  const ask = (method: string, params: object) => send(url, { method, params, version, options });
  try {
    const begun = isHandshake
      ? await ask("initialize", {
          protocolVersion: version,
          capabilities: {},
          clientInfo: { name: "platform mcp inspect", version: "1.0.0" },
        })
      : await ask("server/discover", {});
    // Members that servers of others leave out are shown as absent.
    const ofMeta = begun._meta as { "io.modelcontextprotocol/serverInfo"?: { name?: string } };
    const ofHandshake = begun.serverInfo as { readonly name?: string } | undefined;
    const about = isHandshake ? ofHandshake : ofMeta?.["io.modelcontextprotocol/serverInfo"];
    const tools: string[] = [];
    let cursor: unknown;
    for (let page = 0; page < mostPages; page += 1) {
      const listed = await ask("tools/list", cursor === undefined ? {} : { cursor });
      const list = Array.isArray(listed.tools) ? listed.tools : [];
      tools.push(...list.map(({ name }: { readonly name?: unknown }) => String(name)));
      cursor = listed.nextCursor;
      if (cursor === undefined) {
        break;
      }
    }
    return { era: version, name: about?.name ?? "a server without a name", tools };
  } catch (error) {
    if (error instanceof InspectionProblem) {
      return { era: version, problem: error.message };
    }
    throw error;
  }
}

/** What is wrong with an endpoint, for a person. */
class InspectionProblem extends Error {
  override readonly name = "InspectionProblem";
}

interface Message {
  readonly method: string;
  readonly params: object;
  readonly version: string;
  readonly options: InspectOptions;
}

async function send(
  url: string,
  { method, params, version, options: { key, origin } }: Message,
): Promise<Readonly<Record<string, unknown>>> {
  const introduction = {
    "io.modelcontextprotocol/protocolVersion": version,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const all = isHandshakeVersion(version) ? params : { ...params, _meta: introduction };
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream;q=0.5",
    "mcp-protocol-version": version,
    "mcp-method": method,
    ...(key === undefined ? {} : { "x-api-key": key }),
    ...(origin === undefined ? {} : { origin }),
  };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: all });
  const signal = AbortSignal.timeout(patienceMs);
  const response = await fetch(url, { method: "POST", headers, body, signal }).catch(
    (error: Error) => {
      const { cause } = error as { readonly cause?: { readonly code?: string } };
      throw new InspectionProblem(
        `nothing answers at ${new URL(url).host} (${cause?.code ?? error.name}). Check the host and the port of the address.`,
      );
    },
  );
  const { result, error } = parse(await response.text());
  if (result !== undefined) {
    return result;
  }
  if (error === undefined) {
    throw new InspectionProblem(
      `the answer to ${method} is ${response.status} and no message of the protocol. Check the path of the address: it ends with /mcp/<server id> or /tool_router/<session id>/mcp.`,
    );
  }
  const { message = "refused", suggested_fix: fix } = error;
  const advice = fix ?? advices[response.status];
  throw new InspectionProblem(
    [`${response.status}, ${message}`, ...(advice === undefined ? [] : [advice])].join("\n"),
  );
}

/** What helps against answers whose error does not say it. */
const advices: Readonly<Record<number, string>> = {
  401: "Set the project's key in PLATFORM_API_KEY, or use a signed address.",
  403: "The origin is not allowed. Add it to PLATFORM_ALLOWED_ORIGINS of the service.",
};

/** The message in a body: JSON, or the last event of a stream. */
function parse(text: string): Response {
  const event = text.split("\n").findLast((line) => line.startsWith("data:"));
  try {
    const value: unknown = JSON.parse(event?.slice("data:".length) ?? text);
    // The members are checked where they are read.
    return typeof value === "object" && value !== null ? (value as Response) : {};
  } catch {
    return {};
  }
}
