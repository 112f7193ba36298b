import { isObject, type OpenApiDocument } from "../../../../scripts/support/document.ts";
import type { OperationPlace } from "../../../../scripts/support/operations.ts";
import {
  findFirstExample,
  getContent,
  listParameters,
} from "../../../../scripts/support/operations.ts";
import { findNeededScheme } from "../../../../test/support/example-request.ts";
import { writePlainHead } from "../../src/applications/toolkits/testing/write-plain-head.ts";
import type { IdPosition } from "./id-positions.ts";
import { type Ids, takenName } from "./seed-project.ts";

/** A request that has not been sent; its parts can be replaced. */
export interface Draft {
  readonly place: OperationPlace;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly mediaType: string | undefined;
  readonly scheme: string | undefined;
}

/** One string, or several when the position is an item of a list. */
type Value = string | readonly string[];

/** Builds a request from the examples of an operation, and replaces every id in them with one of these. */
export function draftRequest(
  document: OpenApiDocument,
  place: OperationPlace,
  positions: readonly IdPosition[],
  ids: Ids,
): Draft {
  const required = listParameters(document, place).filter((parameter) => parameter.required);
  const collectValuesIn = (location: string): Record<string, string> =>
    Object.fromEntries(
      required
        .filter((parameter) => parameter.in === location)
        .map(({ name, example }) => [name, String(example)]),
    );
  const [entry] = Object.entries(getContent(document, place.operation.requestBody));
  const example = entry && findFirstExample(document, entry[1]);
  const draft: Draft = {
    place,
    path: collectValuesIn("path"),
    query: { ...collectValuesIn("query"), ...queries[place.operation.operationId] },
    headers: {},
    body: bodies[place.operation.operationId] ?? example,
    mediaType: entry?.[0],
    // A signed URL needs no key, but the matrix needs calls with the keys of several projects.
    scheme:
      place.operation.operationId === "callMcpServer"
        ? "ProjectKey"
        : findNeededScheme(document, place),
  };
  const present = positions.filter((position) => hasValue(draft, position));
  return present.reduce(
    (filled, position) => withValue(filled, position, chooseOwnValue(position, ids)),
    draft,
  );
}

/** Optional parameters. Without them the operation answers every request alike. */
const queries: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  callMcpServer: { connected_account_id: "" },
};

/** Bodies that reach further into the suite's application than the document's examples do. */
const bodies: Readonly<Record<string, unknown>> = {
  // Has no operations, so it creates no tools that could be compared with those of other projects.
  importToolkit: { slug: "", document: writePlainHead("empty") },
  createMcpServer: { name: takenName, auth_config_ids: [""] },
  createCustomMcpServer: { name: takenName, toolkits: [""], auth_config_ids: [""] },
  updateMcpServer: { auth_config_ids: [""] },
  generateMcpUrls: { mcp_server_id: "", user_ids: [""], connected_account_ids: [""] },
  createMcpInstance: { user_id: "" },
  createSession: {
    user_id: "",
    toolkits: { enabled: [""] },
    connected_accounts: { acme: "" },
    auth_configs: { acme: "" },
  },
  executeMetaTool: {
    slug: "PLATFORM_MULTI_EXECUTE_TOOL",
    arguments: { tools: [{ tool_slug: "", arguments: { title: "a" } }] },
  },
  callMcpServer: {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "ACME_CREATE_THING", arguments: { title: "a" } },
  },
  upsertTrigger: { connected_account_id: "", trigger_config: {} },
  executeSessionTool: { tool_slug: "", arguments: { title: "a" } },
  executeTool: { connected_account_id: "", version: "latest", arguments: { title: "a" } },
  proxyRequest: { connected_account_id: "", endpoint: "/thing", method: "GET" },
  createConnectedAccount: {
    auth_config: { id: "" },
    connection: {
      user_id: "",
      state: { authScheme: "API_KEY", val: { status: "ACTIVE", generic_api_key: "k" } },
    },
    validate_credentials: false,
  },
  refreshConnectedAccount: {},
  listToolExecutionLogs: {},
};

/** The value for a position from the project's own ids. Toolkits of the deployment belong to every project. */
function chooseOwnValue(position: IdPosition, ids: Ids): string {
  if (position.kind === "toolkit") {
    return "acme";
  }
  if (position.kind === "tool") {
    return "ACME_CREATE_THING";
  }
  if (position.kind === "trigger") {
    return "ACME_THING_LISTED";
  }
  return position.kind === "uuid" || position.kind === "idempotency key"
    ? ids.uuidOfConfig
    : ids[position.kind];
}

