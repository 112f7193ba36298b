import { describe, expect, test } from "vitest";
import * as client from "../../generated/client/index.js";
import { createRouter, type RouterOptions } from "../../generated/server/index.js";
import { isObject, listOperations, resolve } from "../../scripts/support/document.ts";
import {
  findFirstExample,
  getContent,
  listParameters,
  type OperationPlace,
} from "../../scripts/support/operations.ts";
import { bundleTheDocument } from "../support/document.ts";
import { exampleKeys } from "../support/example-request.ts";
import {
  buildExampleInput,
  collectItems,
  type Input,
  isStream,
  selectInputAt,
} from "./example-input.ts";

const { document } = await bundleTheDocument();
const places: readonly OperationPlace[] = listOperations(document);
const named: [string, OperationPlace][] = places.map((place) => [
  place.operation.operationId,
  place,
]);

/** The part of a handler's input that this test uses. */
interface Received {
  readonly path: Input;
  readonly query: Input;
  readonly header: Input;
  readonly body?: unknown;
}

/** The answers that the handlers of this test return. */
interface Answer {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly mediaType?: string;
  readonly body?: unknown;
}

/**
 * The result of one call through the generated router: the handler's input, and the value that the client returned or
 * threw.
 */
interface Call {
  readonly received: Received;
  readonly returned?: unknown;
  readonly thrown?: unknown;
}

/** What the handler of all operations received in the call that runs, and its answer. */
const calls: Received[] = [];
let answer: Answer = { status: 200 };

const handleGiven = async (given: Received): Promise<Answer> => {
  calls.push({ ...given, body: await collectItems(given.body) });
  return answer;
};
const router = createRouter({
  handlers: Object.fromEntries(places.map(({ operation }) => [operation.operationId, handleGiven])),
  security: {
    ProjectKey: (key: string) => (key === exampleKeys.ProjectKey ? { key } : undefined),
    OrganizationKey: (key: string) => (key === exampleKeys.OrganizationKey ? { key } : undefined),
    ConsoleSession: (key: string) => (key === exampleKeys.ConsoleSession ? { key } : undefined),
  },
  validateResponses: true,
  // All operations share one handler.
} as unknown as RouterOptions<
  void,
  { ProjectKey: unknown; OrganizationKey: unknown; ConsoleSession: unknown }
>);
const transport = client.createTransport({
  baseUrl: "http://platform.example.com",
  retries: 0,
  auth: exampleKeys,
  requestInit: { redirect: "manual" },
  fetch: (request) => router(request, undefined),
});

async function callThrough(place: OperationPlace, input: Input, given: Answer): Promise<Call> {
  calls.length = 0;
  answer = given;
  const operation: unknown = Reflect.get(client, place.operation.operationId);
  if (typeof operation !== "function") {
    throw new Error(`no function ${place.operation.operationId}`);
  }
  const done: { returned?: unknown; thrown?: unknown } = {};
  try {
    done.returned = await collectItems(await operation(transport, input));
  } catch (error) {
    done.thrown = error;
  }
  const [received] = calls;
  if (received === undefined) {
    throw new Error(
      `the handler was not called: ${JSON.stringify(done.thrown)} ${String(done.thrown)}`,
    );
  }
  return { received, ...done };
}

/** The document's first example for a status, as the answer of a handler. JSON is preferred to other media types. */
function readDocumentedAnswer(place: OperationPlace, status: string): Answer {
  const response = place.operation.responses[status];
  const entries = Object.entries(getContent(document, response));
  // The client asks for JSON, too.
  const entry = entries.find(([mediaType]) => mediaType === "application/json") ?? entries[0];
  const headers: Record<string, string> = {};
  const declared = resolve(document, response).headers;
  for (const [name, header] of Object.entries(isObject(declared) ? declared : {})) {
    const { example, required } = resolve(document, header);
    if (required === true) {
      headers[name] = String(example);
    }
  }
  if (!entry) {
    return { status: Number(status), headers };
  }
  return {
    status: Number(status),
    headers,
    mediaType: entry[0],
    body: isStream(entry[0])
      ? [findFirstExample(document, entry[1])]
      : findFirstExample(document, entry[1]),
  };
}

/** The expected input of the handler: the sent values, by location. */
function selectSent(
  place: OperationPlace,
  input: Input,
  location: "path" | "query" | "header",
): Input {
  const values = selectInputAt(input, location);
  const names = listParameters(document, place).filter(
    (one) => one.in === location && one.name in values,
  );
  const lower = location === "header";
  return Object.fromEntries(
    names.map(({ name }) => [lower ? name.toLowerCase() : name, values[name]]),
  );
}

const lowerNames = (values: Input): Input =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name.toLowerCase(), value]));

describe("the generated client at the generated router", () => {
  test.each(named)("%s: the handler receives the values that the caller sent", async (_, place) => {
    const input = buildExampleInput(document, place, true);
    const success =
      Object.keys(place.operation.responses).find((code) => code.startsWith("2")) ?? "200";
    const { received, thrown } = await callThrough(
      place,
      input,
      readDocumentedAnswer(place, success),
    );
    expect(thrown).toBeUndefined();
    // The router adds defaults to the sent values.
    expect(received.path ?? {}).toMatchObject(selectSent(place, input, "path"));
    expect(received.query ?? {}).toMatchObject(selectSent(place, input, "query"));
    expect(lowerNames(received.header ?? {})).toMatchObject(selectSent(place, input, "header"));
    if (isObject(input.body)) {
      expect(received.body).toMatchObject(input.body);
    } else {
      expect(received.body).toEqual(input.body);
    }
  });

  test.each(named)("%s: every documented status comes back as its type", async (_, place) => {
    const input = buildExampleInput(document, place);
    for (const status of Object.keys(place.operation.responses)) {
      const answer = readDocumentedAnswer(place, status);
      const { returned, thrown } = await callThrough(place, input, answer);
      if (Number(status) < 300) {
        expect(thrown).toBeUndefined();
        expect(returned).toEqual(answer.body);
      } else {
        if (!client.isApiError(thrown)) {
          throw new Error(`${status}: ${String(thrown)}`);
        }
        expect(thrown.status).toBe(Number(status));
        expect(thrown.body).toEqual(answer.body);
        expect(thrown.operation).toBe(place.operation.operationId);
        expect(thrown.requestId).toBe("req_Tn4Yb7Qe2Wk9");
      }
    }
  });
});
