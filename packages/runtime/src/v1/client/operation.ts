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

/** A parameter of an operation, and where its value stands in the input. */
export interface ClientParameter extends ParameterDefinition {
  /** The value is `input.<location>.<name>`, as that of every header and cookie. Default: `input.<name>`. */
  readonly grouped?: boolean;
}

/** A body that `fetch` takes. */
export type RequestBody = NonNullable<RequestInit["body"]>;

/** Makes what `fetch` sends of a body. `multipart/*` brings its own content type, with the boundary. */
export type BodyEncoder = (body: unknown) => RequestBody;

/** A body as it is sent; without a content type, `fetch` takes that of the body. */
export interface EncodedBody {
  readonly body: RequestBody | undefined;
  readonly contentType?: string;
}

/**
 * Encoders for the parts of a request. An operation names those that it needs, so that a bundle has no others: a parameter
 * in a place without an encoder is not sent.
 */
export interface RequestEncoders {
  readonly path?: typeof encodePath;
  /** Of parameters in `query` and `querystring`. */
  readonly query?: typeof encodeQuery;
  readonly header?: typeof encodeHeaders;
  readonly cookie?: typeof encodeCookies;
  /** Makes the idempotency key of a call that is given none. */
  readonly key?: () => string;
  /** For a path with a query or a fragment of its own. Default: the query is put behind the path. */
  readonly target?: typeof joinQuery;
  readonly body?: (
    operation: ClientOperation,
    input: CallInput,
    wanted: string | undefined,
  ) => EncodedBody;
}

/** A generated client's description of one operation: plain data, as the document has it. */
export interface ClientOperation {
  readonly name: string;
  /** In upper case, such as `GET`. */
  readonly method: string;
  /** The path template. */
  readonly path: string;
  /** A server of its own: it takes the place of the transport's base URL where that is the document's. */
  readonly server?: { readonly url: string; readonly insteadOf: string };
  /** Adds the credentials that the operation needs. */
  readonly security?: OperationSecurity;
  readonly parameters?: readonly ClientParameter[];
  /** Default: none with `invoke`, all of them with `call`. */
  readonly encoders?: RequestEncoders;
  /** By media type; the first one is sent unless the call names another. */
  readonly body?: Readonly<Record<string, BodyEncoder>>;
  /** True when `input.contentType` chooses among several media types of the body. Default: false. */
  readonly choosesContentType?: boolean;
  /** The name of the header parameter that makes a repeated call harmless, when the operation declares it. */
  readonly idempotencyKey?: string;
  /** The `accept` header, for operations that answer with more than one media type. */
  readonly accept?: string;
  /**
   * The media types of successes by status (`200`, `2XX`, `default`), empty for an answer without a body. Without it any
   * answer is taken as its own media type says.
   */
  readonly answers?: Readonly<Record<string, readonly string[]>>;
  /** The readers of answers that are streams of items, by media type without parameters, in lower case. */
  readonly streams?: Readonly<Record<string, StreamReader>>;
  /** Reads the documented headers of an answer. */
  readonly readHeaders?: (response: Response) => Readonly<Record<string, unknown>>;
}

/** The connection behind a stream of items. */
export interface StreamConnection {
  /** The signal of the call. */
  readonly signal: AbortSignal | undefined;
  /** The name of the operation, and its answer: for errors. */
  readonly operation: string;
  readonly response: Response;
  /** The data of the event that ends the stream, in place of the operation's. */
  readonly terminator?: string | undefined;
  /** True to read on with a new request when a stream of events ends or breaks. */
  readonly reconnect?: boolean | undefined;
  /** Makes the call once more, with further headers. Fails as the call does. */
  readonly again: (headers: HeadersOptions) => Promise<Answer>;
}

/** Makes items of the body of an answer, as they come. */
export type StreamReader = (
  body: ReadableStream<Uint8Array>,
  connection: StreamConnection,
) => AsyncGenerator<unknown, void, undefined>;

/** A call's input: parameters by name, grouped ones below their location, the body under `body`. */
export type CallInput = Readonly<Record<string, unknown>>;

/** The input of an operation that takes none. */
export type NoInput = Readonly<Record<string, never>>;
