import { expect, expectTypeOf, test } from "vitest";
import { type CallInput, createTransport, items, type PageItem, pages } from "../../client.ts";

const transport = createTransport({ baseUrl: "http://localhost" });

async function collect<T>(list: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of list) {
    all.push(item);
  }
  return all;
}

/** An operation that answers with the given pages in turn and records its inputs. */
function operation(answers: readonly unknown[]): {
  inputs: CallInput[];
  call: Parameters<typeof pages>[0];
} {
  const inputs: CallInput[] = [];
  return {
    inputs,
    call: async (_, input) => answers[inputs.push(input) - 1],
  };
}

test("a cursor list is followed from the input's cursor on until the answer gives none", async () => {
  const { inputs, call } = operation([
    { data: { items: [1, 2] }, next: "b" },
    { data: { items: [] }, next: "c" },
    { data: { items: [3] }, next: null },
  ]);
  const definition = { items: ["data", "items"], cursor: ["body", "cursor"], next: ["next"] };
  const input = { body: { size: 2, cursor: "a" }, other: true };
  expect(await collect(items(call, definition, transport, input))).toEqual([1, 2, 3]);
  expect(inputs).toEqual(
    ["a", "b", "c"].map((cursor) => ({ body: { size: 2, cursor }, other: true })),
  );
  expect(input.body.cursor).toBe("a");
});

test("the caller's idempotency key is sent with the first page only", async () => {
  const { inputs, call } = operation([{ next: "b" }, {}]);
  const definition = { items: [], cursor: ["cursor"], next: ["next"], idempotencyKey: ["key"] };
  await collect(pages(call, definition, transport, { key: "mine" }));
  expect(inputs).toEqual([{ key: "mine" }, { cursor: "b", key: undefined }]);
});

test("nothing is requested that the loop does not want", async () => {
  const { inputs, call } = operation([
    { items: [1], next: "b" },
    { items: [2], next: "c" },
  ]);
  for await (const _ of items(
    call,
    { items: ["items"], cursor: ["cursor"], next: ["next"] },
    transport,
  )) {
    break;
  }
  expect(inputs).toEqual([{}]);
});

test("a list that repeats the cursor of its request ends with an error", async () => {
  const { call } = operation([{ next: "a" }, { next: "a" }, { next: "a" }]);
  const list = pages(call, { items: ["items"], cursor: ["cursor"], next: ["next"] }, transport);
  await expect(collect(list)).rejects.toThrow('the same cursor twice: "a"');
});

test("a page without its list has no items, and another value there is an error", async () => {
  const definition = { items: ["data", "items"], cursor: ["cursor"], next: ["next"] };
  const read = (page: unknown): Promise<unknown[]> =>
    collect(items(operation([page]).call, definition, transport));
  expect(await read({ data: { items: null } })).toEqual([]);
  expect(await read({})).toEqual([]);
  await expect(read({ data: { items: { a: 1 } } })).rejects.toThrow(
    "The page has no list at data.items, but object",
  );
});

test("a page list ends with its last page", async () => {
  const { inputs, call } = operation([1, 2, 3].map((page) => ({ items: [page], total: 3 })));
  const definition = { items: ["items"], page: ["page"], totalPages: ["total"] };
  expect(await collect(items(call, definition, transport, { page: 2 }))).toEqual([1, 2]);
  expect(inputs).toEqual([{ page: 2 }, { page: 3 }]);
});

test("a page list without a number of pages ends with an empty page", async () => {
  const { inputs, call } = operation([{ items: ["x"] }, { items: [] }]);
  expect(await collect(pages(call, { items: ["items"], page: ["page"] }, transport))).toHaveLength(
    2,
  );
  expect(inputs).toEqual([{ page: 1 }, { page: 2 }]);
});

test("the type of an item is found behind its path, and is unknown elsewhere", () => {
  interface Page {
    data?: { items: readonly { id: string }[] | null };
  }
  expectTypeOf<PageItem<Page, ["data", "items"]>>().toEqualTypeOf<{ id: string }>();
  expectTypeOf<PageItem<Page, ["other"]>>().toEqualTypeOf<unknown>();
  expectTypeOf<PageItem<string[], []>>().toEqualTypeOf<string>();
});
