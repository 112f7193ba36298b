import { isObject, type OpenApiDocument } from "../../scripts/support/document.ts";
import {
  findFirstExample,
  getContent,
  listParameters,
  type OperationPlace,
} from "../../scripts/support/operations.ts";

/** A request that an operation's examples make. */
export interface ExampleRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** The key that the document's examples use, by security scheme. */
export const exampleKeys: Readonly<Record<string, string>> = {
  ProjectKey: "ak_9fQ2mVx7LrT4kWb8ZyN3cHd6GjS",
  OrganizationKey: "oak_R5nJ8tKc2QwX7vBz4MdY6hLp3Fs",
  ConsoleSession: "cs_3kTqYw8ZrN5xLb2VmC7dPg9fQ2mVx7Lr",
};

/** Makes the request of an operation from its examples, with the required parameters, the key and the body. */
export function buildExampleRequest(
  document: OpenApiDocument,
  place: OperationPlace,
): ExampleRequest {
  const parameters = listParameters(document, place);
  const path = place.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    const parameter = parameters.find((one) => one.in === "path" && one.name === name);
    if (parameter?.example === undefined) {
      throw new Error(`${place.operation.operationId}: path parameter ${name} has no example`);
    }
    return encodeURIComponent(String(parameter.example));
  });
  const query = new URLSearchParams();
  for (const parameter of parameters) {
    if (parameter.in === "query" && parameter.required) {
      query.append(parameter.name, String(parameter.example));
    }
  }
  const headers: Record<string, string> = {
    accept: "application/json, text/plain;q=0.9, text/html;q=0.8",
  };
  for (const parameter of parameters) {
    if (parameter.in === "header" && parameter.required) {
      headers[parameter.name] = String(parameter.example);
    }
  }
  const scheme = findNeededScheme(document, place);
  if (scheme === "ConsoleSession") {
    headers.cookie = `__Host-console_session=${exampleKeys.ConsoleSession}`;
  } else if (scheme !== undefined) {
    headers["x-api-key"] = exampleKeys[scheme] ?? "";
  }
  const body = buildExampleBody(document, place);
  if (body) {
    headers["content-type"] = body.mediaType;
  }
  return {
    method: place.method.toUpperCase(),
    url: query.size > 0 ? `${path}?${query}` : path,
    headers,
    ...(body && { body: body.text }),
  };
}

/** The security scheme that an operation needs, or undefined when it needs none. */
export function findNeededScheme(
  document: OpenApiDocument,
  place: OperationPlace,
): string | undefined {
  const alternatives = place.operation.security ?? document.security ?? [];
  if (alternatives.some((requirement) => Object.keys(requirement).length === 0)) {
    return undefined;
  }
  return Object.keys(alternatives[0] ?? {})[0];
}

/** The body of the first media type of an operation, as it is sent. */
export function buildExampleBody(
  document: OpenApiDocument,
  place: OperationPlace,
): { readonly mediaType: string; readonly text: string } | undefined {
  const [entry] = Object.entries(getContent(document, place.operation.requestBody));
  if (!entry) {
    return undefined;
  }
  const [mediaType, media] = entry;
  const example = findFirstExample(document, media);
  if (mediaType === "application/x-www-form-urlencoded" && isObject(example)) {
    const form = new URLSearchParams();
    for (const [name, value] of Object.entries(example)) {
      form.append(name, String(value));
    }
    return { mediaType, text: form.toString() };
  }
  return {
    mediaType,
    text:
      typeof example === "string" && !mediaType.includes("json")
        ? example
        : JSON.stringify(example),
  };
}
