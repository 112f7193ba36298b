import type { Schemas } from "../../base/api-types.ts";
import { connectionHeaders } from "../../base/egress/connection-headers.ts";
import { EgressError } from "../../base/egress/egress-error.ts";
import { PlatformError } from "../../base/errors.ts";
import type { ToolkitDefinition } from "../toolkits/types/catalog-types.ts";
import { toPlatformError } from "./answers/no-answer.ts";
import { maximumTextBytes, type ParsedBody } from "./answers/read-body.ts";
import { findEnd, sendRequest } from "./answers/send-request.ts";
import type {
  ExecutionAccount,
  ExecutionContext,
  RequestParameter,
  StoredAnswer,
} from "./execution-types.ts";
import { fillBaseUrl } from "./requests/base-url.ts";
import { addCredentials } from "./requests/build-request.ts";
import { type Credentials, placeCredentials } from "./requests/credentials.ts";
import { mayReceiveSecrets } from "./requests/toolkit-hosts.ts";

/** A request that the caller composed, sent through an account. */
export interface ProxyRequest {
  readonly toolkit: ToolkitDefinition;
  readonly account: ExecutionAccount;
  /** Relative to the base URL, or absolute on a host of the toolkit. */
  readonly endpoint: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD";
  readonly body?: unknown;
  readonly parameters?: readonly RequestParameter[];
}

/** `ProxyResponse` of the document. */
export interface ProxyResponse {
  readonly data: unknown;
  /** The stored bytes of a successful answer. */
  readonly binary_data?: Schemas["ProxyBinaryData"];
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Builds a request with the account's credentials to the toolkit's server.
 *
 * @returns a function that sends it. Every response of the application is a result. Nothing is repeated.
 * @throws PlatformError `ToolExecution_EndpointNotAllowed`, `Validation_Failed` for headers that cannot be set,
 *   `ToolExecution_AccountNotActive`, `ToolExecution_AccountIncomplete`; the function `ToolExecution_NoAnswer`,
 *   `ToolExecution_TimedOut`
 */
export function buildProxyRequest(
  proxy: ProxyRequest,
  context: ExecutionContext,
): () => Promise<ProxyResponse> {
  const end = findEnd(context);
  const { toolkit, account, method, parameters = [] } = proxy;
  const baseUrl = fillBaseUrl(toolkit.server, { account });
  const url = buildEndpointUrl(proxy.endpoint, baseUrl, toolkit);
  const credentials = placeCredentials(account, toolkit.securitySchemes, []);
  assertParameters(parameters, credentials);
  const headers = new Headers({ accept: "application/json, */*;q=0.5", ...toolkit.server.headers });
  const body = encodeBody(proxy, headers);
  const request = addCredentials({ url, method, headers, body }, credentials, parameters);
  const rules = {
    isSafe: false,
    mayFollow: (target: URL) => mayReceiveSecrets(target, baseUrl, toolkit.server),
  };
  return async () => {
    const answer = await sendRequest(request, rules, context, end).catch((error: unknown) => {
      // The host name belongs to the toolkit. If egress refuses its address, no application can be reached there.
      throw error instanceof EgressError
        ? toPlatformError(error, { parameters: "body.parameters" })
        : error;
    });
    const shown = [...answer.headers].filter(([name]) => name !== "set-cookie");
    return {
      data: toProxiedData(answer.body),
      ...(answer.body.kind === "file" && { binary_data: toBinaryData(answer.body) }),
      status: answer.status,
      headers: Object.fromEntries(shown),
    };
  };
}

function buildEndpointUrl(
  endpoint: string,
  baseUrl: string,
  { server }: ToolkitDefinition,
): string {
  const isAbsolute = /^[a-z][a-z\d+.-]*:/i.test(endpoint);
  // Parsers read backslashes and control characters differently, and `//` begins another host.
  const isOdd = /[\\\s\p{Cc}]/u.test(endpoint) || endpoint.startsWith("//");
  const text = isAbsolute ? endpoint : `${baseUrl}/${endpoint.replace(/^\//, "")}`;
  if (isOdd || !URL.canParse(text)) {
    throw new PlatformError("ToolExecution_EndpointNotAllowed");
  }
  const url = new URL(text);
  const hasUser = url.username !== "" || url.password !== "";
  if (hasUser || !mayReceiveSecrets(url, baseUrl, server)) {
    throw new PlatformError("ToolExecution_EndpointNotAllowed");
  }
  url.hash = "";
  return url.href;
}

function assertParameters(parameters: readonly RequestParameter[], credentials: Credentials): void {
  const errors = parameters.flatMap(({ name, value, type }, index) => {
    const lower = name.toLowerCase();
    const isCredential =
      type === "query"
        ? credentials.query.has(name)
        : credentials.headers.has(lower) || (lower === "cookie" && credentials.cookies.size > 0);
    if (isCredential || (type === "header" && connectionHeaders.has(lower))) {
      return [`body.parameters[${index}].name: cannot be set`];
    }
    // Field names and values of HTTP (RFC 9110, sections 5.1 and 5.5).
    const isField = /^[!#$%&'*+.^_`|~\w-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
    return type === "header" && !isField ? [`body.parameters[${index}]: is not a header`] : [];
  });
  if (errors.length > 0) {
    throw new PlatformError("Validation_Failed", { errors });
  }
}

/** Encodes the body as JSON, unless it is a string with another content type. */
function encodeBody(
  { method, body, parameters = [] }: ProxyRequest,
  headers: Headers,
): string | null {
  if (body === undefined) {
    return null;
  }
  if (method === "GET" || method === "HEAD") {
    throw new PlatformError("Validation_Failed", {
      errors: [`body.body: not allowed with ${method}`],
    });
  }
  const own = parameters.find(
    ({ name, type }) => type === "header" && name.toLowerCase() === "content-type",
  );
  headers.set("content-type", "application/json");
  const isJson = own === undefined || /[/+]json\s*(?:;|$)/i.test(own.value);
  return typeof body === "string" && !isJson ? body : JSON.stringify(body);
}

function toBinaryData({ file, size }: StoredAnswer): Schemas["ProxyBinaryData"] {
  return { url: file.url, content_type: file.mimetype, size, expires_at: file.expires_at };
}

function toProxiedData(body: ParsedBody): unknown {
  switch (body.kind) {
    case "json":
      return body.value;
    case "text":
      return body.text;
    case "binary":
      // A failure of the application that is so long is not stored.
      return body.bytes.length > maximumTextBytes
        ? null
        : Buffer.from(body.bytes).toString("base64");
    case "file":
    case "empty":
    case "too-large":
      return null;
    default:
      return body satisfies never;
  }
}
