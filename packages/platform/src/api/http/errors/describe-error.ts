import { isUnavailable } from "../../../base/db/is-unavailable.ts";
import { isStoreError } from "../../../base/files/remote-store.ts";

/** Errors with messages that we write ourselves. They do not contain values that were sent, answered or stored. */
const ours: ReadonlySet<string> = new Set([
  "AddressIncompleteError",
  "DirectoryLockedError",
  "EgressError",
  "HookRefusedError",
  "InvalidResponseError",
  "LeaseLostError",
  "PlatformError",
  "RefreshBusyError",
  "RefreshRefusedError",
  "SecretUnreadableError",
  "UnsafeDatabaseError",
]);

/** Messages of the JavaScript engine that name only members of code. */
const ofTheEngine =
  /^(?:Cannot (?:read|set) properties of (?:undefined|null)|[\w.$]+ is not (?:a function|iterable|defined|a constructor))/;

/** The code that we give to errors of pg that have none, when its connection is gone. */
export const connectionLost = "CONNECTION_LOST";

/** Deeper causes do not help a reader, and a chain of causes can be a circle. */
const deepest = 5;

/** The members of a log line about an error. */
export interface ErrorDescription {
  readonly name: string;
  /** Such as an SQLSTATE or ECONNREFUSED. */
  readonly code?: string;
  /** Absent for errors of the database and our own. */
  readonly origin?: "file store";
  /** Only if it cannot contain a secret. */
  readonly message?: string;
  /** The frames alone. */
  readonly stack?: readonly string[];
  readonly cause?: ErrorDescription;
}

/**
 * Describes an error for the log. Messages of other libraries are left out: drivers and parsers repeat their input in
 * them, which may be a secret. The class, the code and the place in our code are enough to understand the failure.
 */
export function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!(error instanceof Error)) {
    return { name: typeof error };
  }
  const frames = (error.stack ?? "").split("\n").filter((line) => /^ {4}at /.test(line));
  const isSafe = ours.has(error.name) || ofTheEngine.test(error.message);
  return {
    name: error.name,
    ...("code" in error && typeof error.code === "string"
      ? { code: error.code }
      : isUnavailable(error)
        ? { code: connectionLost }
        : {}),
    ...(isStoreError(error) ? { origin: "file store" } : {}),
    ...(isSafe ? { message: error.message } : {}),
    ...(frames.length === 0 ? {} : { stack: frames.map((frame) => frame.trim()) }),
    ...(error.cause === undefined || depth >= deepest
      ? {}
      : { cause: describeError(error.cause, depth + 1) }),
  };
}
