import type { Middleware, ParseAs } from "../middleware.ts";
import type { HeadersOptions } from "../requests/headers.ts";
import type {
  ErrorResponse,
  FilterKeys,
  HttpMethod,
  IsRequestBodyOptional,
  MediaType,
  PathsWithMethod,
  Readable,
  RequestBodyContent,
  RequiredKeysOf,
  ResponseObjectMap,
  SuccessResponse,
  Writable,
} from "./openapi-types.ts";
import type { QuerySerializerOptions } from "./serializers.ts";

/** Options of a client. Its further members are options of `fetch`, such as `credentials`. */
export interface ClientOptions extends Omit<RequestInit, "headers"> {
  /** The root of all paths. */
  baseUrl?: string;
  /** Sends requests. Default: the global `fetch`. */
  fetch?: (input: Request) => Promise<Response>;
  /** The class of requests. Default: the global `Request`. */
  Request?: typeof Request;
  querySerializer?: QuerySerializer<unknown> | QuerySerializerOptions;
  bodySerializer?: BodySerializer<unknown>;
  pathSerializer?: PathSerializer;
  headers?: HeadersOptions;
  /** The second argument of `fetch`, for runtimes that take one beside a Request, such as undici's `dispatcher`. */
  requestInitExt?: Record<string, unknown>;
}

/** Writes the query of a call. */
export type QuerySerializer<T> = (
  query: T extends { parameters: infer P }
    ? P extends { query?: infer Q }
      ? NonNullable<Q>
      : Record<string, unknown>
    : Record<string, unknown>,
) => string;

/** Encodes the body of a call. The result is passed to `fetch`. */
export type BodySerializer<T> = (body: RequestBodyContent<T>, headers?: Headers) => unknown;

/** Writes the path of a call. */
export type PathSerializer = (pathname: string, pathParams: Record<string, unknown>) => string;

interface BodyTypes<T> {
  json: T;
  text: string;
  blob: Blob;
  arrayBuffer: ArrayBuffer;
  stream: Response["body"];
}

/** The data of a call by `parseAs`. */
export type ParseAsResponse<T, Options> = Options extends { parseAs: infer As extends ParseAs }
  ? BodyTypes<T>[As]
  : T;

export interface DefaultParamsOption {
  params?: { query?: Record<string, unknown> };
}

/** `params` of a call; required when the operation has a required parameter. */
export type ParamsOption<T> = T extends { parameters: unknown }
  ? RequiredKeysOf<T["parameters"]> extends never
    ? { params?: T["parameters"] }
    : { params: T["parameters"] }
  : DefaultParamsOption;

/** `body` of a call; required when the operation requires a body. */
export type RequestBodyOption<T> =
  Writable<RequestBodyContent<T>> extends never
    ? { body?: never }
    : IsRequestBodyOptional<T> extends true
      ? { body?: Writable<RequestBodyContent<T>> }
      : { body: Writable<RequestBodyContent<T>> };

/** The options of a call that `fetch` does not have. */
export type RequestOptions<T> = ParamsOption<T> &
  RequestBodyOption<T> & {
    baseUrl?: string;
    querySerializer?: QuerySerializer<T> | QuerySerializerOptions;
    bodySerializer?: BodySerializer<T>;
    pathSerializer?: PathSerializer;
    parseAs?: ParseAs;
    fetch?: NonNullable<ClientOptions["fetch"]>;
    headers?: HeadersOptions;
    /** Runs after the client's own. */
    middleware?: Middleware[];
  };

/** All options of a call. */
export type FetchOptions<T> = RequestOptions<T> & Omit<RequestInit, "body" | "headers">;

/** The result of a call: `data` on success, else `error`. The promise rejects only when no answer arrived. */
export type FetchResponse<T, Options, Media extends MediaType> =
  | {
      data: ParseAsResponse<Readable<SuccessResponse<ResponseObjectMap<T>, Media>>, Options>;
      error?: never;
      response: Response;
    }
  | {
      data?: never;
      error: Readable<ErrorResponse<ResponseObjectMap<T>, Media>>;
      response: Response;
    };

/** The options of one method of a path item. `undefined` is allowed when none of them is required. */
export type MaybeOptionalInit<PathItem, Method extends keyof PathItem> =
  RequiredOptions<FetchOptions<FilterKeys<PathItem, Method>>> extends never
    ? FetchOptions<FilterKeys<PathItem, Method>> | undefined
    : FetchOptions<FilterKeys<PathItem, Method>>;

