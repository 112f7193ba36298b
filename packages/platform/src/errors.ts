/**
 * The slugs of `spec/errors.yaml`, in its order. A test holds the two lists together; code, status, message and
 * suggested fix are looked up there at start, by the HTTP layer, and are not repeated here.
 */
export const errorSlugs = [
  "Validation_Failed",
  "Auth_KeyInvalid",
  "Request_PathUnknown",
  "Request_MethodNotAllowed",
  "Request_NotAcceptable",
  "Request_TimedOut",
  "Idempotency_InFlight",
  "Idempotency_OutcomeUnknown",
  "Idempotency_KeyReused",
  "Request_BodyTooLarge",
  "Request_MediaTypeUnsupported",
  "Request_RateLimited",
  "Request_HeadersTooLarge",
  "Server_Unexpected",
  "Server_NotSupported",
  "Server_Unavailable",
  "Auth_ProjectKeyRequired",
  "Auth_OrganizationKeyRequired",
  "Auth_OriginNotAllowed",
  "AuthConfig_NotFound",
  "AuthConfig_NoManagedAuth",
  "AuthConfig_NoAuthToolkit",
  "AuthConfig_SchemeNotOffered",
  "AuthConfig_CredentialsInvalid",
  "AuthConfig_ToolUnknown",
  "ConnectedAccount_NotFound",
  "ConnectedAccount_AuthConfigDisabled",
  "ConnectedAccount_CredentialsRejected",
  "ConnectedAccount_CredentialsMissing",
  "ConnectedAccount_SchemeUnsupported",
  "ConnectedAccount_SchemeMismatch",
  "ConnectedAccount_RefreshUnsupported",
  "ConnectedAccount_NotInactive",
  "ConnectedAccount_StatusForbids",
  "ConnectedAccount_LinkNotFound",
  "ConnectedAccount_LinkUsed",
  "ConnectedAccount_CallbackUrlInvalid",
  "ConnectedAccount_StateInvalid",
  "ConnectedAccount_BrowserMismatch",
  "ConnectedAccount_ReadUnsupported",
  "ConnectedAccount_TooManyFilterValues",
  "ConnectedAccount_CredentialsUnchecked",
  "Trigger_TypeNotFound",
  "Trigger_InstanceNotFound",
  "Trigger_ConfigInvalid",
  "Trigger_AccountNotActive",
  "Trigger_AccountDeleted",
  "Trigger_TypeDeleted",
  "Trigger_AlreadyInState",
  "Trigger_SchemeUnsupported",
  "Trigger_AccountNotFound",
  "Trigger_IngressNotFound",
  "Trigger_SignatureInvalid",
  "Mcp_ServerNotFound",
  "Mcp_NameTaken",
  "Mcp_InstanceNotFound",
  "Mcp_InstanceExists",
  "Mcp_UserNotConnected",
  "Mcp_AccessDenied",
  "Mcp_ToolUnknown",
  "Mcp_UserMissing",
  "Webhook_SubscriptionNotFound",
  "Webhook_SubscriptionExists",
  "Webhook_UrlNotAllowed",
  "Webhook_EventUnknown",
  "Webhook_DeliveryNotFound",
  "Webhook_SubscriptionDisabled",
  "ToolExecution_ConnectedAccountNotFound",
  "ToolExecution_AccountNotActive",
  "ToolExecution_AuthConfigDisabled",
  "ToolExecution_ArgumentsInvalid",
  "ToolExecution_AccountOfAnotherUser",
  "ToolExecution_ToolNotAllowed",
  "ToolExecution_NoAnswer",
  "ToolExecution_TimedOut",
  "ToolExecution_EndpointNotAllowed",
  "ToolExecution_ProviderRateLimited",
  "ToolExecution_AccountMissing",
  "ToolExecution_TooManyAtOnce",
  "Tool_NotFound",
  "Tool_Deprecated",
  "Tool_VersionNotFound",
  "Toolkit_NotFound",
  "Toolkit_SlugTaken",
  "Toolkit_DocumentInvalid",
  "Toolkit_NotOwned",
  "Toolkit_CategoryNotFound",
  "Toolkit_ImportTooCostly",
  "File_NotFound",
  "File_NotTaken",
  "Migration_UuidInvalid",
  "Migration_NotFound",
  "Migration_Deleted",
  "ToolRouter_SessionNotFound",
  "ToolRouter_SessionNotOwned",
  "ToolRouter_ToolNotFound",
  "ToolRouter_ToolkitNotEnabled",
  "ToolRouter_MetaToolNotFound",
  "Project_NotFound",
] as const;

/** A slug of `spec/errors.yaml`. */
export type ErrorSlug = (typeof errorSlugs)[number];

/** What an error can carry beyond its slug. */
export type PlatformErrorDetails = {
  /** One line a field: where it is, then what is wrong with it, as in `body.toolkit.slug: required`. */
  readonly errors?: readonly string[];
  /** Whole seconds that the caller should wait, sent as `Retry-After`. */
  readonly retryAfterSeconds?: number;
  /** What went wrong underneath. It goes to the log, never over the wire. */
  readonly cause?: unknown;
};

/**
 * The only error that crosses the wire. Everything else that is thrown becomes an empty-handed 500 and a log line.
 * It holds no text of its own, so that no secret can slip into an answer with it.
 */
export class PlatformError extends Error {
  override readonly name = "PlatformError";
  readonly slug: ErrorSlug;
  readonly errors: readonly string[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(slug: ErrorSlug, details: PlatformErrorDetails = {}) {
    const options = details.cause === undefined ? undefined : { cause: details.cause };
    super(slug, options);
    this.slug = slug;
    this.errors = details.errors;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}
