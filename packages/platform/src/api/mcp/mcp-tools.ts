import type { CallToolResult, ListToolsResult, Tool } from "@modelcontextprotocol/sdk/types.js";
import { compactSchema } from "../../applications/toolkits/strict-schema/compact-schema.ts";
import type { Schemas } from "../../base/api-types.ts";
import { cutText } from "../../base/sharing/cut-text.ts";
import { openOutputSchema } from "./output-schemas.ts";
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
   * @param takesAnyJson see `call`
   * @throws McpRefusal for a cursor that no page had
   */
  readonly list: (
    cursor: string | undefined,
    takesAnyJson?: boolean,
  ) => ListToolsResult | Promise<ListToolsResult>;
  /**
   * Executes a tool. Its failure is a result with `isError`, which the model reads.
   *
   * @throws McpRefusal for an unknown tool; ConnectionNeeded
   */
  readonly call: (
    name: string,
    given: Readonly<Record<string, unknown>>,
    call: {
      readonly signal: AbortSignal;
      readonly onProgress: (counted: Counted) => void;
      /** True when the client shows links to its user, and then makes the call again. */
      readonly showsLinks?: boolean;
      /** True when the client reads all of JSON Schema 2020-12, and takes any JSON value as structured content. */
      readonly takesAnyJson?: boolean;
    },
  ) => Promise<CallToolResult>;
}

/** What is wrong with a cursor that no page had. */
export const wrongCursor =
  "The cursor is not one of this list. Send `nextCursor` of the page before, or no cursor for the first page.";

/** Bytes of the arguments' schema of one tool. An agent gets the lists of all its servers with each task. */
export const largestInput = 8_000;

/** Characters of a tool's description. */
const longestDescription = 1_000;

/**
 * A tool as MCP lists it: the hints among its tags are its annotations. Notes replace what its schemas have no room for.
 *
 * @param own schemas in place of those of the record
 */
export function toMcpTool(
  tool: Schemas["Tool"],
  own: {
    readonly input?: Readonly<Record<string, unknown>> | undefined;
    readonly output?: Tool["outputSchema"] | undefined;
  } = {},
): Tool {
  const { slug, name, description, tags, input_parameters, output_parameters } = tool;
  // A hint that is absent has the protocol's default, which is the careful one: a tool may destroy, and reaches the world.
  const given = hints.filter((hint) => tags.includes(hint)).map((hint) => [hint, true]);
  const about = { slug, member: "input_parameters", room: largestInput } as const;
  const outputSchema = own.output ?? openOutputSchema(output_parameters);
  return {
    name: slug,
    title: name,
    description: cutText(description, longestDescription),
    inputSchema: { ...(own.input ?? compactSchema(input_parameters, about)), type: "object" },
    ...(outputSchema !== undefined && { outputSchema }),
    annotations: { title: name, ...Object.fromEntries(given) },
  };
}

const hints = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] as const;

/** Characters of a failure. In JSON, a control character takes six bytes. */
const longestFailure = 600_000;

/**
 * The data of a tool as a result. `toResultsForm` adds the text.
 *
 * @param data an object, or any JSON value for a client that takes one
 */
export function toMcpResult(
  data: unknown,
  content: CallToolResult["content"] = [],
): CallToolResult {
  // The type is that of the first versions of the protocol, in which all results were objects.
  return { content, structuredContent: data as Record<string, unknown> };
}

/** A failure as a result. */
export function toMcpFailure(text: string): CallToolResult {
  return { content: [{ type: "text", text: cutText(text, longestFailure) }], isError: true };
}
