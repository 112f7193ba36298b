import type { Finding } from "./findings.ts";

/** Failures that are as they should be. */
export type Accepted = {
  readonly check: string;
  /** Undefined where there was no answer. */
  readonly status: number | undefined;
  /** All operations without it. */
  readonly operations?: readonly string[];
  /** Is found in the answer. */
  readonly answer?: RegExp;
  /** Is found in what schemathesis says. */
  readonly message?: RegExp;
  /** Why the service is right. */
  readonly reason: string;
  /** Chance decides whether it occurs, so that its absence says nothing. */
  readonly isRare?: true;
};

/** Whether an entry is about a finding. */
export function accepts(entry: Accepted, finding: Finding): boolean {
  return (
    entry.check === finding.check &&
    entry.status === finding.status &&
    (entry.operations?.includes(finding.operation) ?? true) &&
    (entry.answer?.test(finding.answer) ?? true) &&
    (entry.message?.test(finding.message) ?? true)
  );
}

/** Every failure of schemathesis's checks that is accepted. An entry that matches nothing any more is an error. */
export const accepted: readonly Accepted[] = [
  {
    check: "negative_data_rejection",
    status: 200,
    message: /Invalid component: parameters? .* in query/,
    reason:
      "An empty value or `null` of a query parameter means that it is absent, as existing clients send it. " +
      "A document cannot name that form for parameters that are not texts.",
  },
  refused(400, / \| (query|body)\.cursor: is not a cursor of this list$/, {
    reason: "A cursor is opaque: a schema cannot say which texts a list has given out.",
  }),
  refused(400, / \| (query|body)\.limit: must be \d+, with which the cursor was made$/, {
    reason: "The limit beside a cursor has to be the cursor's own, which a schema cannot say.",
  }),
  refused(400, / \| body\.time_range\.until: must be after since$/, {
    reason: "A schema cannot compare two members.",
    isRare: true,
  }),
  refused(400, /^<!doctype html>/, {
    operations: ["GET /api/v3/toolkits/auth/callback"],
    reason: "A state that was never given out, or parameters that belong to no answer of a server.",
  }),
  refused(400, /^AuthConfig_NoAuthToolkit$/, {
    reason: "Hacker News needs no authentication, so it takes no auth config.",
    isRare: true,
  }),
  refused(400, /^AuthConfig_NoManagedAuth$/, {
    reason: "The deployment has credentials of its own for one of the toolkits only.",
    isRare: true,
  }),
  refused(400, /^ToolExecution_AccountMissing$/, {
    reason: "Most tools need an account, which the request does not name.",
  }),
  refused(400, /^ToolExecution_AccountOfAnotherUser$/, {
    reason: "The account and the user are those of two users.",
    isRare: true,
  }),
  refused(400, /^ToolExecution_ArgumentsInvalid \| /, {
    reason:
      "The arguments are held against the schema of the tool, which the document does not have.",
    isRare: true,
  }),
  refused(410, /^Tool_Deprecated$/, { reason: "One of the tools is deprecated.", isRare: true }),
  refused(422, /^ToolExecution_AccountNotActive$/, {
    reason: "Requests before this one have made the account inactive, or it never was active.",
  }),
  refused(422, /^ConnectedAccount_NotInactive$/, {
    reason: "An account that is not INACTIVE cannot be made ACTIVE by a request.",
    isRare: true,
  }),
  {
    check: "not_a_server_error",
    status: 501,
    answer: /^ConnectedAccount_RefreshUnsupported$/,
    reason: "An API key has nothing to refresh; the document says 501 for it.",
  },
  {
    check: "not_a_server_error",
    status: 502,
    answer: /^ToolExecution_NoAnswer/,
    reason: "One of the application's tools breaks the connection off.",
    isRare: true,
  },
  refused(422, /^Idempotency_KeyReused$/, {
    reason: "The key was drawn twice (hooks.py replaces those of printable ASCII).",
    isRare: true,
  }),
  refused(400, / \| body\.(config\.)?logo_url: must be an https address$/, {
    reason: "To be mended: the document does not say yet that it is an https address.",
    isRare: true,
  }),
  {
    check: "status_code_conformance",
    status: 431,
    reason: "To be mended: the document does not name 431 yet.",
    isRare: true,
  },
  {
    check: "error",
    status: undefined,
    message: /Connection reset by peer/,
    reason:
      "To be mended: a head over 16 KiB is answered and the connection is closed before all of it was read, so the " +
      "answer may be lost.",
    isRare: true,
  },
];

/** An entry for a request that is valid by its schema and refused nevertheless. */
function refused(
  status: number,
  answer: RegExp,
  rest: Pick<Accepted, "operations" | "reason" | "isRare">,
): Accepted {
  return { check: "positive_data_acceptance", status, answer, ...rest };
}
