import {
  encodeCookies,
  encodeHeaders,
  encodePath,
  encodeQuery,
  joinQuery,
} from "@specwright/runtime/v1/parameters";
import { isObject } from "../../json-object.ts";
import type { Model, Operation, Parameter, SecurityScheme } from "../../model/model.ts";
import { buildSentPath } from "../../model/path-key.ts";
import { classifyMediaType } from "../bodies/media-kind.ts";
import { listMultipartParts } from "../bodies/multipart-parts.ts";
import { getMethodName } from "../names/get-method-name.ts";
import { repeatsItemsWithCommas } from "../parameters/encoded-commas.ts";
import { type BodySample, buildSampleAddress, chooseRequestSample } from "./request-sample.ts";

/**
 * The curl command that sends an operation's sample. It can be pasted into a POSIX shell: texts of the document are in
 * single quotes, and secrets come from environment variables.
 */
export function printCurlSample(model: Model, operation: Operation): string {
  const { parameters, body } = chooseRequestSample(operation);
  const definitions = parameters.map(({ parameter }) => toEncoderDefinition(parameter));
  const collectSampleValues = (location: Parameter["in"]): Record<string, unknown> =>
    Object.fromEntries(
      parameters
        .filter(
          ({ parameter }) => parameter.in === location || parameter.in === `${location}string`,
        )
        .map(({ parameter, value }) => [parameter.name, value]),
    );
  const selectDefinitionsAt = (location: Parameter["in"]): typeof definitions =>
    definitions.filter((definition) => definition.in === location);
  const path = encodeIfPossible(() =>
    encodePath(buildSentPath(operation), selectDefinitionsAt("path"), collectSampleValues("path")),
  );
  const query =
    encodeIfPossible(() =>
      encodeQuery(
        [...selectDefinitionsAt("query"), ...selectDefinitionsAt("querystring")],
        collectSampleValues("query"),
      ),
    ) ?? "";
  const url = `${buildSampleAddress(model, operation)}${joinQuery(path ?? operation.path, query)}`;
  const credentials = chooseCurlCredentials(model, operation);
  const method = getMethodName(operation);
  const cookies = encodeIfPossible(() =>
    encodeCookies(selectDefinitionsAt("cookie"), collectSampleValues("cookie")),
  );
  const headers =
    encodeIfPossible(() =>
      encodeHeaders(selectDefinitionsAt("header"), collectSampleValues("header")),
    ) ?? [];
  return [
    `curl ${method === "GET" ? "" : `-X ${quoteShellWord(method)} `}${quote(url)}${credentials.query(url)}`,
    // The values are bytes, one for each character.
    ...headers.map(([name, bytes]) => `-H ${quote(`${name}: ${Buffer.from(bytes, "latin1")}`)}`),
    ...(cookies === undefined ? [] : [`-b ${quote(cookies)}`]),
    ...credentials.options,
    ...(body === undefined ? [] : printBodyOptions(body)),
  ].join(" \\\n  ");
}

type Definition = Parameters<typeof encodeQuery>[0][number];

function toEncoderDefinition(parameter: Parameter): Definition {
  const { name, in: location, style, explode, allowReserved, contentType } = parameter;
  const splitEncoded = repeatsItemsWithCommas(parameter);
  return {
    name,
    in: location,
    style,
    explode,
    allowReserved,
    splitEncoded,
    ...(contentType === undefined ? {} : { contentType }),
  };
}

/** Leaves out an example that its own style cannot represent. The sample shows the other values. */
function encodeIfPossible<Result>(encode: () => Result): Result | undefined {
  try {
    return encode();
  } catch (error) {
    if (error instanceof TypeError) {
      return undefined;
    }
    throw error;
  }
}

