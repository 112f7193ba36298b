import { verify } from "specwright";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { makeTemporaryFolder } from "../../packages/specwright/test/temporary-folder.ts";
import { listen, prepareRouter, type Service } from "./serve-router.ts";

const json = (schema: object): object => ({
  description: "Done",
  content: { "application/json": { schema } },
});
const object = (properties: object): object => ({
  type: "object",
  required: Object.keys(properties),
  properties,
});
const body = (properties: object): object => ({
  required: true,
  content: { "application/json": { schema: object(properties) } },
});
const text = { type: "string", minLength: 1, maxLength: 40 };
const refusals = { "4XX": { description: "Refused" } };
const job = object({ number: text, title: text });
const inPath = (name: string): object => ({ name, in: "path", required: true, schema: text });

/**
 * A print shop. The paths of its operations have nothing in common, so that only the links say which values belong
 * together.
 */
const shop = {
  openapi: "3.1.0",
  info: { title: "Print shop", version: "1.0.0" },
  paths: {
    "/orders": {
      post: {
        operationId: "placeOrder",
        requestBody: body({ title: text }),
        responses: {
          "202": {
            ...json(object({ receipt: text })),
            headers: { "X-Ticket": { required: true, schema: text } },
            links: {
              job: { operationId: "getJob", parameters: { number: "$response.header.x-ticket" } },
              receipt: {
                operationRef: "#/paths/~1receipts~1{code}/get",
                parameters: { "path.code": "$response.body#/receipt" },
              },
            },
          },
          ...refusals,
        },
      },
    },
    "/jobs/{number}": {
      parameters: [inPath("number")],
      get: {
        operationId: "getJob",
        responses: {
          "200": {
            ...json(job),
            links: {
              again: {
                operationId: "reprint",
                requestBody: {
                  job: "$response.body#/number",
                  note: "again {$request.path.number}",
                },
              },
              cancel: {
                operationId: "cancelJob",
                parameters: { number: "$request.path.number" },
              },
            },
          },
          ...refusals,
        },
      },
      delete: {
        operationId: "cancelJob",
        responses: { "204": { description: "Cancelled" }, ...refusals },
      },
    },
    "/receipts/{code}": {
      get: {
        operationId: "getReceipt",
        parameters: [inPath("code")],
        responses: { "200": json(object({ code: text, pages: { type: "integer" } })), ...refusals },
      },
    },
    "/reprints": {
      post: {
        operationId: "reprint",
        requestBody: body({ job: text, note: { type: "string" } }),
        responses: { "201": json(job), ...refusals },
      },
    },
  },
};

interface Call {
  readonly path: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, string>>;
}

/** The parts of the shop that a test replaces by faulty ones. */
const correct = {
  findReceipt: (receipts: ReadonlySet<string>, code: string): object =>
    receipts.has(code) ? { status: 200, body: { code, pages: 1 } } : { status: 404 },
  cancel: (jobs: Map<string, string>, number: string): void => void jobs.delete(number),
  canReprint: (jobs: ReadonlyMap<string, string>, number: string): boolean => jobs.has(number),
};

let prepared: Awaited<ReturnType<typeof prepareRouter>>;
beforeAll(async () => {
  prepared = await prepareRouter("verify-links", shop);
}, 60_000);

function createShop({ findReceipt, cancel, canReprint }: typeof correct): Service {
  const jobs = new Map<string, string>();
  const receipts = new Set<string>();
  const handlers = {
    placeOrder: ({ body: { title = "" } }: Call) => {
      const number = `job-${receipts.size + 1}`;
      jobs.set(number, title);
      receipts.add(`receipt-${number}`);
      return {
        status: 202,
        headers: { "X-Ticket": number },
        body: { receipt: `receipt-${number}` },
      };
    },
    getJob: ({ path: { number = "" } }: Call) =>
      jobs.has(number)
        ? { status: 200, body: { number, title: jobs.get(number) } }
        : { status: 404 },
    cancelJob: ({ path: { number = "" } }: Call) => {
      const isKnown = jobs.has(number);
      cancel(jobs, number);
      return { status: isKnown ? 204 : 404 };
    },
    getReceipt: ({ path: { code = "" } }: Call) => findReceipt(receipts, code),
    reprint: ({ body: { job: number = "" } }: Call) =>
      canReprint(jobs, number)
        ? { status: 201, body: { number, title: jobs.get(number) ?? "" } }
        : { status: 404 },
  };
  return prepared.createRouter({ handlers });
}

