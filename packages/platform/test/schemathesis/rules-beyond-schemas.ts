/** A rule for requests that a schema cannot express: the status, a part of the response, and the reason. */
export type Rule = readonly [
  status: number,
  answer: RegExp,
  reason: string,
  /** Set when every run meets the rule, so that its absence is reported. */
  often?: "often",
];

const state = "It depends on requests before this one.";
const toolkit =
  "It depends on the toolkit or the tool, whose own schemas the document does not have.";
const members = "A schema cannot compare two members, or a member with a parameter.";
const credentials = "Which credentials there have to be depends on the auth config.";
const event =
  "More types of events may come, so that the schema describes the form of their names only.";

/**
 * Rules that refuse a request although its schema allows it. Schemathesis reports each as a valid request that was
 * refused. The status and the slug are in the document.
 */
export const rules: readonly Rule[] = [
  [400, /^Validation_Failed \| body\.alias: needs user_id/, members],
  [
    400,
    /^Validation_Failed \| (query|body)\.cursor: is not a cursor of this list$/,
    "A cursor is opaque: a schema cannot say which texts a list has given out.",
    "often",
  ],
  [
    400,
    /^Validation_Failed \| (query|body)\.limit: must be \d+, as in the request that returned the cursor$/,
    members,
    "often",
  ],
  [400, /^Validation_Failed \| body\.time_range\.until: must be after since$/, members],
  [400, /^Validation_Failed \| .*must be the same as /, members],
  [400, /^Validation_Failed \| body\.body: not allowed with (GET|HEAD)$/, members],
  [400, /^Validation_Failed \| body\.auth_config\./, credentials],
  [400, /^Validation_Failed \| body\.(credentials|shared_credentials|proxy_config)/, credentials],
  [
    400,
    /^Validation_Failed \| query\.\w+\[\d+\]: /,
    "An encoded comma separates values too (ADR 45), so one value that holds it is several, and some of them may be wrong.",
  ],
  [
    400,
    /^Validation_Failed \| .*(cannot be set|cannot be sent|is not a header)/,
    "Headers that carry credentials or belong to the connection cannot be set, and a pattern cannot name them all.",
  ],
  [
    400,
    /^Validation_Failed \| .*(an https address|an https URL|absolute URL|without user name|not allowed)/,
    "Patterns cannot say all that a URL may be.",
  ],
  [
    400,
    /^Validation_Failed \| request: a string contains the character U\+0000/,
    "Patterns leave it out where they can.",
  ],
  [
    400,
    /^-32(?:020|022|600|602) \| /,
    "Requests of 2026-07-28 have a header for each of three members of the body, which a schema cannot compare; and versions come that the schema allows.",
  ],
  [
    400,
    /^Validation_Failed \| body\.toolkits: a server needs at least one toolkit or auth config$/,
    members,
  ],
  [400, /^Validation_Failed \| .*: is another name of \w+; send one of the two/, members],
  [400, /^Validation_Failed \| body\.[\w.]+: is an? (account|auth config) of another /, members],
  [
    400,
    /^Toolkit_DocumentInvalid/,
    "A schema cannot say which texts are OpenAPI documents.",
    "often",
  ],
  [
    400,
    /^Validation_Failed \| path\.session_id: must match/,
    "Schemathesis takes the id of another thing that has an `id`, and no link of the document says so.",
  ],
  [400, /^Validation_Failed \| query\.connected_account_id: not together with user_id/, members],
  [400, /^Mcp_UserMissing/, "A schema cannot ask for one of two parameters."],
  [400, /^Validation_Failed \| body\.user_id: is another user/, state],
  [
    400,
    /^Validation_Failed \| body\.expires_at: has to be an hour to a year from now/,
    "A schema cannot compare a time with the present.",
  ],
  [
    400,
    /^Validation_Failed \| query\.user_id: required$/,
    "An empty value of a query parameter means that it is absent, as existing clients send it.",
  ],
  [422, /^Webhook_SubscriptionDisabled/, state],
  [
    400,
    /^Validation_Failed \| body\.connected_account_id: required$/,
    "An account may be named by a deprecated member instead, and a schema of ours does not ask for one of two.",
  ],
  [410, /^Trigger_(AccountDeleted|TypeDeleted)/, state],
  [422, /^Trigger_(AccountNotActive|ConfigInvalid)/, state],
  [400, /^Webhook_EventUnknown/, event, "often"],
  [400, /^Validation_Failed \| query\.event_type: is not a type of event$/, event],
  [400, /^Webhook_UrlNotAllowed/, "Patterns cannot say all that a URL may be."],
  [
    400,
    /^Validation_Failed \| body\.(since: must be at most 90 days ago|until: must be later than `since`)/,
    "A schema cannot compare two members, or a member with the time.",
  ],
  [
    400,
    /^Validation_Failed \| body\.connected_account_id: required$/,
    "It has a deprecated alias, and a schema cannot ask for one of two members.",
  ],
  [
    400,
    /^Validation_Failed \| body: required$/,
    "An application that sends an empty text has sent no delivery.",
  ],
  [400, /^AuthConfig_NoAuthToolkit/, toolkit],
  [400, /^AuthConfig_NoManagedAuth/, toolkit],
  [400, /^AuthConfig_SchemeNotOffered/, toolkit],
  [400, /^AuthConfig_CredentialsInvalid/, credentials],
  [400, /^AuthConfig_ToolUnknown/, toolkit],
  [400, /^ConnectedAccount_Credentials(Rejected|Missing)/, credentials],
  [422, /^ConnectedAccount_CredentialsUnchecked/, credentials],
  [400, /^ConnectedAccount_SchemeMismatch/, credentials],
  [400, /^ConnectedAccount_CallbackUrlInvalid/, "Patterns cannot say all that a URL may be."],
  [400, /^ConnectedAccount_StateInvalid/, state],
  [422, /^ConnectedAccount_(AuthConfigDisabled|NotInactive|StatusForbids)/, state],
  [422, /^ConnectedAccount_TooManyFilterValues/, "It counts the values of several parameters."],
  [
    422,
    /^Idempotency_KeyReused/,
    "The key was drawn twice; hooks.py replaces those of printable ASCII.",
  ],
  [400, /^Migration_UuidInvalid/, "Patterns cannot say all that a UUID may be."],
  [400, /^ToolExecution_AccountMissing/, toolkit],
  [400, /^ToolExecution_AccountOfAnotherUser/, members],
  [400, /^ToolExecution_ArgumentsInvalid/, toolkit],
  [400, /^ToolExecution_EndpointNotAllowed/, toolkit],
  [422, /^ToolExecution_(AccountNotActive|AuthConfigDisabled)/, state],
  [410, /^Tool_Deprecated/, toolkit],
];
