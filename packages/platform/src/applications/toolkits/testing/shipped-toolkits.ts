import { checkArguments } from "../../execution/arguments/check-arguments.ts";
import { buildRequest } from "../../execution/requests/build-request.ts";
import { noCredentials } from "../../execution/requests/credentials.ts";
import { loadToolkits } from "../load-toolkits.ts";
import type { ToolkitCatalog } from "../types/catalog-types.ts";
import type { ToolDefinition } from "../types/tool-types.ts";
import { createCatalog } from "./create-catalog.ts";

type Request = ReturnType<typeof buildRequest>;

const loaded: ReturnType<typeof loadToolkits> = loadToolkits();

/** Problems in the documents of the toolkits that the platform ships. */
export const problems: ReturnType<typeof loadToolkits>["problems"] = loaded.problems;

/** These toolkits. */
export const catalog: ToolkitCatalog = await createCatalog({
  documents: loaded.documents,
  baseUrl: "https://platform.example.com",
  listManagedModes: (slug) => (slug === "github" ? ["OAUTH2"] : []),
});

/** All shipped toolkits, in the order of their slugs. */
export const toolkits: ReturnType<ToolkitCatalog["getToolkit"]>[] = loaded.documents.map(
  ({ format }) => catalog.getToolkit(format.slug),
);

/** The tools of all shipped toolkits. */
export const tools: ToolDefinition[] = await Promise.all(
  toolkits.flatMap((toolkit) => [...toolkit.tools.keys()]).map((slug) => catalog.getTool(slug)),
);

/** One of them. */
export function getShippedTool(slug: string): ToolDefinition {
  const tool = tools.find((each) => each.slug === slug);
  if (tool === undefined) {
    throw new Error(`No shipped toolkit has the tool ${slug}.`);
  }
  return tool;
}

/** The keywords of strict schemas that samples and checks use. */
export interface StrictNode {
  readonly anyOf?: readonly StrictNode[];
  readonly type?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly minimum?: number;
  readonly minItems?: number;
  readonly format?: string;
  readonly pattern?: string;
  readonly items?: StrictNode;
  readonly properties?: Readonly<Record<string, StrictNode>>;
  readonly required?: readonly string[];
}

/** Makes a small value that a strict schema accepts. */
function makeSample(schema: StrictNode = {}): unknown {
  if (schema.anyOf !== undefined) {
    return makeSample(schema.anyOf[0]);
  }
  if (schema.default !== undefined) {
    return schema.default;
  }
  if (schema.enum !== undefined) {
    return schema.enum[0];
  }
  switch (schema.type) {
    case "integer":
    case "number":
      return schema.minimum ?? 1;
    case "boolean":
      return true;
    case "array":
      return Array.from({ length: schema.minItems ?? 1 }, () => makeSample(schema.items));
    case "object":
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, makeSample(schema.properties?.[name])]),
      );
    default:
      if (schema.format === "date-time") {
        return "2026-02-06T12:00:00Z";
      }
      if (schema.format === "date") {
        return "2026-02-06";
      }
      if (schema.format === "uri") {
        return "https://hooks.example.com/";
      }
      return schema.pattern === "^[a-z]{3}$" ? "eur" : "abc";
  }
}

/** Members of which an argument needs at least one. `required` cannot express that. */
const alternatives: Readonly<Record<string, object>> = {
  SLACK_SEND_MESSAGE: { text: "Hello" },
  SLACK_UPDATE_MESSAGE: { text: "Hello" },
  NOTION_CREATE_PAGE: { parent: { page_id: "p" } },
  NOTION_CREATE_COMMENT: { discussion_id: "d" },
  STRIPE_CREATE_INVOICE_ITEM: { price: "p" },
  STRIPE_CREATE_REFUND: { payment_intent: "pi_1" },
  GOOGLECALENDAR_CREATE_EVENT: { start: { date: "2026-02-06" }, end: { date: "2026-02-07" } },
};

/** Builds the request of a tool with sample arguments. */
export function buildSampleRequest(tool: ToolDefinition): Request {
  // Strict schemas are objects with properties, as the test of the documents checks.
  const sample = makeSample(tool.record.input_parameters) as object;
  return buildFor(tool.slug, { ...sample, ...alternatives[tool.slug] });
}

/** Builds the request of a tool with these arguments. */
export function buildFor(slug: string, values: object): Request {
  const tool = getShippedTool(slug);
  const checked = checkArguments(tool, { ...values });
  return buildRequest(tool, checked, tool.toolkit.server.url, noCredentials, []);
}
