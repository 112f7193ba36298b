import { EgressError, type EgressReason } from "../egress/egress-error.ts";
import { PlatformError } from "../errors.ts";

/**
 * A name that does not exist and one that leads to an address which must not be called read the same: otherwise a caller
 * could find out which names exist inside.
 */
const notFound = "its server was not found";

/** What a caller reads of each reason. Names, addresses and the texts of errors are left out. */
const sentences: Readonly<Record<EgressReason, string>> = {
  "url-invalid": notFound,
  "scheme-not-allowed": notFound,
  "credentials-in-url": notFound,
  "port-not-allowed": notFound,
  "address-not-allowed": notFound,
  "host-not-found": notFound,
  "header-not-allowed": "a header of the request cannot be sent",
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
  "protocol-error": "it broke the connection off, or what it sent is not HTTP",
};

/** System errors that say more than their reason. */
const ofCodes: ReadonlyMap<string, string> = new Map([
  ["ECONNREFUSED", "its server refused the connection"],
  ["ECONNRESET", "its server reset the connection"],
  ["CERT_HAS_EXPIRED", "its certificate has expired"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "its certificate is for another name"],
]);

/** `ToolExecution_NoAnswer` or `ToolExecution_TimedOut` for a request that failed, with the reason as one line. */
export function noAnswer(
  slug: "ToolExecution_NoAnswer" | "ToolExecution_TimedOut",
  error: EgressError,
): PlatformError {
  return new PlatformError(slug, { errors: [`application: ${reasonFor(error)}`], cause: error });
}

/** Why there was no answer, for the log of the process: the true reason, and the code of the system. */
export function causeOf(error: unknown): {
  readonly reason?: EgressReason;
  readonly code?: string;
} {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof EgressError) {
      const code = codeOf(cause);
      return { reason: cause.reason, ...(code === undefined ? {} : { code }) };
    }
  }
  return {};
}

function reasonFor(error: EgressError): string {
  const sentence = sentences[error.reason];
  return sentence === notFound ? notFound : (ofCodes.get(codeOf(error) ?? "") ?? sentence);
}

/** The code of the first error underneath that has one, such as ECONNREFUSED. */
function codeOf(error: EgressError): string | undefined {
  for (let cause = error.cause; cause instanceof Error; cause = cause.cause) {
    // With several addresses the members of an AggregateError have the codes.
    const of = cause instanceof AggregateError ? cause.errors[0] : cause;
    if (of instanceof Error && "code" in of && typeof of.code === "string") {
      return of.code;
    }
  }
  return undefined;
}
