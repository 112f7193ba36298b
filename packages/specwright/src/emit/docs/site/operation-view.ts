import type {
  Callback,
  MediaType,
  Model,
  Operation,
  Parameter,
  Response,
} from "../../../document/model/model.ts";
import { findSentSecurity } from "../../../document/model/sent-security.ts";
import { isObject } from "../../../json-object.ts";
import { chooseBodyExample } from "../samples/request-sample.ts";
import type { RenderMarkdown } from "./markdown-html.ts";
import { nameId, type SchemaTrees, type ValueView } from "./schema-tree.ts";

type View = Readonly<Record<string, unknown>>;

/** What the view of an operation needs. */
export interface OperationViewContext {
  readonly model: Model;
  readonly trees: SchemaTrees;
  readonly markdown: RenderMarkdown;
}

/** The bytes that the trees of one page may take together. */
const treeRoom = 56_000;

const places = [
  ["path", "Path parameters"],
  ["query", "Query parameters"],
  ["querystring", "Query"],
  ["header", "Headers"],
  ["cookie", "Cookies"],
] as const;

/** The text of an operation's page: parameters, body, responses and callbacks. */
export function viewOperation(
  operation: Operation,
  context: OperationViewContext,
  isWebhook: boolean,
): View {
  const { markdown } = context;
  const { requestBody, responses, parameters } = operation;
  const body = requestBody?.value;
  const trees =
    (body?.content.length ?? 0) +
    [...responses.values()].reduce((sum, { value }) => sum + value.content.length, 0);
  /** Schemas that the page shows already: errors usually have the same. */
  const shown = new Set<string>();
  const room = Math.max(4000, Math.floor(treeRoom / Math.max(1, trees)));
  return {
    description: markdown(operation.description, 2),
    security: viewSecurity(operation, context.model),
    parameters: places.flatMap(([place, title]) => {
      const found = parameters.filter(({ value }) => value.in === place);
      return found.length === 0
        ? []
        : [
            {
              title,
              members: context.trees.renderValues(
                found.map(({ value }) => viewParameter(value, context)),
              ),
            },
          ];
    }),
    body: body !== undefined && {
      title: isWebhook ? "Payload" : "Request body",
      required: body.required,
      description: markdown(body.description),
      contents: body.content.map((content, index) =>
        viewContent(
          content,
          context,
          isWebhook ? "writeOnly" : "readOnly",
          index === 0 ? "body." : `body-${index + 1}.`,
          Math.max(room, 24_000 / body.content.length),
        ),
      ),
    },
    responses: [...responses].map(([status, { value }]) =>
      viewResponse(status, value, context, room, shown),
    ),
    responsesTitle: isWebhook ? "Your response" : "Responses",
    callbacks: operation.callbacks.flatMap((callback) => viewCallback(callback, context)),
  };
}

/** The ways in, each with its schemes and their scopes. */
function viewSecurity(operation: Operation, model: Model): View | false {
  const ways = findSentSecurity(model, operation);
  return (
    ways.length > 0 && {
      ways: ways.map((way) => ({
        isNone: way.size === 0,
        schemes: [...way].map(([name, scopes]) => ({ name, id: `scheme.${nameId(name)}`, scopes })),
      })),
    }
  );
}

function viewParameter(parameter: Parameter, { trees }: OperationViewContext): ValueView {
  const { name, in: place, required, deprecated, description, schema, example } = parameter;
  const value = trees.viewValue(schema, description);
  const id = `${place}-${nameId(name)}`;
  return {
    ...value,
    label: name,
    id,
    required,
    deprecated: deprecated || value.deprecated === true,
    facts: [
      ...value.facts,
      ...toFact("Example", (schema.examples ?? []).length > 0 ? undefined : example),
      ...describeStyle(parameter),
    ],
    nested: trees.renderTree(schema, "readOnly", `${id}.`, 8000),
  };
}

