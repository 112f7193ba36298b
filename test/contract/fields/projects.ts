import type { ResourceTables } from "./table.ts";

const nanoId = "nano_id* id(proj_)";

const project = `
id*           id(proj_)
name*         project-name
+ org_id*     id(org_)
+ created_at* time
+ updated_at* time
`;

/** Project configuration. The required members depend on the direction. */
const settings = (star: "*" | ""): string => `
is_2FA_enabled${star}                        boolean
logo_url                                  string
display_name                              string
mask_secret_keys_in_connected_account${star} boolean
log_visibility_setting${star}                enum(show_all,dont_store_data)
require_mcp_api_key                       boolean
is_platform_link_enabled_for_managed_auth boolean deprecated
signed_url_file_expiry_in_seconds         number min=60 max=604800
+ result_limit_bytes${star} number min=4000 max=1000000
+ mcp_sign_in                             any
`;

/** Projects, their settings, and the erasure of a user: the API document's sections, and docs/decisions.md §11 and §12. */
export const projects: ResourceTables = {
  shapes: {
    ProjectConfig: settings("*"),
    ProjectConfigChange: settings(""),
    Project: project,
    QuotaUsage: `
      name*  string
      used*  number
      limit* number|null
      unit*  string
    `,
    ProjectDetail: `${project}
api_keys*     array<ApiKey>`,
    ApiKey: `
      id*         string
      name*       string
      key*        string
      created_at* time
      + last_used_at* time|null
    `,
  },
  operations: [
    {
      operation: "GET /api/v3/org/project/usage",
      answers: {
        200: `
          quotas* array<QuotaUsage>
        `,
      },
    },
    { operation: "GET /api/v3/org/project/config", answers: { 200: "...ProjectConfig" } },
    {
      operation: "PATCH /api/v3/org/project/config",
      body: "...ProjectConfigChange",
      answers: { 200: "...ProjectConfig" },
    },
    {
      operation: "POST /api/v3/org/owner/project/new",
      body: `
        name*                 project-name
        should_create_api_key boolean
        config                ProjectConfigChange
      `,
      answers: {
        200: `
          id*      id(proj_)
          name*    project-name
          api_key* project-key|null
        `,
      },
    },
    {
      operation: "GET /api/v3/org/owner/project/list",
      query: "...CursorQuery",
      answers: {
        200: `
          data*         array<Project>
          next_cursor*  string|null
          total_pages*  number
          current_page* number
          total_items*  number
        `,
      },
    },
    {
      operation: "GET /api/v3/org/owner/project/{nano_id}",
      path: nanoId,
      answers: { 200: "...ProjectDetail" },
    },
    {
      operation: "PATCH /api/v3/org/owner/project/{nano_id}",
      path: nanoId,
      body: "name* string",
      answers: { 200: "...ProjectDetail" },
    },
    {
      operation: "DELETE /api/v3/org/owner/project/{nano_id}",
      path: nanoId,
      answers: { 200: "status* enum(success)" },
    },
    {
      operation: "POST /api/v3/org/owner/project/{nano_id}/regenerate_api_key",
      path: nanoId,
      body: "revoke_sessions boolean default=false",
      answers: {
        200: `
          api_key* object
            id*         string
            name*       string
            key*        project-key
            created_at* time
          message* string
          revoked_sessions* number
        `,
      },
    },
    {
      operation: "POST /api/v3/org/owner/project/{nano_id}/api_keys",
      path: nanoId,
      body: "name* string",
      answers: {
        201: `
          id*         string
          name*       string
          key*        project-key
          created_at* time
        `,
      },
    },
    {
      operation: "DELETE /api/v3/org/owner/project/{nano_id}/api_keys/{key_id}",
      path: `
        ${nanoId}
        key_id* string
      `,
      answers: { 200: "id* string\ndeleted* boolean" },
    },
    {
      // "Everything of one user_id can be deleted with one call"; the answer is ours.
      operation: "DELETE /api/v3/users/{user_id}",
      path: "user_id* string",
      answers: {
        200: `
          + user_id* string
          + erased*  any
        `,
      },
    },
    {
      operation: "GET /api/v3/migration/get-nanoid",
      query: `
        uuid* uuid
        type* enum(CONNECTED_ACCOUNT,AUTH_CONFIG,TRIGGER_INSTANCE)
      `,
      answers: { 200: "nanoid* string" },
    },
  ],
};
