import type {
  MediaType,
  Model,
  Operation,
  Parameter,
  Response,
} from "../../document/model/model.ts";
import { escapeCodeSpan, fenceCode } from "../../text/code-span.ts";
import type { ClientOperationPlan } from "../client/plan.ts";
import { escapeMarkdown } from "../shared/escape/markdown.ts";
import { escapeMarkdownLine, escapeMarkdownText } from "../shared/escape/markdown-text.ts";
import { getMethodName } from "../shared/names/get-method-name.ts";
import type { ValuePlan } from "../shared/values/plan-values.ts";
import type { Pages } from "./pages.ts";
import { printClientSample } from "./samples/client-sample.ts";
import { printCurlSample } from "./samples/curl.ts";
import { chooseBodyExample } from "./samples/request-sample.ts";
import { listLine, writeSchemaLines } from "./schema-lines.ts";
import { describeSchema } from "./schema-text.ts";
import { maximumMembers } from "./site/schema-tree.ts";

/** The input of the pages of operations. */
export interface OperationPagesContext {
  readonly model: Model;
  readonly pages: Pages;
  /** The module from which samples import the client's functions. Without it, pages have no such samples. */
  readonly client?: string | undefined;
  /** What the client converts. */
  readonly values?: ValuePlan | undefined;
}

type View = Readonly<Record<string, unknown>>;

/**
 * The view of an operation's page.
 *
 * @param plan its names in the client; absent for a webhook, which the reader's server receives
 */
export function viewOperationPage(
  operation: Operation,
  plan: ClientOperationPlan | undefined,
  { model, pages, client, values }: OperationPagesContext,
): View {
  const { summary, description = "", deprecated, requestBody, responses } = operation;
  const seen = new Set<string>();
  const body = requestBody?.value;
  return {
    title: escapeMarkdown(summary ?? operation.name) || "Operation",
    line: writeOperationLine(operation),
    name: escapeCodeSpan(operation.operationId ?? operation.name),
    kind: plan === undefined ? "webhook" : "operation",
    deprecated,
    description: escapeMarkdownText(description),
    security: describeSecurity(operation),
    parameters: operation.parameters.map(({ value }) => writeParameterLine(value, pages)),
    body: body !== undefined && {
      required: body.required,
      description: escapeMarkdownLine(body.description ?? ""),
      contents: body.content.map((content) =>
        viewContent(content, pages, seen, "readOnly", plan === undefined),
      ),
    },
    curl: plan !== undefined && fenceCode("sh", printCurlSample(model, operation)),
    client:
      plan !== undefined &&
      client !== undefined &&
      fenceCode("ts", printClientSample(model, plan, client, values)),
    responses: [...responses].map(([status, { value }]) =>
      viewResponse(status, value, pages, seen),
    ),
    callbacks: operation.callbacks.flatMap(({ name, pathItems }) =>
      pathItems.flatMap(({ operations }) =>
        operations.map(
          (callback) =>
            `${escapeCodeSpan(name)}: ${writeOperationLine(callback)}${endSentence(callback.summary)}`,
        ),
      ),
    ),
  };
}

/** The method and the path in one code span. */
export function writeOperationLine(operation: Operation): string {
  return escapeCodeSpan(`${getMethodName(operation)} ${operation.path}`);
}

function endSentence(text: string | undefined): string {
  return text === undefined ? "" : `. ${escapeMarkdown(text)}`;
}

/** The security requirements: alternatives of schemes with their scopes. */
function describeSecurity({ security }: Operation): string {
  return security
    .map((schemes) =>
      schemes.size === 0
        ? "none"
        : [...schemes]
            .map(([name, scopes]) =>
              [
                escapeCodeSpan(name),
                ...(scopes.length === 0
                  ? []
                  : [`(${scopes.map((scope) => escapeCodeSpan(scope)).join(", ")})`]),
              ].join(" "),
            )
            .join(" and "),
    )
    .join(", or ");
}

function writeParameterLine(parameter: Parameter, pages: Pages): string {
  const { name, in: location, required, deprecated, description, schema } = parameter;
  const marks = [
    location,
    required ? "required" : "optional",
    deprecated ? "deprecated" : "",
    describeSchema(schema, pages),
  ];
  return listLine(name, marks, description ?? "");
}

/** A body: its media type, its schema, its members unless the page already lists them, and an example. */
function viewContent(
  mediaType: MediaType,
  pages: Pages,
  seen: Set<string>,
  leaveOut: "readOnly" | "writeOnly",
  isExampleShown: boolean,
): View {
  const { schema, itemSchema } = mediaType;
  const shown = schema ?? itemSchema;
  const key = shown?.ref?.name;
  const isNew = key === undefined || !seen.has(key);
  if (key !== undefined) {
    seen.add(key);
  }
  const example = isExampleShown ? chooseBodyExample(mediaType, leaveOut) : undefined;
  return {
    mediaType: escapeCodeSpan(mediaType.written ?? mediaType.mediaType),
    type: shown === undefined ? "" : describeSchema(shown, pages),
    members: shown === undefined || !isNew ? "" : writeSchemaLines(shown, pages, maximumMembers),
    example: example !== undefined && printExample(mediaType, example),
  };
}

function viewResponse(status: string, response: Response, pages: Pages, seen: Set<string>): View {
  const isError = /^[45]/.test(status) || status === "default";
  const names = response.content.flatMap(({ examples }) => [...examples.keys()]);
  const named = [...new Set(names)].filter((name) => name !== "default");
  return {
    status: escapeMarkdown(status) || "default",
    description: escapeMarkdownLine(response.description),
    headers: [...response.headers].map(([name, { value }]) =>
      listLine(name, [describeSchema(value.schema, pages)], value.description ?? ""),
    ),
    // When examples of errors have names, only the names are listed, because the errors all have the same form.
    errors: isError && named.length > 0 && named.map((name) => escapeCodeSpan(name)).join(", "),
    contents: response.content.map((content) =>
      viewContent(content, pages, seen, "writeOnly", !(isError && named.length > 0)),
    ),
  };
}

/** Longer examples are cut here. The document for download has them whole. */
const maximumExample = 100_000;

function printExample({ mediaType }: MediaType, example: unknown): string {
  const isText = typeof example === "string";
  const text = isText ? example : JSON.stringify(example, undefined, 2);
  const shown = text.length > maximumExample ? `${text.slice(0, maximumExample)}\n...` : text;
  return fenceCode(!isText && mediaType.includes("json") ? "json" : "", shown);
}