async function findFaults(parts: typeof correct, document: string): Promise<readonly string[]> {
  const { url, close } = await listen(createShop(parts));
  onTestFinished(close);
  const { findings, skipped, unfollowed } = await verify({ document, url });
  expect([skipped, unfollowed]).toEqual([[], []]);
  return findings.map(({ check, message }) => `${check}: ${message}`);
}

test("a correct server has no findings, and every link is followed", async () => {
  expect(await findFaults(correct, prepared.document)).toEqual([]);
});

test.each([
  [
    "a receipt is never found",
    { findReceipt: () => ({ status: 404 }) },
    "created-not-found: The request by the link `receipt` of POST /orders (202) was answered with 404",
  ],
  [
    "a receipt has no pages",
    {
      findReceipt: (receipts: ReadonlySet<string>, code: string) =>
        receipts.has(code) ? { status: 200, body: { code } } : { status: 404 },
    },
    "body-mismatch: The request by the link `receipt` of POST /orders (202) was answered with 200",
  ],
  [
    "an existing job cannot be printed again",
    { canReprint: () => false },
    "created-not-found: The request by the link `again` of GET /jobs/{number} (200) was answered with 404",
  ],
  [
    "a job that was cancelled is still there",
    { cancel: () => undefined },
    "deleted-found: The request for a thing that was just deleted was answered with 200",
  ],
])("only a link finds that %s", async (_, fault, expected) => {
  const faulty = { ...correct, ...fault };
  const found = await findFaults(faulty, prepared.document);
  expect(found[0]).toContain(expected);

  const text = JSON.stringify(shop, (key, value) => (key === "links" ? undefined : value));
  const folder = makeTemporaryFolder({ "openapi.json": text });
  expect(await findFaults(faulty, `${folder}/openapi.json`)).toEqual([]);
});

test("links that cannot be followed are named with the reason", async () => {
  const links = {
    unknown: { operationId: "getInvoice" },
    elsewhere: { operationRef: "https://example.com/api.json#/paths/~1receipts~1{code}/get" },
    misnamed: { operationId: "getJob", parameters: { id: "$response.header.x-ticket" } },
    empty: { operationId: "getJob", parameters: { number: "$response.body#/number" } },
    unfit: { operationId: "getJob", parameters: { number: "".padEnd(41, "x") } },
  };
  const paths = structuredClone(shop.paths);
  Object.assign(paths["/orders"].post.responses, {
    "202": { ...paths["/orders"].post.responses["202"], links },
    "409": { description: "Busy", links: { job: links.misnamed } },
  });
  const folder = makeTemporaryFolder({ "openapi.json": JSON.stringify({ ...shop, paths }) });
  const { url, close } = await listen(createShop(correct));
  onTestFinished(close);
  const { findings, unfollowed } = await verify({ document: `${folder}/openapi.json`, url });
  expect(findings).toEqual([]);
  const lacking =
    "the document does not have the operation that it leads to, or its credentials are not known";
  expect(unfollowed.filter(({ operation }) => operation.startsWith("POST"))).toEqual([
    { operation: "POST /orders (202), link `unknown`", reason: lacking },
    { operation: "POST /orders (202), link `elsewhere`", reason: lacking },
    {
      operation: "POST /orders (202), link `misnamed`",
      reason: "the operation that it leads to has no parameter `id`",
    },
    {
      operation: "POST /orders (202), link `empty`",
      reason:
        "the response had no value for the parameter `number`, which is `$response.body#/number`",
    },
    {
      operation: "POST /orders (202), link `unfit`",
      reason: "no request with its values fits the operation that it leads to",
    },
    {
      operation: "POST /orders (409), link `job`",
      reason: "no request was answered with 409",
    },
  ]);
});
