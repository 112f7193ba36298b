/**
 * The members of `state.val` for each scheme (docs/decisions.md §4), in addition to the strings in the API document. A
 * star marks required members.
 */
export interface SchemeMembers {
  readonly scheme: string;
  readonly status: string;
  readonly members: readonly string[];
}

export const stateVal: readonly SchemeMembers[] = [
  {
    scheme: "OAUTH2",
    status: "INITIATED",
    members: ["redirectUrl*", "code_verifier", "callback_url"],
  },
  {
    scheme: "OAUTH2",
    status: "ACTIVE",
    members: ["access_token*", "refresh_token", "token_type", "expires_in", "scope", "id_token"],
  },
  { scheme: "OAUTH2", status: "FAILED", members: ["error", "error_description"] },
  { scheme: "OAUTH2", status: "EXPIRED", members: ["expired_at"] },
  {
    scheme: "OAUTH1",
    status: "INITIATED",
    members: ["oauth_token", "oauth_token_secret", "redirectUrl"],
  },
  // Either of the two.
  { scheme: "API_KEY", status: "ACTIVE", members: ["generic_api_key", "api_key"] },
  { scheme: "BASIC", status: "ACTIVE", members: ["username*", "password"] },
  { scheme: "BEARER_TOKEN", status: "ACTIVE", members: ["token*"] },
  { scheme: "BASIC_WITH_JWT", status: "ACTIVE", members: ["username*", "password*"] },
  { scheme: "GOOGLE_SERVICE_ACCOUNT", status: "ACTIVE", members: ["credentials_json*"] },
  {
    scheme: "SERVICE_ACCOUNT",
    status: "ACTIVE",
    members: ["application_id*", "installation_id*", "private_key*"],
  },
  { scheme: "S2S_OAUTH2", status: "ACTIVE", members: ["client_id*", "client_secret*"] },
];
