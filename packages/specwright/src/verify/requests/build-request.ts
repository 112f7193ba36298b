import {
  encodeBracketQuery,
  encodeCookies,
  encodeHeaders,
  encodePath,
  joinQuery,
  type ParameterLocation,
} from "@specwright/runtime/v1/parameters";
import type { Model, Parameter } from "../../document/model/model.ts";
import { buildSentPath } from "../../document/model/path-key.ts";
import { getMethodName } from "../../emit/shared/names/get-method-name.ts";
import type { Case } from "../case.ts";
import { chooseWay, makeWrongSecrets, placeCredentials, type Secrets } from "./credentials.ts";
import { encodeBody } from "./encode-body.ts";

/** A request, ready to be sent. */
export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | Uint8Array<ArrayBuffer> | FormData | undefined;
}

/** The tested server, and the credentials for it. */
export interface Target {
  readonly model: Model;
  /** Without a slash at its end. */
  readonly url: string;
  readonly secrets: Secrets;
  /** Sent with every request. */
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/**
 * Encodes a case as the document describes it.
 *
 * @throws ParameterError when the style of a parameter cannot represent its value, or a path parameter is missing.
 */
export function buildRequest(sent: Case, { model, url, secrets, headers }: Target): HttpRequest {
  const { operation, parameters, credentials = "given" } = sent;
  const definitions = [...parameters.keys()];
  const selectParametersAt = (...locations: readonly ParameterLocation[]): readonly Parameter[] =>
    definitions.filter((parameter) => locations.includes(parameter.in));
  const collectValues = (list: readonly Parameter[]): Readonly<Record<string, unknown>> =>
    Object.fromEntries(list.map((parameter) => [parameter.name, parameters.get(parameter)]));
  const [inPath, inQuery, inHeader, inCookie] = [
    selectParametersAt("path"),
    selectParametersAt("query", "querystring"),
    selectParametersAt("header"),
    selectParametersAt("cookie"),
  ];
  const known = credentials === "wrong" ? makeWrongSecrets(secrets) : secrets;
  const way = credentials === "none" ? undefined : chooseWay(model, operation, known);
  const placed = placeCredentials(model, way, known);
  const path = sent.path ?? encodePath(buildSentPath(operation), inPath, collectValues(inPath));
  const query = [
    encodeBracketQuery(inQuery, collectValues(inQuery)),
    ...placed.query.map((pair) => pair.map(encodeURIComponent).join("=")),
  ].filter((part) => part !== "");
  const cookies = [
    encodeCookies(inCookie, collectValues(inCookie)),
    ...placed.cookies.map((pair) => pair.join("=")),
  ].filter((part) => part !== undefined);
  const body = sent.body === undefined ? undefined : encodeBody(sent.body);
  return {
    method: sent.method ?? getMethodName(operation),
    url: url + joinQuery(path, query.join("&")),
    headers: [
      ...headers,
      ...placed.headers,
      ...encodeHeaders(inHeader, collectValues(inHeader)),
      ...(cookies.length === 0 ? [] : [["cookie", cookies.join("; ")] as const]),
      ...(body?.contentType === undefined ? [] : [["content-type", body.contentType] as const]),
    ],
    body: body?.content,
  };
}
