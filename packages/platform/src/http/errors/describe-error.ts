/** Errors whose messages are written by us and hold no value that was sent, answered or stored. */
const ours: ReadonlySet<string> = new Set([
  "AddressIncompleteError",
  "DirectoryLockedError",
  "EgressError",
  "InvalidResponseError",
  "LeaseLostError",
  "PlatformError",
  "RefreshBusyError",
  "RefreshRefusedError",
  "SecretUnreadableError",
  "UnsafeDatabaseError",
]);

/** Messages of the engine that name members of code and nothing else. */
const ofTheEngine =
  /^(?:Cannot (?:read|set) properties of (?:undefined|null)|[\w.$]+ is not (?:a function|iterable|defined|a constructor))/;

/** Causes below this are of no use to a reader, and a chain can be a circle. */
const deepest = 5;

/** The members of a log line about an error. */
export interface ErrorDescription {
  readonly name: string;
  /** Such as an SQLSTATE or ECONNREFUSED. */
  readonly code?: string;
  /** Only where it cannot hold a secret. */
  readonly message?: string;
  /** The frames alone. */
  readonly stack?: readonly string[];
  readonly cause?: ErrorDescription;
}

/**
 * An error for the log. Messages of others are left out: drivers and parsers repeat in them what they were given, which
 * may be a secret. The class, the code and the place in the code say what happened.
 */
export function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!(error instanceof Error)) {
    return { name: typeof error };
  }
  const frames = (error.stack ?? "").split("\n").filter((line) => /^ {4}at /.test(line));
  const isSafe = ours.has(error.name) || ofTheEngine.test(error.message);
  return {
    name: error.name,
    ...("code" in error && typeof error.code === "string" ? { code: error.code } : {}),
    ...(isSafe ? { message: error.message } : {}),
    ...(frames.length === 0 ? {} : { stack: frames.map((frame) => frame.trim()) }),
    ...(error.cause === undefined || depth >= deepest
      ? {}
      : { cause: describeError(error.cause, depth + 1) }),
  };
}
