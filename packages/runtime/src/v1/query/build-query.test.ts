import { expect, test } from "vitest";
import { type CallInput, call, createTransport } from "../client.ts";
import {
  buildFollowedQuery,
  buildInfiniteQuery,
  buildMutation,
  buildQuery,
  buildStreamedQuery,
} from "../query.ts";

const transport = createTransport({ baseUrl: "http://localhost" });
const { signal } = new AbortController();

/** An operation that answers with the given values in turn, and records what it was called with. */
function record(answers: readonly unknown[]): {
  readonly calls: unknown[];
  readonly operation: Parameters<typeof buildQuery>[1];
} {
  const calls: unknown[] = [];
  return {
    calls,
    operation: async (given, input, options) => {
      expect(given).toBe(transport);
      return answers[calls.push([input, options]) - 1];
    },
  };
}

test("a query has the group, the operation and the input in its key, and passes its signal", async () => {
  const { calls, operation } = record(["Rex"]);
  const options = { headers: { "x-trace": "1" } };
  const query = buildQuery(["pets", "getPet"], operation, transport, { id: 1 }, options);
  expect(query.queryKey).toEqual(["pets", "getPet", { id: 1 }]);
  expect(await query.queryFn({ signal })).toBe("Rex");
  expect(calls).toEqual([[{ id: 1 }, { ...options, signal }]]);
});

test("keys of calls without an input have an empty one, and end with the media type that was chosen", () => {
  const { operation } = record([]);
  expect(buildQuery(["a", "b"], operation, transport).queryKey).toEqual(["a", "b", {}]);
  expect(
    buildQuery(["a", "b"], operation, transport, undefined, { accept: "text/csv" }).queryKey,
  ).toEqual(["a", "b", {}, { accept: "text/csv" }]);
});

test("the data of an answer without a body is null", async () => {
  const { operation } = record([undefined]);
  expect(await buildQuery(["a", "b"], operation, transport).queryFn({ signal })).toBeNull();
});

test("an infinite query begins at the cursor of its input, and ends without a next one or with the same one", async () => {
  const { calls, operation } = record([{ next: "b" }, { next: "c" }]);
  const definition = { items: ["items"], cursor: ["body", "at"], next: ["next"] };
  const input: CallInput = { body: { at: "a", size: 2 } };
  const query = buildInfiniteQuery(["pets", "list"], operation, definition, transport, input);
  expect(query.queryKey).toEqual(["pets", "list", input, "infinite"]);
  expect(query.initialPageParam).toBe("a");
  const page = await query.queryFn({ signal, pageParam: "a" });
  expect(query.getNextPageParam(page, [page], "a")).toBe("b");
  await query.queryFn({ signal, pageParam: "b" });
  expect(calls).toEqual([
    [{ body: { at: "a", size: 2 } }, { signal }],
    [{ body: { at: "b", size: 2 } }, { signal }],
  ]);
  expect(query.getNextPageParam({ next: null }, [], "b")).toBeUndefined();
  expect(query.getNextPageParam({ next: "b" }, [], "b")).toBeUndefined();
});

test("numbered pages begin at 1, and the caller's idempotency key is sent with the first one only", async () => {
  const { calls, operation } = record([
    { items: [1], total: 2 },
    { items: [2], total: 2 },
  ]);
  const definition = {
    items: ["items"],
    page: ["page"],
    totalPages: ["total"],
    idempotencyKey: ["key"],
  };
  const query = buildInfiniteQuery(["a", "b"], operation, definition, transport, { key: "mine" });
  const first = await query.queryFn({ signal, pageParam: query.initialPageParam });
  const next = query.getNextPageParam(first, [first], query.initialPageParam);
  const last = await query.queryFn({ signal, pageParam: next });
  expect(query.getNextPageParam(last, [first, last], next)).toBeUndefined();
  expect(calls).toEqual([
    [{ key: "mine", page: 1 }, { signal }],
    [{ key: undefined, page: 2 }, { signal }],
  ]);
});

test("an infinite query over next URLs has the body as its data, or the URL of the header beside it", async () => {
  const received: string[] = [];
  const linked = createTransport({
    baseUrl: "http://localhost/v1",
    fetch: async ({ url }) => {
      received.push(url.slice("http://localhost".length));
      const isLast = url.endsWith("=2");
      return Response.json(
        { items: [url], next: isLast ? null : "?page=2" },
        isLast ? {} : { headers: { link: '</v1/pets?page=2>; rel="next"' } },
      );
    },
  });
  const operation = { name: "list", method: "GET", path: "/pets" };
  const list: Parameters<typeof buildFollowedQuery>[1] = (given, input, options) =>
    call(given, operation, input, options);
  const byHeader = buildFollowedQuery(["a", "b"], list, { items: ["items"] }, linked);
  const byBody = buildFollowedQuery(["a", "b"], list, { items: ["items"], next: ["next"] }, linked);
  const first = await byHeader.queryFn({ signal, pageParam: byHeader.initialPageParam });
  expect(first).toMatchObject({ body: { next: "?page=2" }, next: "/v1/pets?page=2" });
  const second = byHeader.getNextPageParam(first, [first], undefined);
  const last = await byHeader.queryFn({ signal, pageParam: second });
  expect(last).toMatchObject({ next: null });
  expect(byHeader.getNextPageParam(last, [first, last], second)).toBeUndefined();
  const page = await byBody.queryFn({ signal, pageParam: byBody.initialPageParam });
  expect(page).toMatchObject({ next: "?page=2" });
  const rest = await byBody.queryFn({
    signal,
    pageParam: byBody.getNextPageParam(page, [page], undefined),
  });
  expect(byBody.getNextPageParam(rest, [page, rest], "?page=2")).toBeUndefined();
  expect(byBody.getNextPageParam({ next: "?page=2" }, [], "?page=2")).toBeUndefined();
  expect(received).toEqual(["/v1/pets", "/v1/pets?page=2", "/v1/pets", "/v1/pets?page=2"]);
});

test("a page without its list is the error of the query", async () => {
  const { operation } = record([{ items: "none" }]);
  const definition = { items: ["items"], page: ["page"] };
  const query = buildInfiniteQuery(["a", "b"], operation, definition, transport);
  await expect(query.queryFn({ signal, pageParam: 1 })).rejects.toThrow("The page has no list");
});

test("the variables of a mutation are the input of its operation", async () => {
  const { calls, operation } = record(["created", undefined]);
  const mutation = buildMutation(["pets", "createPet"], operation, transport, { retries: 0 });
  expect(mutation.mutationKey).toEqual(["pets", "createPet"]);
  expect(await mutation.mutationFn({ body: 1 })).toBe("created");
  expect(await mutation.mutationFn(undefined)).toBeUndefined();
  expect(calls).toEqual([
    [{ body: 1 }, { retries: 0 }],
    [{}, { retries: 0 }],
  ]);
});

test("a streamed query gives TanStack's function the call", async () => {
  const { calls, operation } = record(["stream"]);
  const query = buildStreamedQuery(
    ["pets", "watch"],
    operation,
    ({ streamFn }) =>
      async (context) =>
        await streamFn(context),
    transport,
    { id: 1 },
  );
  expect(query.queryKey).toEqual(["pets", "watch", { id: 1 }]);
  expect(await query.queryFn({ signal })).toBe("stream");
  expect(calls).toEqual([[{ id: 1 }, { signal }]]);
});
