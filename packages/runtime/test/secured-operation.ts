import {
  basic,
  bearer,
  type ClientOperation,
  cookieKey,
  authorization as credentials,
  headerKey,
  jsonBody,
  queryKey,
  rawBody,
  type SecurityAlternative,
  secured,
} from "../src/v1/client.ts";

/** A security scheme of each place that a credential can have. */
export const schemes: Readonly<
  Record<"Key" | "Query" | "Cookie" | "Basic" | "Token" | "Digest", SecurityAlternative[number]>
> = {
  Key: { scheme: "Key", place: headerKey, name: "x-api-key" },
  Query: { scheme: "Query", place: queryKey, name: "api key" },
  Cookie: { scheme: "Cookie", place: cookieKey, name: "session" },
  Basic: { scheme: "Basic", place: basic },
  Token: { scheme: "Token", place: bearer },
  Digest: { scheme: "Digest", place: credentials },
};

/** An operation that takes one of these alternatives. */
export function createOperationWith(...alternatives: SecurityAlternative[]): ClientOperation {
  return {
    name: "run",
    method: "POST",
    path: "/run",
    parameters: [
      { name: "q", in: "query" },
      { name: "c", in: "cookie" },
    ],
    body: { "application/json": jsonBody, "application/octet-stream": rawBody },
    security: secured(alternatives),
  };
}
