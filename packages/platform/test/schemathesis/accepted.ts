import type { Finding } from "./findings.ts";
import { rules } from "./rules-beyond-schemas.ts";

/** Failures that are as they should be. */
export interface Accepted {
  readonly check: string;
  readonly status: number;
  /** All operations without it. */
  readonly operations?: readonly string[];
  /** Is found in the answer. */
  readonly answer?: RegExp;
  /** Matches the message of schemathesis. */
  readonly message?: RegExp;
  /** Why the service is right. */
  readonly reason: string;
  /** It occurs by chance, so its absence is not an error. */
  readonly isRare?: true;
}

/** True when an entry covers a finding. */
export function accepts(entry: Accepted, finding: Finding): boolean {
  return (
    entry.check === finding.check &&
    entry.status === finding.status &&
    (entry.operations?.includes(finding.operation) ?? true) &&
    (entry.answer?.test(finding.answer) ?? true) &&
    (entry.message?.test(finding.message) ?? true)
  );
}

/** All accepted failures of schemathesis's checks. An entry that no longer matches anything is an error. */
export const accepted: readonly Accepted[] = [
  {
    check: "negative_data_rejection",
    status: 200,
    message: /Invalid component: parameters? .* in query/,
    reason:
      "An empty value or `null` of a query parameter means that it is absent, as existing clients send it. " +
      "A document cannot name that form for parameters that are not texts.",
  },
  {
    check: "positive_data_acceptance",
    status: 400,
    operations: [
      "GET /api/v3/toolkits/auth/callback",
      "GET /api/v3/toolkits/auth/callback/{toolkit_slug}",
      "GET /api/v3/toolkits/auth/callback/{project_id}/{toolkit_slug}",
    ],
    reason: "A state that was never given out, or parameters that belong to no answer of a server.",
  },
  {
    check: "not_a_server_error",
    status: 501,
    answer: /^ConnectedAccount_RefreshUnsupported$/,
    reason: "An API key has nothing to refresh; the document says 501 for it.",
  },
  {
    check: "not_a_server_error",
    status: 501,
    answer: /^ConnectedAccount_SchemeUnsupported/,
    reason: "SAML cannot be connected with; the document says 501 for it.",
    isRare: true,
  },
  {
    check: "not_a_server_error",
    status: 501,
    answer: /^File_NotTaken/,
    reason: "Most tools take no files; the document says 501 for an upload to one of them.",
    isRare: true,
  },
  {
    check: "not_a_server_error",
    status: 502,
    answer: /^ToolExecution_NoAnswer/,
    reason: "One of the application's tools breaks the connection off.",
    isRare: true,
  },
  ...rules.map(
    ([status, answer, reason, often]): Accepted => ({
      check: "positive_data_acceptance",
      status,
      answer,
      reason,
      ...(often === undefined && { isRare: true }),
    }),
  ),
];
