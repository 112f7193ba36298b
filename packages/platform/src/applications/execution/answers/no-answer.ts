import { EgressError, type EgressReason } from "../../../base/egress/egress-error.ts";
import { PlatformError } from "../../../base/errors.ts";

/**
 * Callers read the same text for an unknown name and for a name with a forbidden address. Otherwise they could find
 * out which names exist in our network.
 */
const notFound = "its server was not found, or its address is not allowed";

/** For the operator, who reads the log of the process. */
const allowIt =
  "If the private network of this address is yours, allow the address with PLATFORM_EGRESS_ALLOW.";

/** An address that is refused by its form, whatever its host is. */
const notAllowed =
  "the address of its server is not allowed: it has to be an https address, with port 443 or one from 1024 on";

/** The text that a caller reads for each reason. It leaves out names, addresses and the messages of errors. */
const sentences: Readonly<Record<EgressReason, string>> = {
  "url-invalid": notAllowed,
  "scheme-not-allowed": notAllowed,
  "credentials-in-url": notAllowed,
  "port-not-allowed": notAllowed,
  "address-not-allowed": notFound,
  "host-not-found": notFound,
  "header-not-allowed": "a header of the request cannot be sent",
  "host-lookup-failed": "the name servers failed for its host",
  "host-lookup-timeout": "its host was not resolved in time",
  "connect-failed": "its server cannot be reached",
  "connect-timeout": "its server did not take the connection in time",
  "tls-failed":
    "no secure connection could be made: its certificate or its version of TLS is refused",
  "proxy-failed": "the proxy of the auth config did not connect to it",
  "redirect-not-allowed": "its redirect cannot be followed",
  "too-many-redirects": "it redirects too often",
  "headers-too-large": "the headers of its answer are too large",
  "body-too-large": "its answer is too large",
  "headers-timeout": "its answer did not begin in time",
  "body-timeout": "its answer stopped",
  "total-timeout": "its answer did not end in time",
  aborted: "the caller closed its connection",
  "protocol-error": "it broke off the connection, or its answer is not HTTP",
};

/** System errors that are more exact than the reason. */
const ofCodes: ReadonlyMap<string, string> = new Map([
  ["ECONNREFUSED", "its server refused the connection"],
  ["ECONNRESET", "its server reset the connection"],
  ["CERT_HAS_EXPIRED", "its certificate has expired"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "its certificate is for another name"],
]);

const timeouts: ReadonlySet<EgressReason> = new Set([
  "headers-timeout",
  "body-timeout",
  "total-timeout",
]);

type NoAnswerSlug = "ToolExecution_NoAnswer" | "ToolExecution_TimedOut";

/** The application did not answer, or not in time. */
export class NoAnswerError extends PlatformError {
  /** The reason, as the end of a sentence that begins with the application, such as `its server cannot be reached`. */
  readonly why: string;

  constructor(slug: NoAnswerSlug, why: string, cause?: unknown) {
    super(slug, { errors: [`application: ${why}`], cause });
    this.why = why;
  }
}

/** The error for a caller whose request failed for a reason that the caller cannot change. */
export function reportNoAnswer(
  error: EgressError,
  slug: NoAnswerSlug = timeouts.has(error.reason)
    ? "ToolExecution_TimedOut"
    : "ToolExecution_NoAnswer",
): NoAnswerError {
  return new NoAnswerError(slug, explainNoAnswer(error), error);
}

/**
 * The part of the request in which the caller chose a value, such as `body.parameters`; absent when the toolkit chose
 * it.
 */
export interface Places {
  readonly parameters?: string;
  readonly baseUrl?: string;
}

/** Reasons that would reveal which names exist in our own network. */
const hidden: ReadonlySet<EgressReason> = new Set(["host-not-found", "address-not-allowed"]);

/** Reasons that concern the address itself. */
const ofAddresses: ReadonlySet<EgressReason> = new Set([
  "url-invalid",
  "scheme-not-allowed",
  "credentials-in-url",
  "port-not-allowed",
  "header-not-allowed",
  ...hidden,
]);

/**
 * Converts the failure of a request for its caller. When egress refused a value that the caller chose, it is the
 * caller's mistake; otherwise the application did not answer.
 */
export function toPlatformError(
  error: EgressError,
  { parameters, baseUrl }: Places,
): PlatformError {
  if (error.reason === "header-not-allowed" && parameters !== undefined) {
    return reportInvalidRequest(`${parameters}: a header cannot be set`, error);
  }
  if (baseUrl === undefined || !ofAddresses.has(error.reason)) {
    return reportNoAnswer(error);
  }
  const problem = hidden.has(error.reason)
    ? "its host has no public address"
    : `not allowed (${error.reason})`;
  return reportInvalidRequest(`${baseUrl}: ${problem}`, error);
}

function reportInvalidRequest(line: string, cause: EgressError): PlatformError {
  return new PlatformError("Validation_Failed", { errors: [line], cause });
}

/**
 * The true reason why an application did not answer, with the system's error code, and a fix for the operator. For the
 * log of the process only.
 */
export function describeCause(error: unknown): {
  readonly reason?: EgressReason;
  readonly code?: string | undefined;
  readonly fix?: string | undefined;
} {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof EgressError) {
      const { reason } = cause;
      const fix = reason === "address-not-allowed" ? allowIt : undefined;
      return { reason, code: findSystemCode(cause), fix };
    }
  }
  return {};
}

function explainNoAnswer(error: EgressError): string {
  const { reason, lookup } = error;
  if (lookup !== undefined && reason === "host-lookup-timeout") {
    return `its host ${lookup.host} was not resolved within ${lookup.limitMs / 1000} seconds`;
  }
  if (lookup !== undefined && reason === "host-lookup-failed") {
    return `the name servers failed for its host ${lookup.host}`;
  }
  // A system's code says more than the reason, also whether a hidden name exists.
  const code = hidden.has(reason) ? undefined : findSystemCode(error);
  return ofCodes.get(code ?? "") ?? sentences[reason];
}

/** The code of the first underlying error that has one, such as ECONNREFUSED. */
function findSystemCode(error: EgressError): string | undefined {
  for (let cause = error.cause; cause instanceof Error; cause = cause.cause) {
    // When several addresses were tried, the members of an AggregateError have the codes.
    const of = cause instanceof AggregateError ? cause.errors[0] : cause;
    if (of instanceof Error && "code" in of && typeof of.code === "string") {
      return of.code;
    }
  }
  return undefined;
}
