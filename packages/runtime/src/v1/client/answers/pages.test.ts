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

test("offsets count the items, until the total is reached or a page is empty", async () => {
  const definition = { items: ["items"], offset: ["offset"], total: ["total"] };
  const counted = operation([
    { items: ["a", "b"], total: 3 },
    { items: ["c"], total: 3 },
  ]);
  expect(await collect(items(counted.call, definition, transport))).toEqual(["a", "b", "c"]);
  expect(counted.inputs).toEqual([{ offset: 0 }, { offset: 2 }]);
  const uncounted = operation([{ items: ["a", "b"] }, { items: [] }]);
  await collect(pages(uncounted.call, definition, transport, { offset: 7 }));
  expect(uncounted.inputs).toEqual([{ offset: 7 }, { offset: 9 }]);
  const fromOne = operation([
    { items: ["a", "b"], total: 3 },
    { items: ["c"], total: 3 },
  ]);
  await collect(pages(fromOne.call, { ...definition, first: 1 }, transport));
  expect(fromOne.inputs).toEqual([{ offset: 1 }, { offset: 3 }]);
});

test("an offset list does not ask for the same offset again, even when there should be more", async () => {
  const { inputs, call } = operation([{ items: [], more: true }]);
  const definition = { items: ["items"], offset: ["offset"], more: ["more"] };
  await collect(pages(call, definition, transport));
  expect(inputs).toEqual([{ offset: 0 }]);
});

test("pages that begin at 0 end at the number of pages", async () => {
  const { inputs, call } = operation([
    { items: ["a"], pages: 2 },
    { items: ["b"], pages: 2 },
  ]);
  const definition = { items: ["items"], page: ["page"], first: 0, totalPages: ["pages"] };
  await collect(pages(call, definition, transport));
  expect(inputs).toEqual([{ page: 0 }, { page: 1 }]);
});

test("a list ends where its answers say that there is no more", async () => {
  const numbered = operation([
    { items: [], more: true },
    { items: ["b"], more: false },
  ]);
  const more = { items: ["items"], more: ["more"] };
  await collect(pages(numbered.call, { ...more, page: ["page"] }, transport));
  expect(numbered.inputs).toEqual([{ page: 1 }, { page: 2 }]);
  const cursors = operation([{ items: ["a"], next: "b", more: false }]);
  await collect(pages(cursors.call, { ...more, cursor: ["cursor"], next: ["next"] }, transport));
  expect(cursors.inputs).toEqual([{}]);
});

test("the last item of a page can have the next cursor", async () => {
  const definition = {
    items: ["data"],
    cursor: ["starting_after"],
    last: ["id"],
    more: ["has_more"],
  };
  const { inputs, call } = operation([
    { data: [{ id: "a" }, { id: "b" }], has_more: true },
    { data: [{ id: "c" }], has_more: false },
  ]);
  expect(await collect(items(call, definition, transport))).toHaveLength(3);
  expect(inputs).toEqual([{}, { starting_after: "b" }]);
  const empty = operation([{ data: [], has_more: true }]);
  expect(await collect(items(empty.call, definition, transport))).toEqual([]);
});

test("the type of an item is found behind its path, and is unknown elsewhere", () => {
  interface Page {
    data?: { items: readonly { id: string }[] | null };
  }
  expectTypeOf<PageItem<Page, ["data", "items"]>>().toEqualTypeOf<{ id: string }>();
  expectTypeOf<PageItem<Page, ["other"]>>().toEqualTypeOf<unknown>();
  expectTypeOf<PageItem<string[], []>>().toEqualTypeOf<string>();
});