/** The draft with this text at a position, replacing the previous text if any. */
export function withValue(draft: Draft, position: IdPosition, value: Value): Draft {
  const { name } = position;
  const steps = nameMembers(position.steps);
  const text = typeof value === "string" ? value : value.join(",");
  switch (position.in) {
    case "path":
      return { ...draft, path: { ...draft.path, [name]: text } };
    case "query":
      return { ...draft, query: { ...withoutOther(draft.query, name), [name]: text } };
    case "header":
      return { ...draft, headers: { ...draft.headers, [name.toLowerCase()]: text } };
    default:
      return { ...draft, body: setIn(replaceMetaTool(draft.body, steps), steps, value) };
  }
}

/** An MCP server is called either for a user or with an account. */
function withoutOther(query: Draft["query"], name: string): Draft["query"] {
  const { connected_account_id: account, ...others } = query;
  return name === "user_id" || account === undefined ? others : query;
}

/** If the draft calls another meta tool, use the meta tool that has this argument. */
function replaceMetaTool(body: unknown, [first, second = ""]: readonly string[]): unknown {
  const slug = first === "arguments" && isObject(body) && "slug" in body && metaTools[second];
  return slug && isObject(body) && body.slug !== slug ? { slug } : body;
}

const metaTools: Readonly<Record<string, string>> = {
  toolkits: "PLATFORM_MANAGE_CONNECTIONS",
};

/** Members that the document does not name (`*`) get the slug of a toolkit as their name. */
function nameMembers(steps: readonly string[]): readonly string[] {
  return steps.map((step) => (step === "*" ? "acme" : step));
}

/** The draft without the text at a position, unless it is required. */
export function withoutValue(draft: Draft, position: IdPosition): Draft {
  if (position.isRequired || position.in === "path" || position.in === "header") {
    return draft;
  }
  if (position.in === "query") {
    const { [position.name]: _, ...query } = draft.query;
    return { ...draft, query };
  }
  return { ...draft, body: removeIn(draft.body, nameMembers(position.steps)) };
}

/** The request, with the key of a caller. */
export function toRequest(draft: Draft, baseUrl: string, key: string | undefined): Request {
  const { place, query, body, mediaType } = draft;
  const path = place.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(draft.path[name] ?? ""),
  );
  // Lists are joined by commas (style form, explode false).
  const pairs = Object.entries(query).map(
    ([name, value]) => `${name}=${value.split(",").map(encodeURIComponent).join(",")}`,
  );
  const search = pairs.length === 0 ? "" : `?${pairs.join("&")}`;
  const sent = mediaType?.includes("urlencoded") ? encodeDraftForm(body) : JSON.stringify(body);
  return new Request(`${baseUrl}${path}${search}`, {
    method: place.method.toUpperCase(),
    redirect: "manual",
    headers: {
      accept: "application/json, text/plain;q=0.9, text/html;q=0.8",
      ...draft.headers,
      ...(mediaType && { "content-type": mediaType }),
      ...(key !== undefined && { "x-api-key": key }),
    },
    ...(mediaType && sent !== undefined && { body: sent.toString() }),
  });
}

function encodeDraftForm(body: unknown): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(Object(body))) {
    form.append(name, String(value));
  }
  return form;
}

function hasValue(draft: Draft, { in: location, name, ...position }: IdPosition): boolean {
  if (location === "path") {
    return name in draft.path;
  }
  if (location === "query") {
    return name in draft.query;
  }
  if (location === "header") {
    return false;
  }
  let value = draft.body;
  for (const step of nameMembers(position.steps)) {
    if (step === "[]") {
      return Array.isArray(value) && value.length > 0;
    }
    if (!isObject(value) || !(step in value)) {
      return false;
    }
    value = value[step];
  }
  return true;
}

function setIn(target: unknown, [step, ...rest]: readonly string[], value: Value): unknown {
  if (step === undefined) {
    return value;
  }
  if (step === "[]") {
    // Several values fill the list. A value inside an item goes into a single item.
    const values = typeof value === "string" ? [value] : value;
    return values.map((each) => setIn(Array.isArray(target) ? target[0] : undefined, rest, each));
  }
  const object = isObject(target) ? target : {};
  return { ...object, [step]: setIn(object[step], rest, value) };
}

function removeIn(target: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === "[]") {
    return Array.isArray(target) ? target.map((each) => removeIn(each, rest)) : target;
  }
  if (step === undefined || !isObject(target) || !(step in target)) {
    return target;
  }
  const { [step]: inner, ...others } = target;
  // A list of such texts goes as a whole, and a member of its items from each of them.
  if (rest.length === 0 || (rest.length === 1 && rest[0] === "[]")) {
    return others;
  }
  return { ...others, [step]: removeIn(inner, rest) };
}
