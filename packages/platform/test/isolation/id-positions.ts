import { resolveInRoot } from "../../../../scripts/support/paths.ts";
import { loadModel } from "../../../specwright/src/commands/load/load-model.ts";
import { followSchemaReferences } from "../../../specwright/src/document/model/behind-references.ts";
import type { Model, Operation, Schema } from "../../../specwright/src/document/model/model.ts";

/** A place of a request at which the document allows free text. */
export interface TextPosition {
  readonly operation: Operation;
  readonly in: "path" | "query" | "header" | "cookie" | "body" | "querystring";
  /** The name of the parameter; `body` for the body. */
  readonly name: string;
  /**
   * The path from the value to the text: member names, `[]` for an item, `*` for a member that the document does not
   * name.
   */
  readonly steps: readonly string[];
  readonly isRequired: boolean;
  readonly schema: Schema;
  /** Such as `createLink body.auth_config_id`. */
  readonly label: string;
}

/** The kind of resource that a string names, by the prefix of its id or by its field. */
export type IdKind =
  | "ac"
  | "ca"
  | "log"
  | "proj"
  | "key"
  | "lk"
  | "uuid"
  | "user"
  | "toolkit"
  | "tool"
  | "mcp"
  | "mcpInstance"
  | "trs"
  | "trh"
  | "ws"
  | "dlv"
  | "ti"
  | "file"
  | "trigger"
  | "search"
  | "state"
  | "idempotency key";

/** A text position that can name a resource of a project. */
export type IdPosition = TextPosition & { readonly kind: IdKind };

/** The operations of the document. */
export function findOperationNames(): readonly string[] {
  return readModel().operations.map(({ name }) => name);
}

/** Every position in the document's requests that accepts free text. */
export function findTextPositions(): readonly TextPosition[] {
  return readModel().operations.flatMap(findPositions);
}

/**
 * The kind of id at a position. Undefined when it cannot name a resource of a project (`notIds` says why). `unknown`
 * for a prefix that is not listed, so that a new kind of id fails the suite.
 */
