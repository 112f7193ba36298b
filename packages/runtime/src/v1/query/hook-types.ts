import type {
  InfiniteData,
  QueryClient,
  SkipToken,
  UseInfiniteQueryOptions,
  UseInfiniteQueryResult,
  UseMutationOptions,
  UseMutationResult,
  UseQueryOptions,
  UseQueryResult,
  UseSuspenseQueryOptions,
  UseSuspenseQueryResult,
} from "@tanstack/react-query";
import type { FetchResponse, MaybeOptionalInit } from "../client/document-client/client-types.ts";
import type {
  HttpMethod,
  MediaType,
  PathsWithMethod,
  RequiredKeysOf,
} from "../client/document-client/openapi-types.ts";

/** The options of the call of an operation. */
type InitOf<
  Paths extends object,
  Method extends HttpMethod,
  Path extends keyof Paths,
> = MaybeOptionalInit<Paths[Path], Method & keyof Paths[Path]>;

/** Both results of a call, each without undefined. */
type ResponseOf<
  Paths extends object,
  Method extends HttpMethod,
  Path extends keyof Paths,
  Init,
  Media extends MediaType,
> = Required<FetchResponse<Paths[Path][Method & keyof Paths[Path]], Init, Media>>;

interface AnyResponse {
  readonly data: unknown;
  readonly error: unknown;
}

/** The data after `select`. */
type Selected<Data, Select> = Select extends (data: Data) => infer Result ? Result : Data;

interface Selecting {
  readonly select?: unknown;
}
type SelectOf<Options> = Options extends Selecting ? Options["select"] : undefined;

/** Further members are passed to the call. */
type Given<Init> = Init & { [key: string]: unknown };

/** `init` may be left out when no member of it is required. */
type Rest<Init, Further extends readonly unknown[]> =
  RequiredKeysOf<Init> extends never
    ? [init?: Given<Init>, ...further: Further]
    : [init: Given<Init>, ...further: Further];

/** The key of a query: method, path and, if it was given, `init`. */
export type QueryKey<
  Paths extends object,
  Method extends HttpMethod,
  Path extends PathsWithMethod<Paths, Method>,
  Init = InitOf<Paths, Method, Path>,
> = Init extends undefined ? readonly [Method, Path] : readonly [Method, Path, Init];

type OwnOptions = "queryKey" | "queryFn";

/** The data of a call after `select` of the options. */
type DataOf<Response extends AnyResponse, Options> = Selected<Response["data"], SelectOf<Options>>;

/** TanStack's options of a query of an operation. */
type OptionsOf<
  Paths extends object,
  Method extends HttpMethod,
  Path extends PathsWithMethod<Paths, Method>,
  Response extends AnyResponse,
  Options,
> = UseQueryOptions<
  Response["data"],
  Response["error"],
  DataOf<Response, Options>,
  QueryKey<Paths, Method, Path>
>;

/** `queryOptions` of the hooks: the options of a query, for hooks and methods of TanStack Query. */
export type QueryOptionsFunction<Paths extends object, Media extends MediaType> = <
  Method extends HttpMethod,
  Path extends PathsWithMethod<Paths, Method>,
  Init extends InitOf<Paths, Method, Path>,
  Response extends AnyResponse & ResponseOf<Paths, Method, Path, Init, Media>,
  Options extends Omit<OptionsOf<Paths, Method, Path, Response, Options>, OwnOptions>,
>(
  method: Method,
  path: Path,
  ...rest: Rest<Init, [options?: Options]>
) => NoInfer<BuiltOptions<OptionsOf<Paths, Method, Path, Response, Options>>>;

type BuiltOptions<Options extends { queryFn?: unknown }> = Omit<Options, "queryFn"> & {
  queryFn: Exclude<Options["queryFn"], SkipToken | undefined>;
};

/** `useQuery` of the hooks. */
export type UseQueryMethod<Paths extends object, Media extends MediaType> = <
  Method extends HttpMethod,
  Path extends PathsWithMethod<Paths, Method>,
  Init extends InitOf<Paths, Method, Path>,
  Response extends AnyResponse & ResponseOf<Paths, Method, Path, Init, Media>,
  Options extends Omit<OptionsOf<Paths, Method, Path, Response, Options>, OwnOptions>,
