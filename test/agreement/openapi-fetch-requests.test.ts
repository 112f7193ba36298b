import createStockClient from "openapi-fetch";
import { describe, expect, expectTypeOf, test } from "vitest";
import { createClient } from "../../generated/client/index.js";
import type { components, paths } from "../../generated/types/index.js";
import { listOperations } from "../../scripts/support/document.ts";
import { listParameters, type OperationPlace } from "../../scripts/support/operations.ts";
import { bundleTheDocument } from "../support/document.ts";
import { buildExampleInput, selectInputAt } from "./example-input.ts";

const { document } = await bundleTheDocument();
const places: readonly OperationPlace[] = listOperations(document);

/** A request in the form in which it would be sent. */
interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** A `fetch` that records its requests and answers with an empty object. */
function createRecorder(): {
  readonly sent: Sent[];
  readonly fetch: (request: Request) => Promise<Response>;
} {
  const sent: Sent[] = [];
  return {
    sent,
    async fetch(request) {
      const { method, url, headers } = request;
      sent.push({ method, url, headers: Object.fromEntries(headers), body: await request.text() });
      return Response.json({});
    },
  };
}

/** The options of both clients for an operation: parameters by location, and the body. */
function buildInit(place: OperationPlace): object {
  const input = buildExampleInput(document, place, true);
  const { body } = input;
  const params: Record<string, Record<string, unknown>> = {};
  for (const parameter of listParameters(document, place)) {
    const values = selectInputAt(input, parameter.in);
    if (!(parameter.name in values)) {
      continue;
    }
    const group = params[parameter.in] ?? {};
    group[parameter.name] = values[parameter.name];
    params[parameter.in] = group;
  }
  return { params, ...(body !== undefined && { body }), ...(isForm(place) && formInit) };
}

const isForm = (place: OperationPlace): boolean =>
  place.path === "/link/{token}" && place.method === "post";
const formInit = {
  headers: { "Content-Type": "application/x-www-form-urlencoded" },
  bodySerializer: (body: Record<string, string>) => new URLSearchParams(body),
};

type AnyClient = Readonly<Record<string, (path: string, init: object) => Promise<unknown>>>;

const baseUrl = "https://platform.example.com";

describe("our createClient and openapi-fetch's", () => {
  test.each(places.map((place): [string, OperationPlace] => [place.operation.operationId, place]))(
    "send the same request for %s",
    async (_, place) => {
      const ours = createRecorder();
      const theirs = createRecorder();
      const init = buildInit(place);
      // The method and the path are plain texts here. The next test uses the types.
      const our = createClient({ baseUrl, fetch: ours.fetch }) as unknown as AnyClient;
      const their = createStockClient<paths>({
        baseUrl,
        fetch: theirs.fetch,
        querySerializer: documented,
      }) as unknown as AnyClient;
      await our[place.method.toUpperCase()]?.(place.path, init);
      await their[place.method.toUpperCase()]?.(place.path, init);
      expect(ours.sent).toHaveLength(1);
      expect(ours.sent).toEqual(theirs.sent);
    },
  );

  test("give the same types for the same call", async () => {
    const { fetch } = createRecorder();
    const our = createClient({ baseUrl, fetch });
    const their = createStockClient<paths>({ baseUrl, fetch });
    const ourAnswer = await our.GET("/api/v3/tools/{tool_slug}", {
      params: { path: { tool_slug: "GITHUB_CREATE_ISSUE" } },
    });
    const theirAnswer = await their.GET("/api/v3/tools/{tool_slug}", {
      params: { path: { tool_slug: "GITHUB_CREATE_ISSUE" } },
    });
    expectTypeOf(ourAnswer.data).toEqualTypeOf<components["schemas"]["Tool"] | undefined>();
    expectTypeOf(ourAnswer.data).toEqualTypeOf(theirAnswer.data);
    expectTypeOf(ourAnswer.error).toEqualTypeOf(theirAnswer.error);
    // @ts-expect-error a path that the document does not have
    await our.GET("/api/v3/nothing");
    // @ts-expect-error a path parameter is missing
    await our.GET("/api/v3/tools/{tool_slug}", {});
  });
});

/** The document joins array parameters by commas. openapi-fetch needs this option for that; our client does not. */
const documented = { array: { style: "form", explode: false } } as const;
