import type { Egress } from "../egress/create-egress.ts";
import type { AuthScheme } from "../toolkits/types/auth-types.ts";

/** The account that a call is made through: its scheme of the toolkit, and the decrypted `state.val`. */
export interface ExecutionAccount {
  readonly scheme: AuthScheme;
  readonly values: Readonly<Record<string, unknown>>;
}

/** A header or query parameter that the caller adds (`ToolRequestParameter` of the document). */
export interface RequestParameter {
  readonly name: string;
  readonly value: string;
  readonly type: "header" | "query";
}

/** `custom_auth_params`. With a base URL no stored credential is sent. */
export interface CustomAuthParams {
  readonly base_url?: string;
  readonly parameters?: readonly RequestParameter[];
}

/** The parts of the service that an execution uses. */
export interface ExecutionContext {
  readonly egress: Egress;
  /** Milliseconds that are left, retries included; 60,000 without it. */
  readonly timeout?: number;
  /** Aborts when the caller goes away; the call ends then. */
  readonly signal?: AbortSignal | undefined;
  /** Awaited once the request is known to be one that can be sent; the request is not sent when it throws. */
  readonly beforeSend?: () => Promise<void>;
}

/** The application's failure, as `ToolExecutionFailureData` has it. */
export interface FailureData {
  readonly status_code: number;
  readonly message: string;
  readonly body: unknown;
}

/** Facts for the log. They hold no value that was sent or answered. */
export interface ExecutionTrace {
  /** The application's status. */
  readonly status: number;
  readonly attempts: number;
  /** Where the answer differs from the document, a line each; never fatal. */
  readonly mismatches: readonly string[];
}

/** `ToolExecution` of the document without its log entry, and the trace for the log. */
export type ToolOutcome =
  | {
      readonly successful: true;
      readonly data: Readonly<Record<string, unknown>>;
      readonly error: null;
      readonly trace: ExecutionTrace;
    }
  | {
      readonly successful: false;
      readonly data: FailureData;
      readonly error: string;
      readonly trace: ExecutionTrace;
    };