>(
  method: Method,
  url: Path,
  ...rest: Rest<Init, [options?: Options, queryClient?: QueryClient]>
) => UseQueryResult<DataOf<Response, Options>, Response["error"]>;

/** `useSuspenseQuery` of the hooks. */
export type UseSuspenseQueryMethod<Paths extends object, Media extends MediaType> = <
  Method extends HttpMethod,
  Path extends PathsWithMethod<Paths, Method>,
  Init extends InitOf<Paths, Method, Path>,
  Response extends AnyResponse & ResponseOf<Paths, Method, Path, Init, Media>,
  Options extends Omit<
    UseSuspenseQueryOptions<
      Response["data"],
      Response["error"],
      DataOf<Response, Options>,
      QueryKey<Paths, Method, Path>
    >,
    OwnOptions
  >,
>(
  method: Method,
  url: Path,
  ...rest: Rest<Init, [options?: Options, queryClient?: QueryClient]>
) => UseSuspenseQueryResult<DataOf<Response, Options>, Response["error"]>;

/**
 * `useInfiniteQuery` of the hooks. The parameter of the page is sent as a query parameter, by default as `cursor`, and is
 * 0 for the first page unless `initialPageParam` says otherwise.
 */
export type UseInfiniteQueryMethod<Paths extends object, Media extends MediaType> = <
  Method extends HttpMethod,
  Path extends PathsWithMethod<Paths, Method>,
  Init extends InitOf<Paths, Method, Path>,
  Response extends AnyResponse & ResponseOf<Paths, Method, Path, Init, Media>,
  Options extends Omit<
    UseInfiniteQueryOptions<
      Response["data"],
      Response["error"],
      Selected<InfiniteData<Response["data"]>, SelectOf<Options>>,
      QueryKey<Paths, Method, Path>,
      unknown
    >,
    OwnOptions
  > & { pageParamName?: string },
>(
  method: Method,
  url: Path,
  init: Given<Init>,
  options: Options,
  queryClient?: QueryClient,
) => UseInfiniteQueryResult<
  Selected<InfiniteData<Response["data"]>, SelectOf<Options>>,
  Response["error"]
>;

/** `useMutation` of the hooks. The variables of the mutation are the options of the call. */
export type UseMutationMethod<Paths extends object, Media extends MediaType> = <
  Method extends HttpMethod,
  Path extends PathsWithMethod<Paths, Method>,
  Init extends InitOf<Paths, Method, Path>,
  Response extends AnyResponse & ResponseOf<Paths, Method, Path, Init, Media>,
  OnMutateResult = unknown,
>(
  method: Method,
  url: Path,
  options?: Omit<
    UseMutationOptions<Response["data"], Response["error"], Init, OnMutateResult>,
    "mutationKey" | "mutationFn"
  >,
  queryClient?: QueryClient,
) => UseMutationResult<Response["data"], Response["error"], Init, OnMutateResult>;

/** The hooks, with the interface of openapi-react-query. */
export interface OpenapiQueryClient<Paths extends object, Media extends MediaType = MediaType> {
  queryOptions: QueryOptionsFunction<Paths, Media>;
  useQuery: UseQueryMethod<Paths, Media>;
  useSuspenseQuery: UseSuspenseQueryMethod<Paths, Media>;
  useInfiniteQuery: UseInfiniteQueryMethod<Paths, Media>;
  useMutation: UseMutationMethod<Paths, Media>;
}

/** The data of an operation. */
export type MethodResponse<
  Hooks,
  Method extends HttpMethod,
  Path extends Hooks extends OpenapiQueryClient<infer Paths, infer _Media>
    ? PathsWithMethod<Paths, Method>
    : never,
  Options = object,
> =
  Hooks extends OpenapiQueryClient<infer Paths, infer Media>
    ? Path extends keyof Paths
      ? NonNullable<FetchResponse<Paths[Path][Method & keyof Paths[Path]], Options, Media>["data"]>
      : never
    : never;
