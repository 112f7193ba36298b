import type { CallToolResult, Tool } from "@modelcontextprotocol/sdk/types.js";

/** How an endpoint writes results (`McpResults` of the document). */
export type ResultsForm = "structured" | "text";

const note =
  "The result is in the structured content. A client that shows only text needs ?results=text in the URL of this server.";

/** The versions of the protocol in which results have no structured content. */
const textOnly: ReadonlySet<string> = new Set(["2025-03-26"]);

/**
 * The form of the results for a client.
 *
 * @param asked the query parameter `results`
 * @param version the header `mcp-protocol-version`. Without it, the protocol assumes 2025-03-26
 */
export function chooseResultsForm(asked: ResultsForm, version = "2025-03-26"): ResultsForm {
  return textOnly.has(version) ? "text" : asked;
}

/**
 * A result in the form that its client reads. Nothing is there twice: the text has what the structured content does not, and
 * without structured content it has everything.
 */
export function toResultsForm(result: CallToolResult, form: ResultsForm): CallToolResult {
  const { structuredContent, content, ...others } = result;
  if (structuredContent === undefined) {
    return result;
  }
  return form === "structured"
    ? { ...result, content: [{ type: "text", text: note }, ...content] }
    : {
        ...others,
        content: [{ type: "text", text: JSON.stringify(structuredContent) }, ...content],
      };
}

/** A listed tool for a client of this form: without structured content, a tool has no output schema. */
export function toListedForm(tool: Tool, form: ResultsForm): Tool {
  const { outputSchema: _, ...others } = tool;
  return form === "structured" ? tool : others;
}