export function classifyPosition({
  schema,
  name,
  steps,
  label,
}: TextPosition): IdKind | "unknown" | undefined {
  const member = steps.filter((step) => step !== "[]").at(-1) ?? name;
  const prefix = /^\^([a-z_]+)_\[/.exec(schema.pattern ?? "")?.[1];
  if (prefix !== undefined) {
    return byPrefix[prefix] ?? "unknown";
  }
  if (schema.format === "uuid") {
    return uuids[member] ?? "uuid";
  }
  if (/(?:^|_)(?:user_ids?|entity_id)$/.test(member)) {
    return "user";
  }
  if (schema.pattern === "^[a-z0-9][a-z0-9_-]{0,63}$") {
    return "toolkit";
  }
  if (schema.pattern === "^[A-Z0-9_]+$") {
    return "tool";
  }
  if (schema.pattern === "^[A-Za-z0-9_]+$") {
    return "trigger";
  }
  if (
    /(?:^|_)(?:uuid|nano_?id|id|ids)$/.test(member) &&
    !isCredential(steps) &&
    !isOfJsonRpc.test(label)
  ) {
    return "unknown";
  }
  return byName[member];
}

/** The number of a message. */
const isOfJsonRpc = /^call(?:SessionMcp|McpServer) body\.id$/;

/** Members of credentials, such as `client_id`, belong to the application. */
function isCredential(steps: readonly string[]): boolean {
  return ["val", "credentials", "mcp_sign_in"].some((name) => steps.includes(name));
}

/** Ids that are UUIDs, by the names of their positions. `id` is that of an MCP server. */
const uuids: Readonly<Record<string, IdKind>> = {
  id: "mcp",
  serverId: "mcp",
  server_id: "mcp",
  mcp_server_id: "mcp",
  instanceId: "mcpInstance",
};

const byPrefix: Readonly<Record<string, IdKind>> = {
  ac: "ac",
  ca: "ca",
  log: "log",
  proj: "proj",
  key: "key",
  lk: "lk",
  trs: "trs",
  trh: "trh",
  ws: "ws",
  dlv: "dlv",
  ti: "ti",
  req_file: "file",
};

const byName: Readonly<Record<string, IdKind>> = {
  "Idempotency-Key": "idempotency key",
  search: "search",
  state: "state",
  connectedAuthId: "ca",
  // An id, or an alias among the accounts of the session's user.
  account: "ca",
};

/** Texts that do not name a part of a project. */
export const notIds: readonly { readonly pattern: RegExp; readonly reason: string }[] = [
  {
    pattern: /\.\*$/,
    reason: "Members that the document does not name are ignored, or they are data.",
  },
  {
    pattern: / body\.alias$/,
    reason: "It names an account only among those of a user of the project.",
  },
  {
    pattern: /^openConsoleLink body\.token$/,
    reason: "A secret that stands for a key. It works once.",
  },
  { pattern: / body\.connection\.state\.val\./, reason: "Credentials of the application." },
  { pattern: /credentials\./, reason: "Credentials of the application." },
  {
    pattern: /[ .]mcp_sign_in\./,
    reason: "The caller's own application or provider, and its credentials.",
  },
  { pattern: /^updateAuthConfig body\.scopes/, reason: "Scopes of the application." },
  { pattern: /\.proxy_config\./, reason: "The address and the key of the caller's own proxy." },
  { pattern: /[ .]cursor$/, reason: "A page and a limit (docs/decisions.md §3)." },
  { pattern: /^(?:create|update)Session body\.expires_at$/, reason: "A time." },
  { pattern: /[ .]category$/, reason: "Categories are the deployment's." },
  {
    pattern: /^executeMetaTool body\.arguments\.(?:filename|mimetype|content|md5)$/,
    reason: "A file of the caller; files are found by their hash in the caller's project only.",
  },
  {
    pattern: /^executeMetaTool body\.arguments\.tool_slug$/,
    reason: "The tool that will take a file; slugs of tools are asked for at other places.",
  },
  {
    pattern: /^executeMetaTool body\.arguments\.tool_slugs\./,
    reason:
      "Similar slugs are suggested, also of toolkits that the matrix has imported before; slugs of tools are asked for at other places.",
  },
  {
    pattern:
      /^call(?:SessionMcp|McpServer) (?:header\.mcp-(?:protocol-version|method|name)|body\.(?:id|method))$/,
    reason: "The protocol's.",
  },
  {
    pattern: /^callMcpServer query\.sig$/,
    reason: "A signature, which is compared and never looked up.",
  },
  {
    pattern: /^executeMetaTool body\.arguments\.handle$/,
    reason:
      "A result belongs to its session. The suite of operations asks for one from another session, user and project.",
  },
  { pattern: /^executeMetaTool body\.arguments\.pointer$/, reason: "A place in a result." },
  { pattern: /^getMcpServer query\.key_variable$/, reason: "A name for the caller's own shell." },
  {
    pattern: /^executeMetaTool body\.arguments\.queries\./,
    reason: "A task in words; the tools that are found are searched for rows of others.",
  },
  {
    pattern: /^(?:create|update)Session body\..*tags\.(?:enabled?|disabled?|tags)\.\[\]$/,
    reason: "Tags are the toolkit's.",
  },
  { pattern: / query\.(?:tags|scopes)\.\[\]$/, reason: "They are the toolkit's." },
  { pattern: /\.(?:enabled_events\.\[\]|event_type)$/, reason: "A type of event." },
  { pattern: / body\.webhook_url$/, reason: "The address of the caller's receiver." },
  { pattern: /^replayEvents body\.(?:since|until)$/, reason: "A time." },
  {
    pattern: /^requestFileUpload body\.(?:filename|mimetype|md5)$/,
    reason:
      "The caller's own file. The suite of operations compares projects that have the same one.",
  },
  {
    pattern: /^receiveWebhook (?:path\.token|body)$/,
    reason:
      "A random token, which leads nowhere without a signature; e2e/suites/webhooks/ingress.ts sends as strangers do.",
  },
  { pattern: / query\.toolkits$/, reason: "Slugs of toolkits, and the servers are the project's." },
  { pattern: / body\.document$/, reason: "The text of an OpenAPI document." },
  { pattern: /Toolkit body\.base_url$/, reason: "The address of an application." },
  { pattern: /[ .]version$/, reason: "A version of a toolkit." },
  { pattern: /\.time_range\.(?:since|until)$/, reason: "A time." },
  {
    pattern: /(?:callback_url|redirect_ur[li])$/,
    reason: "An address that is sent to the browser.",
  },
  { pattern: / body\.custom_auth_params\./, reason: "What is sent to the application." },
  {
    pattern: /^proxyRequest body\.(?:endpoint|parameters)/,
    reason: "What is sent to the application.",
  },
  {
    pattern:
      /^complete(?:Toolkit|Imported)?Authorization query\.(?:code|iss|error|error_description|oauth_token|oauth_verifier)$/,
    reason: "What the authorization server says; it counts only beside a state.",
  },
  { pattern: /[ .](?:name|display_name|logo_url)$/, reason: "A name that is given." },
];

let model: Model | undefined;

function readModel(): Model {
  model ??= loadModel(resolveInRoot("spec/openapi.yaml"), { source: "spec/openapi.yaml" }).model;
  return model;
}

function findPositions(operation: Operation): readonly TextPosition[] {
  const found: TextPosition[] = [];
  const add = (place: Pick<TextPosition, "in" | "name" | "isRequired">, schema: Schema): void => {
    const walk = createWalk((steps, text, isRequired) => {
      const start = place.in === "body" ? "body" : `${place.in}.${place.name}`;
      const label = [`${operation.name} ${start}`, ...steps].join(".");
      if (found.some((each) => each.label === label)) {
        return;
      }
      found.push({ ...place, operation, steps, isRequired, schema: text, label });
    });
    walk(schema, [], place.isRequired);
  };
  for (const { value } of operation.parameters) {
    add({ in: value.in, name: value.name, isRequired: value.required }, value.schema);
  }
  for (const { schema } of operation.requestBody?.value.content ?? []) {
    if (schema !== undefined) {
      add({ in: "body", name: "body", isRequired: true }, schema);
    }
  }
  return found;
}

type Found = (steps: readonly string[], schema: Schema, isRequired: boolean) => void;

/** Visits every string below a schema. A schema that contains itself is visited once. */
function createWalk(found: Found) {
  const walk = (
    schema: Schema,
    steps: readonly string[],
    isRequired: boolean,
    above: ReadonlySet<Schema> = new Set(),
  ): void => {
    const target = followSchemaReferences(schema);
    if (target === undefined || above.has(target)) {
      return;
    }
    const inside = new Set(above).add(target);
    for (const each of [target.allOf, target.anyOf, target.oneOf].flatMap((list) => list ?? [])) {
      walk(each, steps, isRequired, inside);
    }
    for (const [name, property] of target.properties ?? []) {
      walk(property, [...steps, name], target.required?.includes(name) === true, inside);
    }
    if (target.items !== undefined) {
      walk(target.items, [...steps, "[]"], isRequired, inside);
    }
    const isText = target.types?.includes("string") === true;
    if (isText && target.enum === undefined && target.const === undefined) {
      found(steps, target, isRequired);
    }
    const isObject = target.types?.includes("object") === true || target.properties !== undefined;
    if (isObject && target.additionalProperties?.boolean !== false) {
      found([...steps, "*"], target.additionalProperties ?? target, false);
    }
  };
  return walk;
}
