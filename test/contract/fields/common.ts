import type { ResourceTables } from "./table.ts";

/** A browser that is signed in to the console. */
const consoleSession = `
+ key_type*     enum(project,organization)
+ project*      object|null
  + id*   id(proj_)
  + name* string
+ organization* object
  + id*   id(org_)
  + name* string
+ projects*     array<SessionProject>
+ base_url*     string
+ csrf_token*   string
+ expires_at*   time
`;

/** Shapes that several resources share, the errors, and the keys of docs/decisions.md. */
export const common: ResourceTables = {
  shapes: {
    // docs/decisions.md §4: auth_scheme, authScheme and mode.
    Scheme:
      "= enum(OAUTH2,OAUTH1,API_KEY,BASIC,BEARER_TOKEN,BASIC_WITH_JWT,GOOGLE_SERVICE_ACCOUNT,SERVICE_ACCOUNT,NO_AUTH,S2S_OAUTH2,DCR_OAUTH,SAML,BILLCOM_AUTH,CALCOM_AUTH)",
    // docs/decisions.md §6.
    ConnectedAccountStatus: "= enum(INITIALIZING,INITIATED,ACTIVE,FAILED,EXPIRED,INACTIVE)",
    // docs/decisions.md §3: 20 items by default, at most 1000.
    CursorQuery: `
      limit  number max=1000 min=1 default=20
      cursor cursor
    `,
    // DELETE → {success}, and the like.
    Success: "success* boolean",
    ActivityCounts: `
      executions*        number
      errors*            number
      p50_ms*            number|null
      p99_ms*            number|null
      deliveries*        number
      failed_deliveries* number
    `,
    SessionProject: `
      id*   id(proj_)
      name* string
    `,
    // PATCH, DELETE → 200 {}.
    Empty: "",
  },
  operations: [
    // docs/decisions.md §13.
    { operation: "GET /api/v3/console/session", answers: { 200: consoleSession } },
    { operation: "POST /api/v3/console/session", answers: { 201: consoleSession } },
    {
      operation: "DELETE /api/v3/console/session",
      answers: { 200: "+ success* boolean" },
    },
    {
      operation: "POST /api/v3/console/session/link",
      body: "+ token* string",
      answers: { 201: consoleSession },
    },
    {
      operation: "GET /api/v3/console/activity",
      query: "period enum(hour,day,week,month) default=day",
      answers: {
        200: `
          since*                time
          until*                time
          bucket_seconds*       number
          executions_since*     time
          deliveries_since*     time
          total*                ActivityCounts
          buckets*              array<ActivityCounts>
          disabled_trigger_ids* array<id(ti_)>
          expired_account_ids*  array<id(ca_)>
          unused_links*         number max=1000
        `,
      },
    },
    {
      // "answers which project and organization a key belongs to"; the shape is ours.
      operation: "GET /api/v3/auth/session/info",
      answers: {
        200: `
          + key_type*     enum(project,organization)
          + project*      object|null
            + id*   id(proj_)
            + name* string
          + organization* object
            + id*   id(org_)
            + name* string
        `,
      },
    },
  ],
  schemas: [
    {
      schema: "Error",
      shape: `
        error* object
          message*      string
          code*         number
          slug*         string
          status*       number
          request_id    string
          suggested_fix string
          errors        array<string>
      `,
    },
  ],
};
