import { type ResourceTables, wrapInEnvelope } from "./table.ts";

const sessionId = "session_id* token(trs_)";

/** `{enabled|disabled: []}` of slugs. */
const writeSelection = (item: string): string => `
  enabled  array<${item}>
  disabled array<${item}>
`;

/** In requests the lists have two names each. */
const writeFilter = (item: string): string => `
  enabled  array<${item}>
  disabled array<${item}>
  enable   array<${item}>
  disable  array<${item}>
`;

const sessionMembers = `
toolkits           ToolkitFilter
auth_configs       map<id(ac_)>
connected_accounts map<id(ca_)>
tools              map<ToolFilter>
tags               TagFilter
manage_connections object
  enable       boolean default=true
  callback_url uri
expires_at         time|null
result_limit_bytes number|null min=4000 max=1000000
`;

/** Tool router sessions: the API document's sections, and docs/decisions.md §10. */
export const toolRouter: ResourceTables = {
  shapes: {
    ToolkitFilter: writeFilter("toolkit-slug"),
    ToolFilter: `${writeFilter("tool-slug")}  tags TagFilter`,
    TagFilter: `${writeFilter("string")}  tags array<string>`,
    ToolkitSelection: writeSelection("toolkit-slug"),
    ToolSelection: `${writeSelection("tool-slug")}  tags TagSelection`,
    TagSelection: `${writeSelection("string")}  tags array<string>`,
    MetaTool:
      "= enum(PLATFORM_SEARCH_TOOLS,PLATFORM_GET_TOOL_SCHEMAS,PLATFORM_MANAGE_CONNECTIONS,PLATFORM_WAIT_FOR_CONNECTIONS,PLATFORM_MULTI_EXECUTE_TOOL,PLATFORM_UPLOAD_FILE,PLATFORM_READ_RESULT)",
    ListedSession: `
      handle*       string
      user_id*      string
      toolkits*     ToolkitSelection
      created_at*   time
      last_used_at* time|null
      expires_at*   time
    `,
    // `config` is the configuration that the session was created with.
    Session: `
      session_id*        token(trs_)
      + handle*          string
      mcp*               object
        type* enum(http)
        url*  uri
      tool_router_tools* array<MetaTool>
      config*            object
        + user_id*            string
        + toolkits*           ToolkitSelection
        + auth_configs*       map<id(ac_)>
        + connected_accounts* map<id(ca_)>
        + tools*              map<ToolSelection>
        + tags*               TagSelection
        + manage_connections* object
        + result_limit_bytes  number min=4000 max=1000000
      + expires_at*      time
    `,
    SessionToolkit: `
      name*                          string
      slug*                          toolkit-slug
      enabled*                       boolean
      is_no_auth*                    boolean
      platform_managed_auth_schemes* array<Scheme>
      meta*                          object
        logo*        uri
        description* string
      connected_account*             object|null
        id*          id(ca_)
        user_id*     string
        status*      ConnectedAccountStatus
        created_at*  time
        auth_config* object
          id*                  id(ac_)
          auth_scheme*         Scheme
          is_platform_managed* boolean
    `,
  },
  operations: [
    {
      operation: "POST /api/v3/tool_router/session",
      body: `user_id*           string${sessionMembers}`,
      answers: { 201: "...Session" },
    },
    {
      operation: "GET /api/v3/tool_router/session/{session_id}",
      path: sessionId,
      answers: { 200: "...Session" },
    },
    {
      operation: "PATCH /api/v3/tool_router/session/{session_id}",
      path: sessionId,
      body: `user_id string${sessionMembers}`,
      answers: { 200: "...Session" },
    },
    {
      operation: "DELETE /api/v3/tool_router/session/{session_id}",
      path: sessionId,
      answers: { 200: "session_id* token(trs_)\ndeleted* boolean" },
    },
    {
      operation: "DELETE /api/v3/tool_router/session",
      query: "user_id* string",
      answers: { 200: "user_id* string\ndeleted_sessions* number" },
    },
    {
      operation: "GET /api/v3/tool_router/sessions",
      query: `
        user_id string
        ...CursorQuery
      `,
      answers: { 200: wrapInEnvelope("ListedSession") },
    },
    {
      operation: "DELETE /api/v3/tool_router/sessions/{handle}",
      path: "handle* string",
      answers: { 200: "handle* string\ndeleted* boolean" },
    },
    {
      operation: "GET /api/v3/tool_router/session/{session_id}/toolkits",
      path: sessionId,
      query: `
        toolkits     array<toolkit-slug>
        is_connected boolean
        search       string
        ...CursorQuery
      `,
      answers: { 200: wrapInEnvelope("SessionToolkit") },
    },
    {
      operation: "GET /api/v3/tool_router/session/{session_id}/tools",
      path: sessionId,
      answers: { 200: "items* array<Tool>" },
    },
    {
      operation: "POST /api/v3/tool_router/session/{session_id}/execute",
      path: sessionId,
      body: `
        tool_slug* tool-slug
        arguments  object open default={}
        account    string
      `,
      answers: {
        200: `
          data*   object open
          error*  string|null
          log_id* id(log_)
        `,
      },
    },
    {
      // `arguments` and `data` are those of the meta tool: `meta-tools.ts`.
      operation: "POST /api/v3/tool_router/session/{session_id}/execute_meta",
      path: sessionId,
      body: `
        slug*      MetaTool
        arguments* any
      `,
      answers: {
        200: `
          data*   any
          error*  string|null
          log_id* id(log_)
        `,
      },
    },
    {
      operation: "POST /api/v3/tool_router/session/{session_id}/link",
      path: sessionId,
      body: `
        toolkit*     toolkit-slug
        callback_url uri
      `,
      answers: {
        201: `
          link_token*           token(lk_)
          redirect_url*         uri
          connected_account_id* id(ca_)
        `,
      },
    },
    {
      operation: "POST /tool_router/{session_id}/mcp",
      path: sessionId,
      query: "+ results enum(structured,text) default=structured",
      body: "= any",
      answers: { 200: "= any", 202: null },
    },
  ],
};
