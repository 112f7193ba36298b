import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import { buildFullInputSchema } from "../../applications/toolkits/build/full-input-schema.ts";
import { findWrapping } from "../../applications/toolkits/build/output-schema.ts";
import type { ToolDefinition, Wrapping } from "../../applications/toolkits/types/tool-types.ts";
import type { Schemas } from "../../base/api-types.ts";
import { countJsonBytes, takeFitting } from "../../base/sharing/fit-answer.ts";
import { largestInput, toMcpTool } from "./mcp-tools.ts";
import { openOutputSchema, unwrapOutputSchema } from "./output-schemas.ts";

// Tools of applications for clients that read all of JSON Schema 2020-12, and take any JSON value as a result.

/**
 * The first of these tools that fit into a page. A tool has the whole schema of its arguments, or that of older clients if the whole one is too
 * large.
 *
 * @param room bytes of JSON
 */
export async function describeWholeTools(
  records: readonly Schemas["Tool"][],
  findTool: (slug: string) => Promise<ToolDefinition | undefined>,
  room: number,
): Promise<Tool[]> {
  const tools: Tool[] = [];
  let left = room;
  for (const record of records) {
    const tool = await findTool(record.slug);
    const own = tool && {
      input: buildFullInputSchema(tool, largestInput),
      output: describeWholeResult(tool),
    };
    const described = toMcpTool(record, own);
    tools.push(described);
    left -= countJsonBytes(described);
    if (left < 0) {
      break;
    }
  }
  return takeFitting(tools, room);
}

/** The listed schema of a tool's result, which may be a list or a single value; undefined when it is not described. */
export function describeWholeResult(tool: ToolDefinition): Tool["outputSchema"] | undefined {
  const schema = openOutputSchema(tool.record.output_parameters);
  const wrapping = findWrapping(tool);
  return schema && wrapping ? unwrapOutputSchema(schema, wrapping) : schema;
}

/**
 * The result itself, where older clients get an object around it. If the document describes something else, such as an object where the
 * application answers a list, the object stays, because it fits the listed schema.
 *
 * @param wrapping the member of the data that is the result
 */
export function unwrapResult(
  tool: ToolDefinition,
  data: Readonly<Record<string, unknown>>,
  wrapping: Wrapping | undefined,
): unknown {
  const isListed = openOutputSchema(tool.record.output_parameters) !== undefined;
  return wrapping !== undefined && (!isListed || findWrapping(tool) === wrapping)
    ? data[wrapping]
    : data;
}
