import type { Model, Operation } from "../../../document/model/model.ts";
import { isObject } from "../../../json-object.ts";
import { encodeForm } from "../../shared/bodies/form-fields.ts";
import { classifyMediaType } from "../../shared/bodies/media-kind.ts";
import { listMultipartParts } from "../../shared/bodies/multipart-parts.ts";
import { buildHttpSample, encodeIfPossible, type SampleCredential } from "./http-sample.ts";
import type { BodySample } from "./request-sample.ts";

/**
 * The curl command that sends an operation's sample. It can be pasted into a POSIX shell: texts of the document are in
 * single quotes, and secrets come from environment variables.
 */
export function printCurlSample(model: Model, operation: Operation): string {
  const { method, url, headers, cookies, credentials, body } = buildHttpSample(model, operation);
  return [
    `curl ${method === "GET" ? "" : `-X ${quoteShellWord(method)} `}${quote(url)}${printSecretQuery(url, credentials)}`,
    ...headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(cookies === undefined ? [] : [`-b ${quote(cookies)}`]),
    ...credentials.flatMap(printCredentialOption),
    ...(body === undefined ? [] : printBodyOptions(body)),
  ].join(" \\\n  ");
}

/** The text after the quoted URL, for keys in the query. */
function printSecretQuery(url: string, credentials: readonly SampleCredential[]): string {
  return credentials
    .filter(({ kind }) => kind === "query")
    .map(({ name, variable }, index) => {
      const mark = index > 0 || url.includes("?") ? "&" : "?";
      return `${quote(`${mark}${encodeURIComponent(name.toWellFormed())}=`)}"$${variable}"`;
    })
    .join("");
}

function printCredentialOption({
  kind,
  name,
  prefix,
  variable,
}: SampleCredential): readonly string[] {
  switch (kind) {
    case "query":
      return [];
    case "cookie":
      return [`-b ${quoteBeforeVariable(`${name}=`, variable)}`];
    case "certificate":
      return ["--cert client.pem"];
    case "basic":
      return [`-u "$${variable}"`];
    case "header":
      return [`-H ${quoteBeforeVariable(`${name}: ${prefix}`, variable)}`];
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
    const text = encodeIfPossible(() => encodeForm(mediaType, value));
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
