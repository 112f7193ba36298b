import { type ResourceTables, wrapInEnvelope } from "./table.ts";

const nanoid = "nanoid* id(ac_)";

/** Auth configs: the API document's section, and docs/decisions.md §5. */
export const authConfigs: ResourceTables = {
  shapes: {
    AuthConfig: `
      id*                          id(ac_)
      uuid*                        uuid
      type*                        enum(default,custom)
      toolkit*                     object
        slug* toolkit-slug
        logo* uri
      name*                        string
      auth_scheme*                 Scheme
      is_platform_managed*         boolean
      credentials*                 object open
      status*                      enum(ENABLED,DISABLED)
      is_disabled*                 boolean
      created_by                   string|null
      created_at*                  time
      last_updated_at*             time
      no_of_connections*           number
      tool_access_config*          ToolAccess
      restrict_to_following_tools* array<tool-slug> deprecated
      expected_input_fields*       array<ExpectedField>
      + proxy_config               object
      + shared_credentials         object open
    `,
    ToolAccess: `
      tools_for_connected_account_creation array<tool-slug>
      tools_available_for_execution        array<tool-slug>
    `,
    ExpectedField: `
      + name*        string
      + displayName* string
      + type*        enum(string,integer,number,boolean)
      + description* string
      + required*    boolean
      + default      string|null
      + enum         array<string>
      + is_secret*   boolean
    `,
  },
  operations: [
    {
      operation: "POST /api/v3/auth_configs",
      body: `
        toolkit*    object
          slug* toolkit-slug
        auth_config any
      `,
      answers: {
        201: `
          toolkit*     object
            slug* toolkit-slug
          auth_config* object
            id*                         id(ac_)
            auth_scheme*                Scheme
            is_platform_managed*        boolean
            tool_access_config          ToolAccess
            restrict_to_following_tools array<tool-slug> deprecated
        `,
      },
    },
    {
      operation: "GET /api/v3/auth_configs",
      query: `
        is_platform_managed boolean
        toolkit_slug        toolkit-slug
        show_disabled       boolean default=false
        search              string
        ...CursorQuery
      `,
      answers: { 200: wrapInEnvelope("AuthConfig") },
    },
    {
      operation: "GET /api/v3/auth_configs/{nanoid}",
      path: nanoid,
      answers: { 200: "...AuthConfig" },
    },
    {
      // "PATCH merges credentials key by key"; the other members are those that create takes.
      operation: "PATCH /api/v3/auth_configs/{nanoid}",
      path: nanoid,
      body: `
        type                          enum(default,custom,use_platform_managed_auth,use_custom_auth)
        scopes                        any
        credentials                   any
        + name                        string
        tool_access_config            ToolAccess
        + restrict_to_following_tools array<tool-slug> deprecated
        + proxy_config                object|null
        + shared_credentials          object open
      `,
      answers: { 200: "...Empty" },
    },
    {
      operation: "DELETE /api/v3/auth_configs/{nanoid}",
      path: nanoid,
      answers: { 200: "...Empty" },
    },
    {
      operation: "PATCH /api/v3/auth_configs/{nanoid}/{status}",
      path: `
        nanoid* id(ac_)
        status* enum(ENABLED,DISABLED)
      `,
      answers: { 200: "...Empty" },
    },
  ],
  schemas: [
    {
      schema: "ManagedAuthConfigInput",
      shape: `
        type*                       enum(use_platform_managed_auth)
        name                        string
        credentials                 object
          scopes any
        tool_access_config          ToolAccess
        restrict_to_following_tools array<tool-slug> deprecated
      `,
    },
    {
      // `credentials` is optional, because some schemes do not have any.
      schema: "CustomAuthConfigInput",
      shape: `
        type*                       enum(use_custom_auth)
        authScheme*                 Scheme
        name                        string
        credentials                 object open
          client_id     string
          client_secret string
          oauth_redirect_uri string
          scopes        any
        tool_access_config          ToolAccess
        restrict_to_following_tools array<tool-slug> deprecated
        proxy_config                object
          + proxy_url*     uri
          + proxy_auth_key string
        shared_credentials          object open
      `,
    },
  ],
};
