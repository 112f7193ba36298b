import { type ResourceTables, wrapInEnvelope } from "./table.ts";

/** Tools, their execution and its log: the API document's table, and docs/decisions.md §7. */
export const tools: ResourceTables = {
  shapes: {
    Tool: `
      slug*               tool-slug
      name*               string
      description*        string
      toolkit*            object
        slug* toolkit-slug
        name* string
        logo* uri
      input_parameters*   object
      output_parameters*  object
      no_auth*            boolean
      available_versions* array<toolkit-version>
      version*            toolkit-version
      scopes*             array<string>
      tags*               array<string>
      is_deprecated*      boolean
      status              enum(active,deprecated)
      enabled             boolean
      deprecated*         object
        displayName*        string
        version*            string
        available_versions* array<string>
        is_deprecated*      boolean
        toolkit*            object
          logo* string
    `,
    RequestParameter: `
      name*  string
      value* string
      in     enum(header,query)
      type   enum(header,query) deprecated
    `,
    ToolExecutionLog: `
      + id*                   id(log_)
      + tool_slug*            tool-slug
      + toolkit_slug*         toolkit-slug
      + version*              toolkit-version
      + source*               enum(api,mcp,tool_router,trigger)
      + user_id*              string|null
      + connected_account_id* id(ca_)|null
      + auth_config_id*       id(ac_)|null
      + status*               enum(running,completed,interrupted)
      + successful*           boolean
      + error*                string|null
      + status_code*          number|null
      + arguments*            object|null
      + data*                 object|null
      + truncated*            array<enum(arguments,data)>
      + duration_ms*          number
      + request_id*           string
      + created_at*           time
    `,
  },
  operations: [
    {
      operation: "GET /api/v3/tools",
      query: `
        toolkit_slug       toolkit-slug
        tool_slugs         array<tool-slug>
        tags               array<string>
        scopes             array<string>
        search             string
        include_deprecated boolean
        toolkit_versions   any
        ...CursorQuery
      `,
      answers: { 200: wrapInEnvelope("Tool") },
    },
    // Text, a slug a line.
    { operation: "GET /api/v3/tools/enum", answers: { 200: "= string" } },
    {
      operation: "GET /api/v3/tools/{tool_slug}",
      path: "tool_slug* tool-slug",
      query: `
        version          string
        toolkit_versions any
      `,
      answers: { 200: "...Tool" },
    },
    {
      operation: "POST /api/v3/tools/execute/{tool_slug}",
      path: "tool_slug* tool-slug",
      body: `
        connected_account_id id(ca_)
        user_id              string
        alias                string
        entity_id            string deprecated
        version              string
        arguments            object open default={}
        custom_auth_params   object
          base_url   uri
          parameters array<RequestParameter>
      `,
      answers: {
        // `data` is the tool's result, or the schema ToolExecutionFailureData.
        200: `
          data*       object open
            status_code any
            message     any
            body        any
          error*      string|null
          successful* boolean
          log_id*     id(log_)
          connected_account_id* string|null
          session_info object|null
        `,
      },
    },
    {
      operation: "POST /api/v3/tools/execute/proxy",
      body: `
        endpoint*             string
        method*               enum(GET,POST,PUT,PATCH,DELETE,HEAD)
        body                  any
        parameters            array<RequestParameter>
        connected_account_id* id(ca_)
      `,
      answers: {
        200: `
          data*    any
          status*  number
          headers* map<string>
          binary_data object
            url*          uri
            content_type* string
            size*         number
            expires_at*   time
        `,
      },
    },
    {
      operation: "POST /api/v3/logs/tool_execution",
      body: `
        limit      number|null max=1000
        cursor     cursor
        filters    object
          + log_ids               array<id(log_)>
          + toolkit_slugs         array<toolkit-slug>
          + tool_slugs            array<tool-slug>
          + user_ids              array<string>
          + connected_account_ids array<id(ca_)>
          + auth_config_ids       array<id(ac_)>
          + successful            boolean
        time_range object
          + since time
          + until time
      `,
      answers: {
        200: `
          logs*        array<ToolExecutionLog>
          next_cursor* string|null
        `,
      },
    },
  ],
  schemas: [
    {
      schema: "ToolExecutionFailureData",
      shape: `
        status_code* number
        message*     string
        body*        any
      `,
    },
  ],
};
