import type { ResourceTables } from "./table.ts";

/** The arguments and results of a session's meta tools: docs/decisions.md §10. */
export const metaTools: ResourceTables = {
  shapes: {
    ConnectionResult: `
      + toolkit*              toolkit-slug
      status*                 enum(active,initiated,failed)
      redirect_url*           string|null
      + connected_account_id* id(ca_)|null
      + error*                string|null
    `,
    ToolWithSchemas: `
      + tool_slug*         tool-slug
      + toolkit*           toolkit-slug
      + description*       string
      + input_parameters*  object
      + output_parameters* object
    `,
    FoundTool: `
      + tool_slug*         tool-slug
      + toolkit*           toolkit-slug
      + description*       string
      + input_parameters   object
      + output_parameters  object
    `,
    SearchResult: `
      + use_case*        string
      + tools*           array<FoundTool>
      + suggested_order* array<SuggestedCall>
    `,
    SuggestedCall: `
      + tool_slug* tool-slug
      + reason*    string
    `,
    ConnectionStatus: `
      + toolkit*              toolkit-slug
      + is_connected*         boolean
      + connected_account_id* id(ca_)|null
      + status*               ConnectedAccountStatus|null
    `,
    ToolCall: `
      tool_slug* tool-slug
      arguments  object open default={}
      account    string
    `,
    ToolResult: `
      + tool_slug*  tool-slug
      + successful* boolean
      + data*       any
      + error*      string|null
      + log_id*     id(log_)|null
    `,
  },
  operations: [],
  schemas: [
    {
      schema: "SearchToolsQuery",
      shape: `
        use_case*    string
        known_fields string
      `,
    },
    { schema: "SearchToolsArguments", shape: "queries* any\n+ include_schemas boolean" },
    {
      schema: "SearchToolsData",
      shape: `
        + results*                     array<SearchResult>
        + toolkit_connection_statuses* array<ConnectionStatus>
      `,
    },
    { schema: "GetToolSchemasArguments", shape: "tool_slugs* array<string>" },
    {
      schema: "GetToolSchemasData",
      shape: `
        schemas*     array<ToolWithSchemas>
        not_found*   array<string>
        suggestions* any
      `,
    },
    {
      schema: "ManageConnectionsArguments",
      shape: `
        toolkits*      array<toolkit-slug>
        reinitiate_all boolean
      `,
    },
    { schema: "ManageConnectionsData", shape: "+ results* array<ConnectionResult>" },
    {
      schema: "WaitForConnectionsArguments",
      shape: `
        toolkits*       array<toolkit-slug>
        timeout_seconds number max=60
      `,
    },
    {
      schema: "WaitForConnectionsData",
      shape: `
        + all_active* boolean
        + results*    array<ConnectionResult>
      `,
    },
    {
      schema: "MultiExecuteToolArguments",
      shape: "tools* array<ToolCall> min-items=1 max-items=50",
    },
    {
      schema: "MultiExecuteToolData",
      shape: `
        results*         array<ToolResult>
        + total_count*   number
        + success_count* number
        + error_count*   number
      `,
    },
    {
      schema: "UploadFileArguments",
      shape: `
        + tool_slug* string
        + filename*  string
        + mimetype*  string
        + content    string
        + md5        string
      `,
    },
    {
      schema: "UploadFileData",
      shape: `
        + file*        object|null
          + name*     string
          + mimetype* string
          + key*      string
        + is_uploaded* boolean
        + upload_url*  uri|null
        + next_step*   string|null
        + error*       string|null
      `,
    },
    {
      schema: "CutResult",
      shape: `
        + truncated*  boolean
        + size*       number
        + shape*      string
        + handle*     string|null
        + expires_at* time|null
      `,
    },
    {
      schema: "ReadResultArguments",
      shape: `
        handle*  string
        pointer  string
        range    object
          from*  number
          count  number
        search   string
      `,
    },
    {
      schema: "ReadResultData",
      shape: `
        + handle*  string
        + pointer* string
        + shape*   string|null
        + total*   number|null
        + read*    number|null
        + next*    number|null
        + value*   any
        + matches* array|null
        + file*    object|null
      `,
    },
  ],
};
