import type { CallToolResult, ListToolsResult, Tool } from "@modelcontextprotocol/sdk/types.js";
import type { Schemas } from "../api-types.ts";

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
 * @param id names the bytes of this call: its log entry
 */
export function toMcpToolResult(
  data: Readonly<Record<string, unknown>>,
  id: string,
): CallToolResult {
  const { content, encoding, mimetype, ...others } = data;
  const isBytes =
    encoding === "base64" && typeof content === "string" && typeof mimetype === "string";
  // An application may answer JSON with members of these names, and more.
  if (!isBytes || Object.keys(others).length > 0) {
    return toMcpResult(data);
  }
  const about = toMcpResult({ mimetype, size: Buffer.byteLength(content, "base64") });
  return { ...about, content: [...about.content, toContent({ id, content, mimetype })] };
}

function toContent({
  id,
  content: data,
  mimetype: mimeType,
}: {
  readonly id: string;
  readonly content: string;
  readonly mimetype: string;
}): CallToolResult["content"][number] {
  switch (mimeType.split("/")[0]) {
    case "image":
      return { type: "image", data, mimeType };
    case "audio":
      return { type: "audio", data, mimeType };
    default:
      return { type: "resource", resource: { uri: `result:${id}`, mimeType, blob: data } };
  }
}

/** A failure as a result. */
export function toMcpFailure(text: string): CallToolResult {
  return { content: [{ type: "text", text }], isError: true };
}
