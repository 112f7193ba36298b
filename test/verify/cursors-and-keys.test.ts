import { verify } from "specwright";
import { expect, onTestFinished, test } from "vitest";
import { listen, prepareRouter, type Service } from "./serve-router.ts";

const json = (schema: object): object => ({
  description: "Done",
  content: { "application/json": { schema } },
});
const text = { type: "string", minLength: 1, maxLength: 50 };
const note = { type: "object", required: ["text"], properties: { text } };
const refusals = { "4XX": { description: "Refused" } };

/** Notes, in pages that a cursor continues. A request with a key that another request had is refused. */
const notes = {
  openapi: "3.1.0",
  info: { title: "Notes", version: "1.0.0" },
  paths: {
    "/notes": {
      get: {
        operationId: "listNotes",
        "x-pagination": {
          ...{ type: "cursor", items: "/items", next: "/next" },
          ...{ cursor: "query.cursor", limit: "query.limit" },
        },
        parameters: [
          { name: "cursor", in: "query", schema: text, example: "a cursor of the documentation" },
          { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 5 } },
        ],
        responses: {
          "200": json({
            type: "object",
            required: ["items"],
            properties: { items: { type: "array", items: note }, next: text },
          }),
          ...refusals,
        },
      },
      post: {
        operationId: "createNote",
        parameters: [
          { name: "Idempotency-Key", in: "header", schema: text, example: "a key that all copy" },
        ],
        requestBody: { required: true, content: { "application/json": { schema: note } } },
        responses: { "201": json(note), ...refusals },
      },
    },
  },
};

interface Call {
  readonly query: { readonly cursor?: string; readonly limit?: number };
  readonly header: Readonly<Record<string, string>>;
  readonly body: { readonly text: string };
}

const prepared = await prepareRouter("verify-cursors-and-keys", notes);

function createNotes(readCursor: (cursor: string) => number | undefined): Service {
  const all = ["one", "two", "three", "four"];
  const keys = new Set<string>();
  return prepared.createRouter({
    handlers: {
      listNotes: ({ query: { cursor = "after 0", limit = 5 } }: Call) => {
        const start = readCursor(cursor);
        const end = (start ?? 0) + limit;
        const items = all.slice(start, end).map((each) => ({ text: each }));
        const next = end < all.length ? { next: `after ${end}` } : {};
        return start === undefined ? { status: 400 } : { status: 200, body: { items, ...next } };
      },
      createNote: ({ header: { "Idempotency-Key": key }, body }: Call) => {
        if (key !== undefined && keys.has(key)) {
          return { status: 422 };
        }
        keys.add(key ?? "");
        all.push(body.text);
        return { status: 201, body };
      },
    },
  });
}

async function findFaults(service: Service): Promise<readonly string[]> {
  const { url, close } = await listen(service);
  onTestFinished(close);
  const { findings } = await verify({ document: prepared.document, url });
  return findings.map(({ check, operation, message }) => `${check} ${operation}: ${message}`);
}

const readOwn = (cursor: string): number | undefined => {
  const [, start] = /^after (\d)$/.exec(cursor) ?? [];
  return start === undefined ? undefined : Number(start);
};

test("cursors come from the server, and each request has a key of its own", async () => {
  expect(await findFaults(createNotes(readOwn))).toEqual([]);
});

test("a cursor that the server does not accept, and one that it ignores, are found", async () => {
  const refuse = (cursor: string): number | undefined => (cursor === "after 0" ? 0 : undefined);
  expect(await findFaults(createNotes(refuse))).toEqual([
    "valid-refused GET /notes: The request for the second page of a list was answered with 400: the request fits the document.",
  ]);
  expect(await findFaults(createNotes(() => 0))).toEqual([
    "parameter-ignored GET /notes: The request for the second page of a list was answered with 200: `query.cursor` asked for the second page, and the answer has the items of the first page.",
  ]);
});
