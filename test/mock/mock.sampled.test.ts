import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Mock, startMock } from "../../scripts/serve/prism.ts";
import { startSite } from "../../scripts/serve/site.ts";
import { listOperations, resolve } from "../../scripts/support/document.ts";
import type { OperationPlace } from "../../scripts/support/operations.ts";
import { findFirstExample, getContent } from "../../scripts/support/operations.ts";
import { bundleTheDocument } from "../support/document.ts";
import {
  buildExampleRequest,
  type ExampleRequest,
  findNeededScheme,
} from "../support/example-request.ts";
import { chooseAmount } from "../support/samples.ts";
import { type Gap, gaps } from "./prism-gaps.ts";

const { document, yaml } = await bundleTheDocument();
const places: readonly OperationPlace[] = listOperations(document);
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ ...document, $id: "doc" });

let mock: Mock;

beforeAll(async () => {
  mock = await startMock(yaml);
});

afterAll(async () => {
  await mock.stop();
});

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

async function send(request: ExampleRequest): Promise<Answer> {
  const { method, headers, body } = request;
  const answer = await fetch(mock.url + request.url, {
    method,
    headers,
    redirect: "manual",
    ...(body !== undefined && { body }),
  });
  return {
    status: answer.status,
    type: answer.headers.get("content-type")?.split(";")[0] ?? "",
    text: await answer.text(),
  };
}

/** The differences of an answer from the document's example for this status. */
function compare(place: OperationPlace, status: number, answer: Answer): string[] {
  if (answer.status !== status) {
    return [`status ${answer.status} instead of ${status}: ${answer.text.slice(0, 300)}`];
  }
  const response = place.operation.responses[String(status)];
  const content = getContent(document, response);
  if (Object.keys(content).length === 0) {
    return answer.text === "" ? [] : [`a body where none is documented: ${answer.text}`];
  }
  const media = content[answer.type];
  if (media === undefined) {
    return [`${answer.type} is not documented for ${status}`];
  }
  const example = findFirstExample(document, media);
  const value: unknown = answer.type.includes("json") ? JSON.parse(answer.text) : answer.text;
  const problems =
    JSON.stringify(value) === JSON.stringify(example)
      ? []
      : [`not the example: ${answer.text.slice(0, 300)}`];
  const schema = resolve(document, media).schema;
  return [...problems, ...findAjvProblems(schema, value)];
}

/** The problems that Ajv finds in a value. Local references of the schema are resolved in the document. */
function findAjvProblems(schema: unknown, value: unknown): string[] {
  const standalone: object = JSON.parse(
    JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"doc#/'),
  );
  return ajv.validate(standalone, value) ? [] : [ajv.errorsText(ajv.errors)];
}

const findGap = (place: OperationPlace, what: Gap["what"]): Gap | undefined =>
  gaps.find((gap) => gap.operation === place.operation.operationId && gap.what === what);

/** Expects that a case has no problem, or that a listed gap still has one. */
function judge(place: OperationPlace, what: Gap["what"], problems: readonly string[]): void {
  if (findGap(place, what)) {
    expect(problems, "this gap of Prism is closed: take it off the list").not.toEqual([]);
  } else {
    expect(problems).toEqual([]);
  }
}

describe("the mock", () => {
  test.each(places.map((place): [string, OperationPlace] => [place.operation.operationId, place]))(
    "answers %s with its example",
    async (_, place) => {
      const status = Number(
        Object.keys(place.operation.responses).find((code) => code.startsWith("2")),
      );
      judge(
        place,
        "example",
        compare(place, status, await send(buildExampleRequest(document, place))),
      );
    },
  );

  test.each(places.map((place): [string, OperationPlace] => [place.operation.operationId, place]))(
    "answers %s with every documented status when it is asked for",
    async (_, place) => {
      const request = buildExampleRequest(document, place);
      const codes = Object.keys(place.operation.responses);
      // Each operation tries other statuses, so that every status is tried somewhere.
      const first = places.indexOf(place);
      for (const code of codes.filter((_, index) => (first + index) % chooseAmount(10, 1) === 0)) {
        const headers = { ...request.headers, prefer: `code=${code}` };
        const problems = compare(place, Number(code), await send({ ...request, headers }));
        judge(
          place,
          `status ${Number(code)}`,
          problems.map((problem) => `${code}: ${problem}`),
        );
      }
    },
  );

  const locked = places.filter((place) => findNeededScheme(document, place) !== undefined);
  test.each(locked.map((place): [string, OperationPlace] => [place.operation.operationId, place]))(
    "refuses %s without a key",
    async (_, place) => {
      const request = buildExampleRequest(document, place);
      const { "x-api-key": _key, cookie: _cookie, ...headers } = request.headers;
      const answer = await send({ ...request, headers });
      judge(place, "missing key", answer.status === 401 ? [] : [`status ${answer.status}`]);
    },
  );

  // Bodies that may be any JSON, such as an application's webhook, are left out, because they cannot be wrong.
  const withJson = places.filter((place) => {
    const [entry] = Object.entries(getContent(document, place.operation.requestBody));
    if (entry?.[0] !== "application/json") {
      return false;
    }
    return findAjvProblems(resolve(document, entry[1]).schema, "not an object").length > 0;
  });
  test.each(
    withJson.map((place): [string, OperationPlace] => [place.operation.operationId, place]),
  )("refuses %s with a wrong body", async (_, place) => {
    const answer = await send({ ...buildExampleRequest(document, place), body: '"not an object"' });
    judge(
      place,
      "wrong body",
      [400, 422].includes(answer.status) ? [] : [`status ${answer.status}`],
    );
  });
});

describe("the list of gaps", () => {
  test("names only operations of the document", () => {
    const ids = new Set(places.map((place) => place.operation.operationId));
    expect(gaps.filter((gap) => !ids.has(gap.operation))).toEqual([]);
  });
});

describe("npm run mock", () => {
  test.each([
    ["POST", "/api/v3/auth_configs", { toolkit: { slug: 3 } }, /^body\.toolkit\.slug: .*string/],
    ["GET", "/api/v3/toolkits?limit=0", undefined, /^query\.limit: .*>= 1/],
  ])(
    "%s %s that does not fit the document is the validation error",
    async (method, path, body, line) => {
      const site = await startSite({ docsFolder: "", mockUrl: mock.url });
      try {
        const answer = await fetch(site.address + path, {
          method,
          headers: {
            "x-api-key": "ak_9fQ2mVx7LrT4kWb8ZyN3cHd6GjS",
            ...(body && { "content-type": "application/json" }),
          },
          ...(body && { body: JSON.stringify(body) }),
        });
        expect(answer.status).toBe(400);
        expect(await answer.json()).toMatchObject({
          error: { slug: "Validation_Failed", errors: [expect.stringMatching(line)] },
        });
      } finally {
        site.close();
      }
    },
  );
});
