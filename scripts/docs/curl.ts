import {
  isObject,
  type OpenApiDocument,
  type OperationObject,
  type PathItemObject,
  resolve,
} from "../support/document.ts";
import { contentOf, firstExample } from "./example.ts";

/** An operation with what it stands in. */
export interface OperationPlace {
  readonly method: string;
  readonly path: string;
  readonly item: PathItemObject;
  readonly operation: OperationObject;
}

/**
 * The curl command that sends an operation's example: required parameters, the key and the body. It can be pasted into a
 * POSIX shell; text of the document stands in single quotes.
 */
export function curlSample(
  document: OpenApiDocument,
  place: OperationPlace,
  server: string,
): string {
  const parameters = parametersOf(document, place);
  const url = `${server}${fillPath(place.path, parameters)}${queryOf(parameters)}`;
  const lines = [
    place.method === "get"
      ? `curl ${quote(url)}`
      : `curl -X ${place.method.toUpperCase()} ${quote(url)}`,
  ];
  for (const header of headersOf(document, place, parameters)) lines.push(`-H ${header}`);
  const [mediaType, media] =
    Object.entries(contentOf(document, place.operation.requestBody))[0] ?? [];
  if (mediaType) {
    lines.push(`-H ${quote(`Content-Type: ${mediaType}`)}`);
    const example = firstExample(document, media);
    if (example !== undefined) lines.push(`-d ${quote(bodyText(mediaType, example))}`);
  }
  return lines.join(" \\\n  ");
}

/** A parameter object of the bundled document. */
export interface ParameterObject {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly example?: unknown;
  readonly schema?: unknown;
  readonly style?: string;
}

/** The parameters of an operation, with those of its path that it does not override, references followed. */
export function parametersOf(document: OpenApiDocument, place: OperationPlace): ParameterObject[] {
  // The document was linted: what stands among the parameters is a Parameter Object.
  const read = (parameter: unknown): ParameterObject =>
    resolve(document, parameter) as unknown as ParameterObject;
  const own = (place.operation.parameters ?? []).map(read);
  const shared = (place.item.parameters ?? []).map(read);
  const overridden = (one: ParameterObject): boolean =>
    own.some((other) => other.name === one.name && other.in === one.in);
  return [...shared.filter((parameter) => !overridden(parameter)), ...own];
}

function fillPath(path: string, parameters: readonly ParameterObject[]): string {
  return path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    const parameter = parameters.find((one) => one.in === "path" && one.name === name);
    return encodeURIComponent(String(parameter?.example ?? name));
  });
}

function queryOf(parameters: readonly ParameterObject[]): string {
  const pairs = parameters
    .filter((parameter) => parameter.in === "query" && parameter.required)
    .map(
      (parameter) =>
        `${encodeURIComponent(parameter.name)}=${encodeURIComponent(String(parameter.example))}`,
    );
  return pairs.length > 0 ? `?${pairs.join("&")}` : "";
}

function headersOf(
  document: OpenApiDocument,
  place: OperationPlace,
  parameters: readonly ParameterObject[],
): string[] {
  const headers = parameters
    .filter((parameter) => parameter.in === "header" && parameter.required)
    .map((parameter) => quote(`${parameter.name}: ${String(parameter.example)}`));
  const [requirement] = place.operation.security ?? document.security ?? [];
  for (const name of Object.keys(requirement ?? {})) {
    const scheme = document.components.securitySchemes?.[name];
    // Double quotes, so that the shell puts the user's own key in.
    if (scheme?.type === "apiKey" && scheme.in === "header")
      headers.push(`"${scheme.name}: $${keyVariable(name)}"`);
  }
  return headers;
}

/** The environment variable that samples read a key from: `ProjectKey` is `PROJECT_KEY`. */
export function keyVariable(scheme: string): string {
  return scheme.replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2").toUpperCase();
}

function bodyText(mediaType: string, example: unknown): string {
  if (mediaType === "application/x-www-form-urlencoded" && isObject(example)) {
    const form = new URLSearchParams();
    for (const [name, value] of Object.entries(example)) form.append(name, String(value));
    return form.toString();
  }
  return typeof example === "string" ? example : JSON.stringify(example, undefined, 2);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
