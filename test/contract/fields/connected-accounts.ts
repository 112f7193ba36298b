import { type ResourceTables, wrapInEnvelope } from "./table.ts";

const nanoid = "nanoid* id(ca_)";

const connectedAccount = `
id*                   id(ca_)
toolkit*              object
  slug* toolkit-slug
auth_config*          object
  id*                  id(ac_)
  auth_scheme*         Scheme
  is_platform_managed* boolean
  is_disabled*         boolean
  deprecated           object
    uuid uuid
user_id*              string deprecated
alias*                string|null
identity*             AccountIdentity|null
status*               ConnectedAccountStatus
status_reason*        string|null
is_disabled*          boolean
created_at*           time
updated_at*           time
state*                ConnectionState
data*                 object deprecated
test_request_endpoint string
deprecated            object
  labels* array<string>
  uuid*   uuid
`;

/** Connected accounts: the API document's sections, and docs/decisions.md §4 and §6. */
export const connectedAccounts: ResourceTables = {
  shapes: {
    ConnectedAccount: connectedAccount,
    ConnectedAccountDetail: `${connectedAccount}
params*               object`,
    AccountIdentity: `
      id*    string|null
      name*  string|null
      email* string|null
      login* string|null
    `,
    ConnectionState: `
      authScheme* Scheme
      val*        ConnectionStateVal open
    `,
    ConnectionStateVal: `
      subdomain            string
      your-domain          string
      region               string
      shop                 string
      account_url          string
      COMPANYDOMAIN        string
      extension            string
      form_api_base_url    string
      instanceEndpoint     string
      api_url              string
      borneo_dashboard_url string
      proxy_username       string
      proxy_password       string
      domain               string
      version              string
      dc                   string
      site_name            string
      instanceName         string
      account_id           string
      your_server          string
      server_location      string
      base_url             string
      status*              ConnectedAccountStatus
      oauth_token          string
      authUri              string
      oauth_token_secret   string
      redirectUrl          string
      callbackUrl          string
      oauth_verifier       string
      consumer_key         string
      callback_url         string
      error                string
      error_description    string
      expired_at           string
      code_verifier        string
      access_token         string
      refresh_token        string
      token_type           string
      expires_in           number
      expires_at           any
      scope                string
      id_token             string
      generic_api_key      string
      api_key              string
      username             string
      password             string
      token                string
      credentials_json     string
      application_id       string
      installation_id      string
      private_key          string
      client_id            string
      client_secret        string
    `,
  },
  operations: [
    {
      operation: "POST /api/v3/connected_accounts",
      body: `
        auth_config*         object
          id* id(ac_)
        connection*          object
          state                      ConnectionState
          user_id                    string default=default
          callback_url               uri
          data                       object deprecated
          redirect_uri               uri deprecated
          deprecated_is_v1_rerouted  boolean deprecated
        validate_credentials boolean
        alias                string
      `,
      answers: {
        // docs/decisions.md §1: every account and auth config has a uuid.
        201: `
          id*             id(ca_)
          connectionData* ConnectionState
          status*         ConnectedAccountStatus deprecated
          redirect_url*   string|null deprecated
          redirect_uri*   string|null deprecated
          credentials_checked boolean
          deprecated*     object
            uuid*           uuid
            authConfigUuid* uuid
        `,
      },
    },
    {
      operation: "GET /api/v3/connected_accounts",
      query: `
        toolkit_slugs         array<toolkit-slug>
        statuses              array<ConnectedAccountStatus>
        user_ids              array<string>
        auth_config_ids       array<id(ac_)>
        connected_account_ids array<id(ca_)>
        order_by              enum(created_at,updated_at)
        order_direction       enum(asc,desc)
        ...CursorQuery
      `,
      answers: { 200: wrapInEnvelope("ConnectedAccount") },
    },
    {
      operation: "GET /api/v3/connected_accounts/{nanoid}",
      path: nanoid,
      answers: { 200: "...ConnectedAccountDetail" },
    },
    {
      operation: "DELETE /api/v3/connected_accounts/{nanoid}",
      path: nanoid,
      answers: { 200: "...Success" },
    },
    {
      operation: "PATCH /api/v3/connected_accounts/{nanoid}",
      path: nanoid,
      body: `
        alias                string|null
        connection           object
          state* object
            authScheme Scheme
            val*       object open
        validate_credentials boolean
      `,
      answers: {
        200: `
          id*                 id(ca_)
          status*             ConnectedAccountStatus
          alias*              string|null
          identity*           AccountIdentity|null
          credentials_checked boolean
        `,
      },
    },
    {
      // An item of either stream.
      operation: "POST /api/v3/connected_accounts/import",
      body: "= object",
      answers: {
        200: `
          line*               number
          id*                 string|null
          status*             ConnectedAccountStatus|null
          repeated            boolean
          credentials_checked boolean
          error*              object|null
        `,
      },
    },
    {
      operation: "PATCH /api/v3/connected_accounts/{nanoid}/status",
      path: nanoid,
      body: "enabled* boolean",
      answers: { 200: "...Success" },
    },
    {
      operation: "POST /api/v3/connected_accounts/{nanoid}/refresh",
      path: nanoid,
      query: "redirect_url uri",
      body: `
        redirect_url         uri
        validate_credentials boolean
      `,
      answers: {
        200: `
          id*           id(ca_)
          status*       ConnectedAccountStatus
          redirect_url* string|null
        `,
      },
    },
    {
      operation: "POST /api/v3/connected_accounts/link",
      body: `
        auth_config_id* id(ac_)
        user_id*        string
        callback_url    uri
        connection_data object
          + authScheme Scheme
          + val        object open
        alias           string
      `,
      answers: {
        201: `
          link_token*           token(lk_)
          redirect_url*         uri
          expires_at*           time
          connected_account_id* id(ca_)
        `,
      },
    },
    {
      // The parameters that applications send, by RFC 6749, RFC 9207 and RFC 5849.
      operation: "GET /api/v3/toolkits/auth/callback",
      query: `
        + code              string
        + state             string
        + iss               uri
        + error             string
        + error_description string
        + oauth_token       string
        + oauth_verifier    string
      `,
      answers: { 200: "= string" },
    },
    {
      operation: "GET /api/v3/toolkits/auth/callback/{toolkit_slug}",
      path: "toolkit_slug* toolkit-slug",
      query: `
        + code              string
        + state             string
        + iss               uri
        + error             string
        + error_description string
        + oauth_token       string
        + oauth_verifier    string
      `,
      answers: { 200: "= string" },
    },
    {
      operation: "GET /api/v3/toolkits/auth/callback/{project_id}/{toolkit_slug}",
      path: `
        project_id*   id(proj_)
        toolkit_slug* toolkit-slug
      `,
      query: `
        + code              string
        + state             string
        + iss               uri
        + error             string
        + error_description string
        + oauth_token       string
        + oauth_verifier    string
      `,
      answers: { 200: "= string" },
    },
    {
      operation: "GET /link/{token}",
      path: "token* token(lk_)",
      answers: { 200: "= string" },
    },
    {
      operation: "POST /link/{token}",
      path: "token* token(lk_)",
      body: "= map<string>",
      answers: { 200: "= string" },
    },
  ],
};
