import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as client from "../../generated/client/index.js";
import { operations as validators } from "../../generated/validators/index.js";
import { type Mock, startMock } from "../../scripts/serve/prism.ts";
import { isObject, listOperations, resolve } from "../../scripts/support/document.ts";
import type { OperationPlace } from "../../scripts/support/operations.ts";
import { getContent, listParameters } from "../../scripts/support/operations.ts";
import { bundleTheDocument } from "../support/document.ts";
import { exampleKeys, findNeededScheme } from "../support/example-request.ts";
import { buildExampleInput, type Input, isStream, selectInputAt } from "./example-input.ts";

const { document, yaml } = await bundleTheDocument();
const places: readonly OperationPlace[] = listOperations(document);
const pairWithNames = (some: readonly OperationPlace[]): [string, OperationPlace][] =>
  some.map((place) => [place.operation.operationId, place]);

let mock: Mock;

beforeAll(async () => {
  mock = await startMock(yaml);
});

afterAll(async () => {
  await mock.stop();
});

/** The part of a schema that this test uses. The generated types are more exact. */
interface AnySchema {
  safeParse(value: unknown): { readonly success: boolean; readonly error?: unknown };
}

interface OperationValidators {
  readonly parameters: Readonly<Record<string, AnySchema | undefined>>;
  readonly requestBody?: Readonly<Record<string, AnySchema>>;
  readonly responses: Readonly<Record<string, Readonly<Record<string, AnySchema>> | undefined>>;
}

function findValidators(place: OperationPlace): OperationValidators {
  const found: unknown = Reflect.get(validators, place.operation.operationId);
  if (!isObject(found)) {
    throw new Error(`no validators for ${place.operation.operationId}`);
  }
  // The generated declarations have this shape, with exact types for each operation.
  return found as unknown as OperationValidators;
}

interface Result {
  readonly status: number;
  readonly type: string;
  readonly body: unknown;
}

/** Calls the generated operation. Returns what it returned or threw, and the status of the answer. */
async function call(place: OperationPlace, input: Input, key?: string): Promise<Result> {
  let status = 0;
  let type = "";
  const transport = client.createTransport({
    baseUrl: mock.url,
    retries: 0,
    headers:
      key === undefined
        ? {}
        : key.startsWith("cs_")
          ? { cookie: `__Host-console_session=${key}` }
          : { "x-api-key": key },
    requestInit: { redirect: "manual" },
    fetch: async (request) => {
      const response = await fetch(request);
      status = response.status;
      type = response.headers.get("content-type")?.split(";")[0] ?? "";
      return response;
    },
  });
  const operation: unknown = Reflect.get(client, place.operation.operationId);
  if (typeof operation !== "function") {
    throw new Error(`no function ${place.operation.operationId}`);
  }
  try {
    const body: unknown = await operation(transport, input);
    return { status, type, body };
  } catch (error) {
    if (!client.isApiError(error)) {
      throw error;
    }
    return { status, type, body: error.body };
  }
}

const findExampleKey = (place: OperationPlace): string | undefined =>
  exampleKeys[findNeededScheme(document, place) ?? ""];

/** Validates a result against the document's schema for its status and media type. */
function findResultProblems(place: OperationPlace, result: Result): string[] {
  const schemas = findValidators(place).responses[String(result.status)];
  const schema = schemas?.[result.type];
  if (schema === undefined) {
    const isEmpty = result.body === undefined && Object.keys(schemas ?? {}).length === 0;
    return isEmpty ? [] : [`no validator for ${result.status} ${result.type}`];
  }
  const parsed = schema.safeParse(result.body);
  return parsed.success ? [] : [String(parsed.error)];
}

/** Prism does not read streams of lines: test/mock/prism-gaps.ts. */
const understood = places.filter(({ operation }) =>
  Object.keys(getContent(document, operation.requestBody)).every((type) => !isStream(type)),
);

describe("the generated client at the mock", () => {
  test.each(pairWithNames(understood))(
    "%s: the answer is a success and passes the validators",
    async (_, place) => {
      const result = await call(place, buildExampleInput(document, place), findExampleKey(place));
      expect(result.status, JSON.stringify(result.body)).toBeLessThan(300);
      expect(findResultProblems(place, result)).toEqual([]);
    },
  );

  test.each(pairWithNames(understood))(
    "%s: every optional parameter is understood by the mock",
    async (_, place) => {
      const input = buildExampleInput(document, place, true);
      const result = await call(place, input, findExampleKey(place));
      expect(result.status, JSON.stringify(result.body)).toBeLessThan(300);
    },
  );

  const locked = places.filter((place) => findNeededScheme(document, place) !== undefined);
  test.each(pairWithNames(locked))("%s: a missing key is a typed 401", async (_, place) => {
    const result = await call(place, buildExampleInput(document, place));
    expect(result.status).toBe(401);
    expect(findResultProblems(place, result)).toEqual([]);
  });
});

/** Bodies without one required member each, and the name of that member. */
function listIncompleteBodies(place: OperationPlace): [string, unknown][] {
  const [entry] = Object.entries(getContent(document, place.operation.requestBody));
  if (entry?.[0] !== "application/json") {
    return [];
  }
  const schema = resolve(document, resolve(document, entry[1]).schema);
  const { body } = buildExampleInput(document, place);
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  if (!isObject(body)) {
    return [];
  }
  return required.map((name) => {
    const { [name]: _left, ...rest } = body;
    return [name, rest];
  });
}

describe("mock and validators alike", () => {
  const withBody = places.filter((place) => listIncompleteBodies(place).length > 0);
  test.each(pairWithNames(withBody))(
    "%s: refuse a body that lacks a required member",
    async (_, place) => {
      for (const [name, body] of listIncompleteBodies(place)) {
        const schema = findValidators(place).requestBody?.["application/json"];
        expect(schema?.safeParse(body).success, `validators accept a body without ${name}`).toBe(
          false,
        );
        const result = await call(
          place,
          { ...buildExampleInput(document, place), body },
          findExampleKey(place),
        );
        expect([400, 422], `the mock accepts a body without ${name}`).toContain(result.status);
      }
    },
  );

  const withRequired = places.filter((place) => listRequired(place).length > 0);
  test.each(pairWithNames(withRequired))(
    "%s: refuse a request that lacks a required parameter",
    async (_, place) => {
      for (const { name, in: location } of listRequired(place)) {
        const schema = findValidators(place).parameters[location];
        expect(schema?.safeParse({}).success, `validators accept a request without ${name}`).toBe(
          false,
        );
        const input = buildExampleInput(document, place);
        delete selectInputAt(input, location)[name];
        const result = await call(place, input, findExampleKey(place));
        expect([400, 422], `the mock accepts a request without ${name}`).toContain(result.status);
      }
    },
  );
});

function listRequired(place: OperationPlace): { name: string; in: string }[] {
  // Path parameters are not tested: without one, the request has another path.
  return listParameters(document, place).filter(
    ({ required, in: location }) => required === true && location !== "path",
  );
}
