import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import {
  createFetchClient,
  createHooks,
  type MethodResponse,
  type OpenapiQueryClient,
  type QueryKey,
  type QueryOptionsFunction,
  type UseInfiniteQueryMethod,
  type UseMutationMethod,
  type UseQueryMethod,
  type UseSuspenseQueryMethod,
} from "./library.js";
import type { paths } from "./types/index.js";

type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<A, B>(_: Equal<A, B>): void {}

const fetchClient = createFetchClient<paths>({ baseUrl: location.origin });
const $api = createHooks(fetchClient);
const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });

interface Post {
  title: string;
}

function Blog(): ReactNode {
  const { data, error, isPending } = $api.useQuery("get", "/blogposts/{post_id}", {
    params: { path: { post_id: 5 } },
  });
  same<typeof data, Post | undefined>(true);
  same<typeof error, { message: string } | null>(true);
  const missing = $api.useQuery("get", "/blogposts/{post_id}", {
    params: { path: { post_id: 6 } },
  });
  const length = $api.useQuery(
    "get",
    "/blogposts/{post_id}",
    { params: { path: { post_id: 5 } } },
    { select: ({ title }) => title.length, staleTime: 60_000 },
  );
  same<typeof length.data, number | undefined>(true);
  const pages = $api.useInfiniteQuery(
    "get",
    "/blogposts",
    { params: { query: { limit: 1 } } },
    {
      pageParamName: "page",
      initialPageParam: 1,
      getNextPageParam: (last) => last.next,
    },
  );
  const titles = pages.data?.pages.flatMap(({ posts }) => posts.map(({ title }) => title));
  same<typeof titles, string[] | undefined>(true);
  const mutation = $api.useMutation("put", "/blogposts", {
    onSuccess: (created) => {
      same<typeof created, Post>(true);
      void queryClient.invalidateQueries({ queryKey: ["get", "/blogposts"] });
    },
  });
  const removal = $api.useMutation("delete", "/blogposts/{post_id}");
  return (
    <>
      <p id="post">{isPending || !data ? "loading" : error ? "failed" : data.title}</p>
      <p id="missing">{missing.error?.message}</p>
      <p id="length">{length.data}</p>
      <p id="titles">{titles?.join(", ")}</p>
      <p id="created">{mutation.data?.title ?? mutation.error?.message}</p>
      <p id="removed">{removal.status}</p>
      <button type="button" id="more" onClick={() => pages.fetchNextPage()}>
        more
      </button>
      <button type="button" id="add" onClick={() => mutation.mutate({ body: { title: "New" } })}>
        add
      </button>
      <button
        type="button"
        id="remove"
        onClick={() => removal.mutate({ params: { path: { post_id: 5 } } })}
      >
        remove
      </button>
    </>
  );
}

function Suspended(): ReactNode {
  const { data } = $api.useSuspenseQuery("get", "/blogposts/{post_id}", {
    params: { path: { post_id: 7 } },
  });
  same<typeof data, Post>(true);
  return <p id="suspended">{data.title}</p>;
}

function Keys(): ReactNode {
  const init = { params: { path: { post_id: 5 } } };
  const options = $api.queryOptions("get", "/blogposts/{post_id}", init);
  const bare = $api.queryOptions("get", "/ping", undefined, { staleTime: 5 });
  return <p id="keys">{JSON.stringify([options.queryKey, bare.queryKey, bare.staleTime])}</p>;
}

export type PostOfHooks = MethodResponse<typeof $api, "get", "/blogposts/{post_id}">;
same<PostOfHooks, Post>(true);

/** Paths that have every method, as openapi-react-query asks for in its exported types. */
type Paths = Record<
  "/ping",
  Record<"get" | "put" | "post" | "delete" | "options" | "head" | "patch" | "trace", object>
>;

/** The types that the library exports. */
export interface Exported {
  client: OpenapiQueryClient<paths>;
  key: QueryKey<Paths, "get", "/ping">;
  options: QueryOptionsFunction<Paths, "application/json">;
  query: UseQueryMethod<Paths, "application/json">;
  suspense: UseSuspenseQueryMethod<Paths, "application/json">;
  infinite: UseInfiniteQueryMethod<Paths, "application/json">;
  mutation: UseMutationMethod<Paths, "application/json">;
}

export function useMistakes(): void {
  // @ts-expect-error no such path
  $api.useQuery("get", "/nothing");
  // @ts-expect-error the path does not have the method
  $api.useQuery("post", "/ping");
  // @ts-expect-error a path parameter is required
  $api.useQuery("get", "/blogposts/{post_id}");
  // @ts-expect-error not a number
  $api.useSuspenseQuery("get", "/blogposts/{post_id}", { params: { path: { post_id: "5" } } });
  // @ts-expect-error a title is required
  $api.useMutation("put", "/blogposts").mutate({ body: {} });
}

const root = document.createElement("div");
document.body.append(root);
createRoot(root).render(
  <QueryClientProvider client={queryClient}>
    <Blog />
    <Keys />
    <Suspense fallback="waiting">
      <Suspended />
    </Suspense>
  </QueryClientProvider>,
);