function printBodyOptions({ mediaType, value }: BodySample): readonly string[] {
  const name = mediaType.mediaType;
  const kind = classifyMediaType(name);
  if (kind === "multipart") {
    return printMultipartOptions(mediaType, value);
  }
  const type = `-H ${quote(`Content-Type: ${name}`)}`;
  if (kind === "binary" && typeof value !== "string") {
    return [type, "--data-binary @file"];
  }
  if (kind === "form" && isObject(value)) {
    const fields = Object.keys(value).map((field) => ({ name: field, in: "query" as const }));
    const text = encodeIfPossible(() => encodeQuery(fields, value));
    return [type, `-d ${quote(text ?? "")}`];
  }
  if (value === undefined) {
    return [type];
  }
  const text =
    typeof value === "string" && kind !== "json" ? value : JSON.stringify(value, undefined, 2);
  // `-d` would remove line breaks from a string, and read a file for a string that begins with `@`.
  return [type, `${kind === "json" ? "-d" : "--data-raw"} ${quote(text)}`];
}

function printMultipartOptions(
  mediaType: BodySample["mediaType"],
  value: unknown,
): readonly string[] {
  const values = isObject(value) ? value : {};
  return (listMultipartParts(mediaType) ?? []).flatMap(({ name, isFile }) => {
    if (name === undefined || (!isFile && values[name] === undefined)) {
      return [];
    }
    const own = values[name];
    const text = typeof own === "string" ? own : JSON.stringify(own);
    return [
      isFile ? `-F ${quote(`${name}=@${name}`)}` : `--form-string ${quote(`${name}=${text}`)}`,
    ];
  });
}

interface Credentials {
  readonly options: readonly string[];
  /** The text after the quoted URL, for a key in the query. */
  readonly query: (url: string) => string;
}

/** The first way in of an operation. */
function chooseCurlCredentials({ components }: Model, { security }: Operation): Credentials {
  const options: string[] = [];
  const keys: (readonly [name: string, variable: string])[] = [];
  for (const name of security[0]?.keys() ?? []) {
    const scheme = components.securitySchemes.get(name);
    const variable = nameEnvironmentVariable(name);
    if (scheme?.type === "apiKey" && scheme.in === "query") {
      keys.push([encodeURIComponent(scheme.name.toWellFormed()), variable]);
    } else if (scheme !== undefined) {
      options.push(...renderCredentialOption(scheme, variable));
    }
  }
  const addCredentialQuery = (url: string): string =>
    keys
      .map(([name, variable], index) => {
        const mark = index > 0 || url.includes("?") ? "&" : "?";
        return `${quote(`${mark}${name}=`)}"$${variable}"`;
      })
      .join("");
  return { options, query: addCredentialQuery };
}

function renderCredentialOption(scheme: SecurityScheme, variable: string): readonly string[] {
  if (scheme.type === "apiKey") {
    return scheme.in === "cookie"
      ? [`-b ${quoteBeforeVariable(`${scheme.name}=`, variable)}`]
      : [`-H ${quoteBeforeVariable(`${scheme.name}: `, variable)}`];
  }
  if (scheme.type === "mutualTLS") {
    return ["--cert client.pem"];
  }
  const isBasic = scheme.type === "http" && scheme.scheme.toLowerCase() === "basic";
  return isBasic
    ? [`-u "$${variable}"`]
    : [`-H ${quoteBeforeVariable("Authorization: Bearer ", variable)}`];
}

/** The environment variable from which samples read a secret, such as `PROJECT_KEY` for `ProjectKey`. */
function nameEnvironmentVariable(scheme: string): string {
  const words = scheme
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/\W+/g, "_")
    .toUpperCase();
  return /^[A-Z_]/.test(words) ? words : `_${words}`;
}

/** A string of the document, followed by a variable that the shell replaces. */
function quoteBeforeVariable(text: string, variable: string): string {
  return /^[\w:=. -]*$/.test(text) ? `"${text}$${variable}"` : `${quote(text)}"$${variable}"`;
}

function quoteShellWord(text: string): string {
  return /^\w+$/.test(text) ? text : quote(text);
}

function quote(text: string): string {
  return `'${text.replaceAll("\0", "").replaceAll("'", String.raw`'\''`)}'`;
}
