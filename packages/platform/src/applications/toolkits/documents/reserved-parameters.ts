/**
 * Parameters of an authorization request that only the platform sets: a document that could set them would choose
 * where the code goes (RFC 6749, section 4.1.1; RFC 7636, section 4.3; RFC 9101, section 5; OAuth 2.0 Multiple Response
 * Types, section 2.1).
 */
export const reservedParameters: ReadonlySet<string> = new Set([
  "response_type",
  "response_mode",
  "client_id",
  "redirect_uri",
  "state",
  "code_challenge",
  "code_challenge_method",
  "request",
  "request_uri",
]);

/** The names that authorization servers have for the list of scopes; Slack has one for the scopes of a user. */
export const scopeParameters = ["scope", "scopes", "user_scope"] as const;
