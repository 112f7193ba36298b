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
import type { EgressBody } from "../../egress/egress-request.ts";
import { PlatformError } from "../../errors.ts";
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
  const placeArguments = (...places: Parameter["in"][]): Placed =>
    selectPlaced(tool, checked, places);
  const path = encode(tool, () => encodePath(tool.path, ...placeArguments("path")));
  const query = encode(tool, () => encodeQuery(...placeArguments("query", "querystring")));
  const fields = encode(tool, () => encodeHeaders(...placeArguments("header")));
  const cookies = encode(tool, () => encodeCookies(...placeArguments("cookie")));
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

type Placed = [ParameterDefinition[], Record<string, unknown>];

/** The parameters in these places that have a value, and their values by name. */
function selectPlaced(
  { operation }: ToolDefinition,
  checked: CheckedArguments,
  places: readonly Parameter["in"][],
): Placed {
  const definitions: ParameterDefinition[] = [];
  const values = new Map<string, unknown>();
  for (const [index, value] of checked.parameters) {
    const parameter = operation.parameters[index]?.value;
    if (parameter !== undefined && places.includes(parameter.in)) {
      definitions.push(toDefinition(parameter));
      values.set(parameter.name, value);
    }
  }
  return [definitions, Object.fromEntries(values)];
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
