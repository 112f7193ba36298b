import {
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useSuspenseQuery,
} from "@tanstack/react-query";
import type { Client } from "../client/document-client/client-types.ts";
import type { MediaType } from "../client/document-client/openapi-types.ts";
import { toPlainInput } from "./build-key.ts";
import { toData } from "./build-query.ts";
import type { OpenapiQueryClient } from "./hook-types.ts";

/** The options of a call, as far as hooks know them. */
interface CallInit {
  readonly params?: { readonly query?: Readonly<Record<string, unknown>> };
}

type Key = readonly [method: string, path: string, init?: unknown];

interface Context {
  readonly signal: AbortSignal;
  readonly pageParam?: unknown;
}

/** A client without the types of a document. */
interface AnyClient {
  request(
    method: string,
    path: string,
    init: object | undefined,
  ): Promise<{ data?: unknown; error?: unknown; response: Response }>;
}

type Options = Readonly<Record<string, unknown>>;

/**
 * Hooks of TanStack Query by method and path, over `createClient`, with the interface of openapi-react-query: `useQuery`,
 * `useSuspenseQuery`, `useInfiniteQuery`, `useMutation` and `queryOptions`. The packages react and @tanstack/react-query
 * have to be installed.
 *
 * An answer that is not a success is the error of the query. One without a body is an Error with the status, where
 * openapi-react-query takes it for a success.
 *
 * @example
 * ```ts
 * import { createQueryHooks } from "@specwright/runtime/v1/react-query";
 * import { createClient } from "./generated/client/index.js";
 *
 * const $api = createQueryHooks(createClient({ baseUrl: "http://localhost:3000" }));
 *
 * export function useNote(note_id: string): string | undefined {
 *   const { data } = $api.useQuery("get", "/notes/{note_id}", { params: { path: { note_id } } });
 *   return data?.text;
 * }
 * ```
 */
export function createQueryHooks<Paths extends object, Media extends MediaType, Auth>(
  client: Client<Paths, Media, Auth>,
): OpenapiQueryClient<Paths, Media> {
  // Only the types of its methods differ.
  const any = client as unknown as AnyClient;
  const callQuery = (
    method: string,
    path: string,
    init: CallInit | undefined,
    signal: AbortSignal,
  ) => callForData(any, method, path, { signal, ...init }).then(toData);
  const queryOptions = (method: string, path: string, init?: CallInit, options?: Options) => ({
    // TanStack cannot hash a bigint, so the call does not come from the key.
    queryKey: (init === undefined
      ? [method, path]
      : [method, path, toPlainInput({ ...init })]) as Key,
    queryFn: ({ signal }: Context) => callQuery(method, path, init, signal),
    ...options,
  });
  const hooks = {
    queryOptions,
    useQuery: (
      method: string,
      path: string,
      init?: CallInit,
      options?: Options,
      queryClient?: QueryClient,
    ) => useQuery(queryOptions(method, path, init, options), queryClient),
    useSuspenseQuery: (
      method: string,
      path: string,
      init?: CallInit,
      options?: Options,
      queryClient?: QueryClient,
    ) => useSuspenseQuery(queryOptions(method, path, init, options), queryClient),
    useInfiniteQuery: (
      method: string,
      path: string,
      init: CallInit | undefined,
      { pageParamName = "cursor", ...options }: PageOptions,
      queryClient?: QueryClient,
    ) =>
      useInfiniteQuery(
        {
          queryKey: queryOptions(method, path, init).queryKey,
          queryFn: ({ pageParam = 0, signal }: Context) =>
            callQuery(method, path, addPageParam(init, pageParamName, pageParam), signal),
          ...options,
        },
        queryClient,
      ),
    useMutation: (method: string, path: string, options?: Options, queryClient?: QueryClient) =>
      useMutation(
        {
          mutationKey: [method, path],
          mutationFn: (init: object | undefined) => callForData(any, method, path, init),
          ...options,
        },
        queryClient,
      ),
  };
  // The types of the interface come from the document, and do not exist at run time.
  return hooks as unknown as OpenapiQueryClient<Paths, Media>;
}

interface PageOptions {
  readonly pageParamName?: string;
  readonly initialPageParam: unknown;
  readonly getNextPageParam: (page: unknown) => unknown;
}

function addPageParam(init: CallInit | undefined, name: string, value: unknown): CallInit {
  const query = { ...init?.params?.query, [name]: value };
  return { ...init, params: { ...init?.params, query } };
}

/** The data of a call. */
async function callForData(
  client: AnyClient,
  method: string,
  path: string,
  init: object | undefined,
): Promise<unknown> {
  const { data, error, response } = await client.request(method, path, init);
  if (!response.ok) {
    throw (
      error || new Error(`${method.toUpperCase()} ${path} was answered with ${response.status}`)
    );
  }
  return data;
}
