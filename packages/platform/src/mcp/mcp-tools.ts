import type { CallToolResult, ListToolsResult, Tool } from "@modelcontextprotocol/sdk/types.js";
import type { Schemas } from "../api-types.ts";
import type { Counted } from "./report-progress.ts";

/** The tools of an endpoint. */
export interface McpTools {
  /** The name of the server, for people. */
  readonly name: string;
  /** Instructions for the model: how to use the tools together. */
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
    call: { readonly signal: AbortSignal; readonly onProgress: (counted: Counted) => void },
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

/** A failure as a result. */
export function toMcpFailure(text: string): CallToolResult {
  return { content: [{ type: "text", text }], isError: true };
}
