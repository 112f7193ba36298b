import type { ResourceTables } from "./table.ts";

const mcpServer = `
id*                        uuid
name*                      server-name
auth_config_ids*           array<id(ac_)>
allowed_tools*             array<tool-slug>
mcp_url*                   uri deprecated
toolkits*                  array<toolkit-slug>
toolkit_icons*             map<uri>
commands*                  object
  claude*   string
  cursor*   string
  windsurf* string
updated_at*                time
created_at*                time
server_instance_count*     number
managed_auth_via_platform* boolean
`;

/** MCP servers: the API document's sections, and docs/decisions.md §10. */
export const mcp: ResourceTables = {
  shapes: {
    McpServer: mcpServer,
    McpServerDetail: `${mcpServer}
deleted*                   boolean`,
    // Page numbers instead of cursors.
    PageQuery: `
      order_by        enum(created_at,updated_at)
      order_direction enum(asc,desc)
      page_no         number min=1 max=1000000
    `,
    McpServerList: `
      items*        array<McpServer>
      total_pages*  number
      current_page* number
    `,
    McpInstance: `
      id*            uuid
      instance_id*   string
      mcp_server_id* uuid
      created_at*    time
      updated_at*    time
    `,
  },
  operations: [
    {
      operation: "GET /api/v3/mcp/servers",
      query: `
        name            string
        toolkits        toolkit-slugs
        auth_config_ids auth-config-ids
        limit           number default=10
        ...PageQuery
      `,
      answers: { 200: "...McpServerList" },
    },
    {
      operation: "POST /api/v3/mcp/servers",
      body: `
        name*                     server-name
        auth_config_ids*          array<id(ac_)>
        allowed_tools             array<tool-slug> default=[]
        managed_auth_via_platform boolean
      `,
      answers: { 201: "...McpServer" },
    },
    {
      operation: "POST /api/v3/mcp/servers/custom",
      body: `
        name*           server-name
        toolkits*       array<toolkit-slug>
        auth_config_ids array<id(ac_)> default=[]
        allowed_tools   array<tool-slug> default=[]
        + managed_auth_via_platform boolean
      `,
      answers: { 201: "...McpServer" },
    },
    {
      operation: "POST /api/v3/mcp/servers/generate",
      body: `
        mcp_server_id*           uuid
        managed_auth_by_platform boolean
        user_ids                 array<string>
        connected_account_ids    array<id(ca_)>
        rotate                   boolean
      `,
      answers: {
        200: `
          mcp_url*                uri
          connected_account_urls* array<uri>
          user_ids_url*           array<uri>
        `,
      },
    },
    {
      // The list of one toolkit, with the other filters of the list.
      operation: "GET /api/v3/mcp/app/{appKey}",
      path: "appKey* toolkit-slug",
      query: `
        name            string
        auth_config_ids auth-config-ids
        limit           number default=10
        ...PageQuery
      `,
      answers: { 200: "...McpServerList" },
    },
    {
      operation: "GET /api/v3/mcp/{id}",
      path: "id* uuid",
      query: `
        + user_id      string
        + key_variable string
      `,
      answers: { 200: "...McpServerDetail" },
    },
    {
      operation: "PATCH /api/v3/mcp/{id}",
      path: "id* uuid",
      body: `
        + name                      server-name
        + auth_config_ids           array<id(ac_)>
        + toolkits                  array<toolkit-slug>
        + allowed_tools             array<tool-slug>
        + managed_auth_via_platform boolean
      `,
      answers: { 200: "...McpServerDetail" },
    },
    {
      operation: "DELETE /api/v3/mcp/{id}",
      path: "id* uuid",
      answers: {
        200: `
          id*      uuid
          deleted* boolean
        `,
      },
    },
    {
      operation: "GET /api/v3/mcp/servers/{serverId}/instances",
      path: "serverId* uuid",
      query: `
        limit           number max=1000 default=20
        ...PageQuery
      `,
      answers: {
        200: `
          instances*    array<McpInstance>
          server_id*    uuid
          server_name*  server-name
          total_pages*  number
          current_page* number
        `,
      },
    },
    {
      operation: "POST /api/v3/mcp/servers/{serverId}/instances",
      path: "serverId* uuid",
      body: "user_id* string",
      answers: { 201: "...McpInstance" },
    },
    {
      operation: "DELETE /api/v3/mcp/servers/{serverId}/instances/{instanceId}",
      path: `
        serverId*   uuid
        instanceId* uuid
      `,
      answers: {
        200: `
          message*                    string
          deleted_connected_accounts* array<id(ca_)>
        `,
      },
    },
    {
      // JSON-RPC, as the Model Context Protocol defines it.
      operation: "POST /mcp/{server_id}",
      path: "server_id* uuid",
      query: `
        user_id              string
        connected_account_id id(ca_)
        sig                  string
        + results            enum(structured,text) default=structured
      `,
      body: "= any",
      answers: { 200: "= any", 202: null },
    },
  ],
};