/** How a list or an object is written, unless it is the usual way. */
function describeStyle({
  in: place,
  style,
  explode,
  schema,
  arrayFormat,
}: Parameter): ValueView["facts"] {
  const isList = schema.types?.includes("array") === true || schema.items !== undefined;
  if (arrayFormat !== undefined) {
    return toFact("Lists are written as", arrayFormat);
  }
  if (style === "deepObject") {
    return toFact("Written as", "name[member]=value");
  }
  return isList && place === "query" && !explode
    ? [{ words: "Several values are separated by commas", code: "", hasCode: false }]
    : [];
}

function toFact(words: string, value: unknown): ValueView["facts"] {
  const code = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return code === "" || code.length > 160 ? [] : [{ words, code, hasCode: true }];
}

function viewContent(
  mediaType: MediaType,
  { trees }: OperationViewContext,
  leaveOut: "readOnly" | "writeOnly",
  prefix: string,
  limit: number,
  shown = new Set<string>(),
): View {
  const schema = mediaType.schema ?? mediaType.itemSchema;
  const name = schema?.ref?.name;
  const isShown = name !== undefined && shown.has(name);
  shown.add(name ?? "");
  return {
    mediaType: mediaType.written ?? mediaType.mediaType,
    isStream: mediaType.schema === undefined && mediaType.itemSchema !== undefined,
    ...(schema === undefined
      ? { type: "", tree: "" }
      : {
          type: trees.renderType(schema),
          tree: isShown ? "" : trees.renderTree(schema, leaveOut, prefix, limit),
        }),
  };
}

function viewResponse(
  status: string,
  response: Response,
  context: OperationViewContext,
  room: number,
  shown: Set<string>,
): View {
  const id = `response-${nameId(status)}`;
  // A short description is the title of the response; a longer one stands inside.
  const isLine = /^[^\n`*_[\]<>#|]{0,140}$/.test(response.description.trim());
  return {
    status,
    id,
    kind: /^[1-5]/.exec(status)?.[0] ?? "other",
    isOpen: /^2/.test(status),
    text: isLine ? response.description : "",
    description: isLine ? "" : context.markdown(response.description),
    headers: context.trees.renderValues(
      [...response.headers].map(([name, { value }]) => ({
        ...context.trees.viewValue(value.schema, value.description),
        label: name,
        id: `${id}.header.${nameId(name)}`,
        required: false,
        deprecated: value.deprecated,
        nested: "",
      })),
    ),
    contents: response.content.map((content, index) =>
      viewContent(
        content,
        context,
        "writeOnly",
        index === 0 ? `${id}.` : `${id}-${index + 1}.`,
        room,
        shown,
      ),
    ),
  };
}

function viewCallback(
  { name, pathItems }: Callback,
  context: OperationViewContext,
): readonly View[] {
  return pathItems.flatMap(({ path, operations }) =>
    operations.map((operation) => ({
      name,
      id: `callback-${nameId(name)}`,
      method: operation.method.toUpperCase(),
      path,
      summary: operation.summary ?? "",
      description: context.markdown(operation.description),
      contents: (operation.requestBody?.value.content ?? []).map((content) =>
        viewContent(content, context, "writeOnly", `callback-${nameId(name)}.`, 12_000),
      ),
    })),
  );
}

/** An example of a body with its name. */
export interface NamedExample {
  readonly name: string;
  readonly text: string;
  readonly language: string;
}

/** The examples of a body: those of the document by name, otherwise a value that its schema allows. */
export function listShownExamples(
  content: readonly MediaType[],
  leaveOut: "readOnly" | "writeOnly",
): readonly NamedExample[] {
  const [mediaType] = content;
  if (mediaType === undefined) {
    return [];
  }
  const named = [...mediaType.examples];
  const language = mediaType.mediaType.includes("json") ? "json" : "";
  const print = (value: unknown): string =>
    typeof value === "string" && language !== "json"
      ? value
      : (JSON.stringify(value, undefined, 2) ?? "");
  if (named.length > 0) {
    return named.map(([name, value]) => ({
      name: name === "default" && named.length === 1 ? "" : name,
      text: print(value),
      language: isObject(value) || Array.isArray(value) ? "json" : language,
    }));
  }
  const made = chooseBodyExample(mediaType, leaveOut);
  return made === undefined ? [] : [{ name: "", text: print(made), language }];
}
