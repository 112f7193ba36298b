/** The methods that `paths` may have. */
export type HttpMethod =
  | ("get" | "put" | "post" | "delete" | "options" | "head" | "patch" | "trace")
  | "query";

/** Any media type. */
export type MediaType = `${string}/${string}`;

type SuccessStatus = 200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | 208 | 226 | "2XX";

/** The paths that have a method. */
export type PathsWithMethod<Paths extends object, Method extends HttpMethod> = {
  [Path in keyof Paths]: Paths[Path] extends { [M in Method]: unknown } ? Path : never;
}[keyof Paths];

/** The members of an object whose names match. */
export type FilterKeys<T, Names> = T[keyof T & Names];

/** The names of the required members, or `never` when all are optional. */
export type RequiredKeysOf<T> = RequiredKeys<T> extends undefined ? never : RequiredKeys<T>;
type RequiredKeys<T> = {
  [K in keyof T]: Record<never, never> extends Pick<T, K> ? never : K;
}[keyof T];

/** The responses of an operation by status. */
export type ResponseObjectMap<T> = T extends { responses: unknown } ? T["responses"] : unknown;

type Content<T> = T extends { content: unknown } ? T["content"] : unknown;
type RequestBody<T> = "requestBody" extends keyof T ? T["requestBody"] : never;

/** True when an operation may be called without its body. */
export type IsRequestBodyOptional<T> =
  RequiredKeysOf<"requestBody" extends keyof T ? Pick<T, "requestBody"> : never> extends never
    ? true
    : false;

type BodyMedia<T> =
  IsRequestBodyOptional<T> extends true
    ? Content<NonNullable<RequestBody<T>>> | undefined
    : Content<RequestBody<T>>;

/** The union of the bodies that an operation takes, of all its media types. */
export type RequestBodyContent<T> =
  FilterKeys<BodyMedia<T>, MediaType> extends never
    ? FilterKeys<NonNullable<BodyMedia<T>>, MediaType> | undefined
    : FilterKeys<BodyMedia<T>, MediaType>;

type ContentOf<Response, Media extends MediaType> = Response extends { content?: infer C }
  ? [FilterKeys<NonNullable<C>, Media>] extends [never]
    ? C
    : FilterKeys<NonNullable<C>, Media>
  : never;

/** The success answers of an operation: those of one media type, by default of all. */
export type SuccessResponse<Responses, Media extends MediaType = MediaType> = {
  [Status in keyof Responses]: Status extends SuccessStatus
    ? ContentOf<Responses[Status], Media>
    : never;
}[keyof Responses];

/** The other answers of an operation. */
export type ErrorResponse<Responses, Media extends MediaType = MediaType> = {
  [Status in keyof Responses]: Status extends SuccessStatus | InformationStatus
    ? never
    : ContentOf<Responses[Status], Media>;
}[keyof Responses];

/** These are not errors, and `fetch` does not return them. */
type InformationStatus =
  | 100
  | 101
  | 102
  | 103
  | 300
  | 301
  | 302
  | 303
  | 304
  | 305
  | 307
  | 308
  | "1XX"
  | "3XX";

interface ReadMarker {
  readonly $read: unknown;
}
interface WriteMarker {
  readonly $write: unknown;
}

/** The type of an answer: properties marked `$Write` are removed, `$Read` is unwrapped. */
export type Readable<T> = 0 extends 1 & T
  ? T
  : T extends WriteMarker
    ? never
    : T extends { readonly $read: infer U }
      ? Readable<U>
      : T extends (infer Item)[]
        ? Readable<Item>[]
        : T extends object
          ? { [K in keyof T as NonNullable<T[K]> extends WriteMarker ? never : K]: Readable<T[K]> }
          : T;

/** The type of a request: properties marked `$Read` are removed, `$Write` is unwrapped. */
export type Writable<T> = 0 extends 1 & T
  ? T
  : T extends ReadMarker
    ? never
    : T extends { readonly $write: infer U }
      ? Writable<U>
      : T extends (infer Item)[]
        ? Writable<Item>[]
        : T extends object
          ? {
              [K in keyof T as NonNullable<T[K]> extends ReadMarker ? never : K]: Writable<T[K]>;
            } & {
              [K in keyof T as NonNullable<T[K]> extends ReadMarker ? K : never]?: never;
            }
          : T;
