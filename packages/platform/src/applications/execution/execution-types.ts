import type { EgressFetch } from "../../base/egress/create-egress.ts";
import type { AuthScheme } from "../toolkits/types/auth-types.ts";
import type { Wrapping } from "../toolkits/types/tool-types.ts";

/** The account that a call uses: its auth scheme in the toolkit, and the decrypted `state.val`. */
export interface ExecutionAccount {
  readonly scheme: AuthScheme;
  readonly values: Readonly<Record<string, unknown>>;
}

/** A header or query parameter that the caller adds (`ToolRequestParameter` in the document). */
export interface RequestParameter {
  readonly name: string;
  readonly value: string;
  readonly type: "header" | "query";
}

/** `custom_auth_params` of the request. With a base URL in it, stored credentials are not sent. */
export interface CustomAuthParams {
  readonly base_url?: string | undefined;
  readonly parameters?: readonly RequestParameter[] | undefined;
}

/** A file that an argument names. */
export interface FileArgument {
  readonly name: string;
  readonly mimetype: string;
  readonly key: string;
}

/** The parts of the service that an execution uses. */
export interface ExecutionContext {
  readonly egress: EgressFetch;
  /** Milliseconds left for the call, from building its request to the last retry; default 60,000. */
  readonly timeout?: number;
  /** Aborts when the caller disconnects, which ends the call. */
  readonly signal?: AbortSignal | undefined;
  /** Opens the files that arguments name; without it, arguments cannot name any. */
  readonly openFile?: (file: FileArgument) => Promise<File>;
  /** Stores the bytes of a successful answer as they arrive. Without it they are read, up to 10 MiB. */
  readonly storeFile?: StoreFile;
}

/** Stores the bytes of an answer under a name and a media type. */
export type StoreFile = (
  bytes: AsyncIterable<Uint8Array>,
  about: { readonly name: string; readonly mimetype: string },
) => Promise<StoredAnswer>;

/** A stored answer. `size` is its number of bytes. */
export interface StoredAnswer {
  readonly file: FileResult;
  readonly size: number;
  /** When it is erased; null or undefined for a file that does not expire. */
  readonly readableUntil?: Date | null;
}

/** A file in a result, as `ToolExecutionSuccess` of the document describes it. */
export interface FileResult {
  readonly id: string;
  readonly name: string;
  readonly mimetype: string;
  readonly url: string;
  readonly expires_at: string;
}

/** The application's failure, as `ToolExecutionFailureData` has it. */
export interface FailureData {
  readonly status_code: number;
  readonly message: string;
  readonly body: unknown;
}

/** Facts for the log. They do not contain values of the request or the response. */
export interface ExecutionTrace {
  /** The application's status. */
  readonly status: number;
  readonly attempts: number;
  /** Differences between the response and the document, one a line. They do not fail the call. */
  readonly mismatches: readonly string[];
}

/** `ToolExecution` of the document without its log entry, together with the trace for the log. */
export type ToolOutcome =
  | {
      readonly successful: true;
      /** The file that is all of the answer. */
      readonly file?: FileResult;
      readonly data: Readonly<Record<string, unknown>>;
      /** The only member of the data, when the result itself is not an object. */
      readonly wrapping?: Wrapping;
      readonly error: null;
      readonly trace: ExecutionTrace;
    }
  | {
      readonly successful: false;
      readonly file?: undefined;
      readonly data: FailureData;
      readonly error: string;
      readonly trace: ExecutionTrace;
    };
