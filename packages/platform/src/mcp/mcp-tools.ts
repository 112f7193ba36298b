import type { CallToolResult, ListToolsResult, Tool } from "@modelcontextprotocol/sdk/types.js";
import type { Schemas } from "../api-types.ts";
import type { FileResult } from "../execution/execution-types.ts";

/** The tools of an endpoint. */
export interface McpTools {
  /** The name of the server, for people. */
  readonly name: string;
  /** How the tools go together, for the model. */
  readonly instructions: string;
  /**
   * A page of the tools, the first one without a cursor.
   *
   * @throws McpError for a cursor that no page had
   */
  readonly list: (cursor: string | undefined) => ListToolsResult | Promise<ListToolsResult>;
  /**
   * Executes a tool. Its failure is a result with `isError`, which the model reads.
   *
   * @throws McpError for an unknown tool
   */
  readonly call: (
    name: string,
    given: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ) => Promise<CallToolResult>;
}

/** A tool as MCP lists it: the hints among its tags are its annotations. */
export function toMcpTool(tool: Schemas["Tool"]): Tool {
  const { slug, name, description, tags, input_parameters, output_parameters } = tool;
  // A hint that is absent has the protocol's default, which is the careful one: a tool may destroy, and reaches the world.
  const given = hints.filter((hint) => tags.includes(hint)).map((hint) => [hint, true]);
  return {
    name: slug,
    title: name,
    description,
    inputSchema: { ...input_parameters, type: "object" },
    outputSchema: { ...output_parameters, type: "object" },
    annotations: { title: name, ...Object.fromEntries(given) },
  };
}

const hints = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] as const;

/** The data of a tool as a result: structured, and as text for clients that know no structure. */
export function toMcpResult(data: Readonly<Record<string, unknown>>): CallToolResult {
  return {
    content: [{ type: "text", text: JSON.stringify(data) }],
    structuredContent: { ...data },
  };
}

/**
 * The data of an application's tool as a result. Bytes are content of their own kind, so that a model sees a picture and not its base64:
 * an image, a sound, or an embedded resource for any other type. Text and structure then have the type and the size.
 *
 * A small file is content like these, and of a large one there is a link.
 *
 * @param call.id names the bytes of this call: its log entry
 * @param call.file the file that is all of the answer
 * @param call.read the bytes of a file; undefined for a large one
 */
export async function toMcpToolResult(
  data: Readonly<Record<string, unknown>>,
  call: {
    readonly id: string;
    readonly file: FileResult | undefined;
    readonly read: (id: string) => Promise<Uint8Array | undefined>;
  },
): Promise<CallToolResult> {
  const { file } = call;
  if (file === undefined) {
    return withBytes(data, call.id);
  }
  const { content, ...about } = toMcpResult(data);
  const { id, name, mimetype: mimeType, url: uri } = file;
  const bytes = await call.read(id);
  const shown =
    bytes === undefined
      ? ({ type: "resource_link", uri, name, mimeType } as const)
      : toContent({ uri, content: Buffer.from(bytes).toString("base64"), mimetype: mimeType });
  return { ...about, content: [...content, shown] };
}

function withBytes(data: Readonly<Record<string, unknown>>, id: string): CallToolResult {
  const { content, encoding, mimetype, ...others } = data;
  const isBytes =
    encoding === "base64" && typeof content === "string" && typeof mimetype === "string";
  // An application may answer JSON with members of these names, and more.
  if (!isBytes || Object.keys(others).length > 0) {
    return toMcpResult(data);
  }
  const about = toMcpResult({ mimetype, size: Buffer.byteLength(content, "base64") });
  const uri = `result:${id}`;
  return { ...about, content: [...about.content, toContent({ uri, content, mimetype })] };
}

function toContent({
  uri,
  content: data,
  mimetype: mimeType,
}: {
  readonly uri: string;
  readonly content: string;
  readonly mimetype: string;
}): CallToolResult["content"][number] {
  switch (mimeType.split("/")[0]) {
    case "image":
      return { type: "image", data, mimeType };
    case "audio":
      return { type: "audio", data, mimeType };
    default:
      return { type: "resource", resource: { uri, mimeType, blob: data } };
  }
}

/** A failure as a result. */
export function toMcpFailure(text: string): CallToolResult {
  return { content: [{ type: "text", text }], isError: true };
}
