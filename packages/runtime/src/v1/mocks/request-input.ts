import type { ParameterSource } from "../parameters.ts";
import type { MockDefinition } from "./mock-operation.ts";

/** The input of a mock's function. Generated declarations give each operation its own types. */
export interface MockInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly header: unknown;
  readonly cookie: unknown;
  readonly querystring: unknown;
  readonly body: unknown;
  readonly request: Request;
}

/** The input of a request. The texts of its path and its query are still percent-encoded. */
export async function readMockInput(
  request: Request,
  matched: Pick<ParameterSource, "path" | "query">,
  { decode, readBody }: MockDefinition,
): Promise<MockInput> {
  const decoded = decode?.({ ...matched, headers: request.headers });
  return {
    params: decoded?.path ?? {},
    query: decoded?.query ?? {},
    header: decoded?.header ?? {},
    cookie: decoded?.cookie ?? {},
    querystring: decoded?.querystring,
    body: await readBody?.(request.clone()),
    request,
  };
}
