import {
  encodeCookies,
  encodeHeaders,
  encodePath,
  encodeQuery,
  joinQuery,
  type ParameterDefinition,
  ParameterError,
} from "@specwright/runtime/v1/parameters";
import type { Parameter } from "specwright";
import type { EgressBody } from "../../../base/egress/egress-request.ts";
import { PlatformError } from "../../../base/errors.ts";
import type { ToolDefinition } from "../../toolkits/types/tool-types.ts";
import type { CheckedArguments } from "../arguments/check-arguments.ts";
import type { RequestParameter } from "../execution-types.ts";
import type { Credentials } from "./credentials.ts";
import { encodeBody } from "./encode-body.ts";

/** A request in the form that egress expects. */
export interface BuiltRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: EgressBody | null;
}

/**
 * Builds the request of a tool. The runtime's encoder writes the parameters, as in the generated client. Then come
 * the credentials, and then the caller's additions, which replace fields of the same name.
 *
 * @throws PlatformError `ToolExecution_ArgumentsInvalid` for a value that its parameter's style cannot carry
 */
export function buildRequest(
  tool: ToolDefinition,
  checked: CheckedArguments,
  baseUrl: string,
  credentials: Credentials,
  added: readonly RequestParameter[],
): BuiltRequest {
  const { operation } = tool;
  const placed = placeArguments(tool, checked);
  const { path, query, fields, cookies } = encode(tool, () => ({
    path: encodePath(tool.path, ...toValues(placed.path)),
    query: encodeQuery(...toValues(placed.query)),
    fields: encodeHeaders(...toValues(placed.header)),
    cookies: encodeCookies(...toValues(placed.cookie)),
  }));
  const body = checked.body === undefined ? undefined : encodeBody(tool, checked.body.value);
  const headers = new Headers({
    accept: "application/json, */*;q=0.5",
    ...tool.toolkit.server.headers,
  });
  for (const [name, text] of fields) {
    headers.append(name, text);
  }
  if (body?.contentType !== undefined) {
    headers.set("content-type", body.contentType);
  }
  if (cookies !== undefined) {
    headers.set("cookie", cookies);
  }
  return addCredentials(
    {
      url: `${baseUrl}${joinQuery(path, query)}`,
      method: operation.method.toUpperCase(),
      headers,
      body: body?.body ?? null,
    },
    credentials,
    added,
  );
}

interface Placed {
  readonly definition: ParameterDefinition;
  readonly value: unknown;
}

/** The parameters that have a value, by their place. A whole query string is in the query, too. */
function placeArguments(
  { operation, rules: { file } }: ToolDefinition,
  checked: CheckedArguments,
): Record<Exclude<Parameter["in"], "querystring">, Placed[]> {
  const placed = { path: [], query: [], header: [], cookie: [] };
  for (const [index, value] of checked.parameters) {
    const parameter = operation.parameters[index]?.value;
    // The words for a file in the answer are ours, and the application does not know them.
    const isOurs = parameter?.name === file?.name || parameter?.name === file?.mimetype;
    if (parameter !== undefined && !isOurs) {
      const list: Placed[] = placed[parameter.in === "querystring" ? "query" : parameter.in];
      list.push({ definition: toDefinition(parameter), value });
    }
  }
  return placed;
}

/** The definitions of parameters, and their values by name. */
function toValues(placed: readonly Placed[]): [ParameterDefinition[], Record<string, unknown>] {
  return [
    placed.map(({ definition }) => definition),
    Object.fromEntries(placed.map(({ definition, value }) => [definition.name, value])),
  ];
}

/**
 * Adds credentials to a request that was just made, and then the caller's additions, which replace fields of the same
 * name.
 */
export function addCredentials(
  request: BuiltRequest,
  credentials: Credentials,
  added: readonly RequestParameter[],
): BuiltRequest {
  const { headers } = request;
  for (const [name, value] of credentials.headers) {
    setHeader(headers, name, value, () => new PlatformError("ToolExecution_AccountNotActive"));
  }
  const cookies = [...credentials.cookies].map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  );
  if (cookies.length > 0) {
    const known = headers.get("cookie");
    headers.set("cookie", [...(known === null ? [] : [known]), ...cookies].join("; "));
  }
  const query = new Map(credentials.query);
  for (const { name, value, type } of added) {
    if (type === "query") {
      query.set(name, value);
    } else {
      setHeader(headers, name, value, () => {
        const errors = [`body: the header ${JSON.stringify(name)} cannot be sent`];
        return new PlatformError("Validation_Failed", { errors });
      });
    }
  }
  return { ...request, url: withQuery(request.url, query) };
}

/** Headers cannot contain line breaks or characters beyond Latin-1. The error must not repeat the value. */
function setHeader(
  headers: Headers,
  name: string,
  value: string,
  createError: () => PlatformError,
): void {
  try {
    headers.set(name, value);
  } catch {
    // `Headers` does not throw for other reasons.
    throw createError();
  }
}

/** Sets query parameters. Other parameters stay exactly as they are written, since some servers sign them. */
function withQuery(url: string, added: ReadonlyMap<string, string>): string {
  if (added.size === 0) {
    return url;
  }
  const [address = "", query = ""] = url.split("?", 2);
  const kept = query.split("&").filter((pair) => {
    const name = pair.split("=")[0] ?? "";
    return pair !== "" && !added.has(new URLSearchParams(name).keys().next().value ?? "");
  });
  const definitions = [...added.keys()].map((name) => ({ name, in: "query" as const }));
  const own = encodeQuery(definitions, Object.fromEntries(added));
  return `${address}?${[...kept, own].join("&")}`;
}

function toDefinition(parameter: Parameter): ParameterDefinition {
  const { name, style, explode, allowReserved, contentType } = parameter;
  return {
    name,
    in: parameter.in,
    style,
    explode,
    allowReserved,
    ...(contentType === undefined ? {} : { contentType }),
  };
}

/** Runs an encoder. Its error uses the caller's name for the value. */
function encode<T>(tool: ToolDefinition, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof ParameterError)) {
      throw error;
    }
    const { parameter: name, reason } = error;
    const input = tool.inputs.find(
      ({ target }) =>
        target.kind === "parameter" && tool.operation.parameters[target.index]?.value.name === name,
    );
    throw new PlatformError("ToolExecution_ArgumentsInvalid", {
      errors: [`body.arguments.${input?.name ?? name}: ${reason}`],
    });
  }
}