/**
 * The required options. Only `params` and `body` can be required, so only they are checked. While a path is being
 * typed, it may still be any of hundreds. If the compiler had to check all options of each of them, an editor would
 * offer no completions.
 */
type RequiredOptions<Init> = Init extends unknown
  ? RequiredKeysOf<Pick<Init, keyof Init & ("params" | "body")>>
  : never;

/**
 * Further members are passed to the Request. They are added to the type after inference, which needs the plain options.
 */
type InitParam<Init, Auth> =
  RequiredOptions<Init> extends never
    ? [(Init & FurtherOptions<Auth>)?]
    : [Init & FurtherOptions<Auth>];

/** The `auth` of a call has the type of the client's `auth`, when that is known. `false` sends no credentials. */
type FurtherOptions<Auth> = { [key: string]: unknown } & (unknown extends Auth
  ? unknown
  : { readonly auth?: Auth | false | undefined });

type Member<T, K> = K extends keyof T ? T[K] : never;

/**
 * Declared as a method, because the parameters of methods are compared bivariantly: a function that takes any `Client`
 * also accepts one with a typed `auth`.
 */
export type ClientMethod<
  Paths extends object,
  Method extends HttpMethod,
  Media extends MediaType,
  Auth = unknown,
> = {
  call<
    Path extends PathsWithMethod<Paths, Method>,
    Init extends MaybeOptionalInit<Paths[Path], Method & keyof Paths[Path]>,
  >(
    url: Path,
    ...init: InitParam<Init, Auth>
  ): Promise<FetchResponse<Member<Paths[Path], Method>, Init, Media>>;
}["call"];

export type ClientRequestMethod<Paths extends object, Media extends MediaType, Auth = unknown> = {
  call<
    Method extends HttpMethod,
    Path extends PathsWithMethod<Paths, Method>,
    Init extends MaybeOptionalInit<Paths[Path], Method & keyof Paths[Path]>,
  >(
    method: Method,
    url: Path,
    ...init: InitParam<Init, Auth>
  ): Promise<FetchResponse<Member<Paths[Path], Method>, Init, Media>>;
}["call"];

export type ClientForPath<PathItem, Media extends MediaType> = {
  [Method in keyof PathItem as Uppercase<string & Method>]: <
    Init extends MaybeOptionalInit<PathItem, Method>,
  >(
    ...init: InitParam<Init, unknown>
  ) => Promise<FetchResponse<PathItem[Method], Init, Media>>;
};

/** A client by method and path, with openapi-fetch's interface. `Auth` is the type of a call's `auth`. */
export interface Client<Paths extends object, Media extends MediaType = MediaType, Auth = unknown> {
  request: ClientRequestMethod<Paths, Media, Auth>;
  GET: ClientMethod<Paths, "get", Media, Auth>;
  PUT: ClientMethod<Paths, "put", Media, Auth>;
  POST: ClientMethod<Paths, "post", Media, Auth>;
  DELETE: ClientMethod<Paths, "delete", Media, Auth>;
  OPTIONS: ClientMethod<Paths, "options", Media, Auth>;
  HEAD: ClientMethod<Paths, "head", Media, Auth>;
  PATCH: ClientMethod<Paths, "patch", Media, Auth>;
  TRACE: ClientMethod<Paths, "trace", Media, Auth>;
  QUERY: ClientMethod<Paths, "query", Media, Auth>;
  /** Adds middleware to all further calls. */
  use(...middleware: Middleware[]): void;
  /** Removes middleware. */
  eject(...middleware: Middleware[]): void;
}

/** A client by path, then method. */
export type PathBasedClient<Paths extends object, Media extends MediaType = MediaType> = {
  [Path in keyof Paths]: ClientForPath<Paths[Path], Media>;
};

/** The paths of a client that have a method. */
export type ClientPathsWithMethod<C, Method extends HttpMethod> =
  C extends Client<infer Paths, infer _Media, infer _Auth> ? PathsWithMethod<Paths, Method> : never;

/** The data of a client's call. */
export type MethodResponse<
  C,
  Method extends HttpMethod,
  Path extends ClientPathsWithMethod<C, Method>,
  Options = Record<never, never>,
> =
  C extends Client<infer Paths, infer Media, infer _Auth>
    ? NonNullable<FetchResponse<Member<Member<Paths, Path>, Method>, Options, Media>["data"]>
    : never;
