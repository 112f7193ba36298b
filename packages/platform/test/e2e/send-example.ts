import { expect } from "vitest";
import type { OperationPlace } from "../../../../scripts/support/operations.ts";
import { bundleTheDocument } from "../../../../test/support/document.ts";
import { buildExampleRequest, findNeededScheme } from "../../../../test/support/example-request.ts";
import { deriveCsrfToken } from "../../src/domain/keys/console-sessions.ts";
import type { World } from "./world.ts";

/** Replacements for parts of an example. A header with an empty value is left out. */
export interface ExampleChange {
  /** Path and query. */
  readonly url?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The operations that a user's browser calls. Their errors are pages or JSON, depending on `Accept`. */
export const hosted: readonly string[] = [
  "openLink",
  "submitLink",
  "completeAuthorization",
  "completeToolkitAuthorization",
  "completeImportedAuthorization",
];

/** The `Accept` header of a program. It allows pages, because some operations return a page on success. */
export const preferJson = "application/json, text/html;q=0.5, */*;q=0.1";

/** The headers of a page of the console. */
function writeSession(session: string): Record<string, string> {
  return {
    cookie: `__Host-console_session=${session}`,
    "x-csrf-token": deriveCsrfToken(session),
  };
}

/**
 * Sends the example of an operation, with the key that it needs and with changes. Returns the status and, for an
 * error, the slug. Every response has to carry the id of its request.
 */
export async function sendExample(
  { keys, url, coverage }: World,
  place: OperationPlace,
  change: ExampleChange = {},
): Promise<string> {
  const { document } = await bundleTheDocument();
  const example = buildExampleRequest(document, place);
  const key = findNeededScheme(document, place) === "OrganizationKey" ? keys.owner : keys.project;
  const needsKey = example.headers["x-api-key"] !== undefined;
  const isMcp = place.operation.operationId === "callMcpServer";
  const headers = {
    ...example.headers,
    // Some URLs of MCP servers are signed and need no key. The example's URL is not signed.
    ...((needsKey || isMcp) && { "x-api-key": key }),
    ...(example.headers.cookie !== undefined && writeSession(keys.console)),
    ...change.headers,
  };
  const body = change.body ?? example.body;
  const response = await coverage.fetch(
    new Request(url + (change.url ?? `${example.url}${isMcp ? "?user_id=user-1" : ""}`), {
      method: change.method ?? example.method,
      redirect: "manual",
      headers: Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== "")),
      ...(body === undefined ? {} : { body }),
    }),
  );
  expect(response.headers.get("x-request-id")).toMatch(/^req_[\w-]{12}$/);
  const text = await response.text();
  if (response.status < 400) {
    return String(response.status);
  }
  if (!response.headers.get("content-type")?.includes("json")) {
    return `${response.status} page`;
  }
  const { error } = JSON.parse(text);
  expect(error).toMatchObject({ status: response.status });
  expect(error.request_id).toBe(response.headers.get("x-request-id"));
  return `${response.status} ${error.slug}`;
}
