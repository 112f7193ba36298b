import type {
  encodeCookies,
  encodeHeaders,
  encodePath,
  encodeQuery,
  joinQuery,
  ParameterDefinition,
} from "../parameters.ts";
import type { Answer } from "./answers/read-answer.ts";
import type { OperationSecurity } from "./auth/security.ts";
import type { HeadersOptions } from "./requests/headers.ts";

/** A parameter of an operation, and the place of its value in the input. */
export interface ClientParameter extends ParameterDefinition {
  /**
   * True when the value is `input.<location>.<name>`, as for every header and cookie. Default: false, `input.<name>`.
   */
  readonly grouped?: boolean;
}

/** A body that `fetch` accepts. */
export type RequestBody = NonNullable<RequestInit["body"]>;

/** Encodes a body for `fetch`. A `multipart/*` encoder returns a Blob whose type has the boundary. */
export type BodyEncoder = (body: unknown) => RequestBody;

/** An encoded body. Without `contentType`, `fetch` uses the body's own type, such as that of a Blob. */
export interface EncodedBody {
  readonly body: RequestBody | undefined;
  readonly contentType?: string;
}

/**
 * Encoders for the parts of a request. An operation lists only the encoders that it needs, so that a bundle does not
 * contain the others. A parameter in a location without an encoder is not sent.
 */
export interface RequestEncoders {
  readonly path?: typeof encodePath;
  /** Of parameters in `query` and `querystring`. */
  readonly query?: typeof encodeQuery;
  readonly header?: typeof encodeHeaders;
  readonly cookie?: typeof encodeCookies;
  /** Makes an idempotency key for a call without one. */
  readonly key?: () => string;
  /**
   * Joins path and query, for a document's path that has a query or a fragment itself, such as `/responses?beta=true`.
   * Default: `path?query`.
   */
  readonly target?: typeof joinQuery;
  readonly body?: (
    operation: ClientOperation,
    input: CallInput,
    wanted: string | undefined,
  ) => EncodedBody;
}

/** A generated client's description of one operation, as plain data from the document. */
export interface ClientOperation {
  readonly name: string;
  /** In upper case, such as `GET`. */
  readonly method: string;
  /** The path template. */
  readonly path: string;
  /**
   * The operation's own server. `url` is used instead of the transport's base URL when that equals `insteadOf`, the
   * document's base URL.
   */
  readonly server?: { readonly url: string; readonly insteadOf: string };
  /** Adds the credentials that the operation needs. */
  readonly security?: OperationSecurity;
  readonly parameters?: readonly ClientParameter[];
  /** Default: no encoders with `invoke`, all of them with `call`. */
  readonly encoders?: RequestEncoders;
  /** The encoders of the body by media type. The first one is used unless the call names another. */
  readonly body?: Readonly<Record<string, BodyEncoder>>;
  /** True when `input.contentType` chooses among several media types of the body. Default: false. */
  readonly choosesContentType?: boolean;
  /** The name of the header parameter for idempotency keys, such as `Idempotency-Key`, when the operation has one. */
  readonly idempotencyKey?: string;
  /** The `accept` header, for operations that answer with more than one media type. */
  readonly accept?: string;
  /**
   * The media types of successes by status (`200`, `2XX`, `default`), with an empty list for an answer without a body.
   * When absent, every answer is read by its own media type.
   */
  readonly answers?: Readonly<Record<string, readonly string[]>>;
  /** Readers for answers that are streams of items. Keys are media types in lower case, without parameters. */
  readonly streams?: Readonly<Record<string, StreamReader>>;
  /** Reads the text of answers that are not JSON, for operations that have such answers. Default: as UTF-8. */
  readonly readText?: (response: Response) => Promise<string>;
  /** Parses JSON instead of `JSON.parse`. */
  readonly parse?: (text: string) => unknown;
  /** Reads the documented headers of an answer. */
  readonly readHeaders?: (response: Response) => Readonly<Record<string, unknown>>;
}

/** The connection behind a stream of items. */
export interface StreamConnection {
  /** The signal of the call. */
  readonly signal: AbortSignal | undefined;
  /** The name of the operation and, below, its answer, for errors. */
  readonly operation: string;
  readonly response: Response;
  /** The data of the event that ends the stream. It replaces the one of the operation. */
  readonly terminator?: string | undefined;
  /** True to send a new request for the rest when a stream of events ends or breaks. */
  readonly reconnect?: boolean | undefined;
  /** Makes the call again, with further headers. Rejects with the same errors as the call. */
  readonly repeat: (headers: HeadersOptions) => Promise<Answer>;
}

/**
 * Reads the items of an answer's body as they arrive.
 *
 * @param parse parses the text of an item instead of `parseItem`
 */
export type StreamReader = (
  body: ReadableStream<Uint8Array>,
  connection: StreamConnection,
  parse?: (text: string) => unknown,
) => AsyncGenerator<unknown, void, undefined>;

/**
 * A call's input: parameters by name, grouped ones below their location, and the body, such as `{ slug: "a", header: {
 * "if-match": "x" }, body: {} }`.
 */
export type CallInput = Readonly<Record<string, unknown>>;

/** An option of calls that only iterators set. */
export interface FollowedCall {
  /**
   * Chooses the URL of the request, which the input would give another one.
   *
   * @param own the URL that follows from the input
   */
  readonly target?: (own: string) => string;
}

/** The input of an operation without parameters and body. */
export type NoInput = Readonly<Record<string, never>>;
