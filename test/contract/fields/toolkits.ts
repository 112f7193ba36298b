import { type ResourceTables, wrapInEnvelope } from "./table.ts";

const toolkit = `
slug*                         toolkit-slug
name*                         string
auth_schemes                  array<Scheme>
platform_managed_auth_schemes array<Scheme>
is_local_toolkit*             boolean deprecated
no_auth                       boolean
status                        enum(active,deprecated)
enabled                       boolean
deprecated*                   object
  toolkitId* string
`;

/** Toolkits: the API document's table, and docs/decisions.md §7. */
export const toolkits: ResourceTables = {
  shapes: {
    Category: `
      id*   string
      slug  string
      name* string
    `,
    ToolkitMeta: `
      created_at*     time
      updated_at*     time
      description*    string
      logo*           uri
      app_url         string|null
      categories*     array<Category>
      triggers_count* number
      tools_count*    number
      version*        toolkit-version
    `,
    Toolkit: `${toolkit}
meta*                         ToolkitMeta`,
    ToolkitMetaDetail: `
      ...ToolkitMeta
      available_versions* array<toolkit-version>
    `,
    // Our addition (docs/decisions.md §7).
    ImportReport: `
skipped_operations*        array<ImportLoss>
skipped_operations_count*  number
notes*                     array<ImportLoss>
notes_count*               number`,
    ImportLoss: `
place*   string
reason*  string`,
    ToolkitDetail: `${toolkit}
meta*                         ToolkitMetaDetail
base_url*                     string
get_current_user_endpoint     string
get_current_user_endpoint_method string
auth_config_details*          array<AuthConfigDetail>`,
    AuthConfigDetail: `
      + name*  string
      mode*    Scheme
      fields*  object
        auth_config_creation*         AuthFieldGroup
        connected_account_initiation* AuthFieldGroup
    `,
    AuthFieldGroup: `
      required* array<AuthField>
      optional* array<AuthField>
    `,
    AuthField: `
      name*        string
      displayName* string
      type*        enum(string,integer,number,boolean,array)
      description* string
      required*    boolean
      default*     string|null
      enum         array<string>
      is_secret*   boolean
    `,
  },
  operations: [
    {
      operation: "GET /api/v3/toolkits",
      query: `
        category           string
        managed_by         enum(platform,all,project)
        sort_by            enum(usage,alphabetically)
        include_deprecated boolean
        search             string
        ...CursorQuery
      `,
      answers: { 200: wrapInEnvelope("Toolkit") },
    },
    {
      operation: "POST /api/v3/toolkits/multi",
      body: `
        toolkits   array<toolkit-slug>
        category   string
        managed_by enum(platform,all,project)
        sort_by    enum(usage,alphabetically)
        limit      number|null max=1000
        cursor     cursor
      `,
      answers: { 200: wrapInEnvelope("Toolkit") },
    },
    {
      operation: "GET /api/v3/toolkits/categories",
      answers: { 200: wrapInEnvelope("Category") },
    },
    {
      operation: "POST /api/v3/toolkits/import",
      body: `
        slug*        toolkit-slug
        document*    any
        auth_schemes array<Scheme>
        base_url     string
      `,
      answers: { 201: "...ToolkitDetail\nimport_report*  ImportReport" },
    },
    {
      operation: "GET /api/v3/toolkits/{slug}",
      path: "slug* toolkit-slug",
      answers: { 200: "...ToolkitDetail" },
    },
    {
      operation: "PUT /api/v3/toolkits/{slug}",
      path: "slug* toolkit-slug",
      body: `
        document*    any
        auth_schemes array<Scheme>
        base_url     string
      `,
      answers: { 200: "...ToolkitDetail\nimport_report*  ImportReport" },
    },
    {
      operation: "DELETE /api/v3/toolkits/{slug}",
      path: "slug* toolkit-slug",
      answers: { 200: "...Success" },
    },
  ],
};
