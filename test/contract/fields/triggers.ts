import { type ResourceTables, wrapInEnvelope } from "./table.ts";

/** Trigger types, trigger instances and incoming webhooks: the API document's sections, and docs/decisions.md §8. */
export const triggers: ResourceTables = {
  shapes: {
    TriggerType: `
      slug*         string
      name*         string
      description*  string
      instructions* string
      type*         enum(webhook,poll)
      toolkit*      object
        slug* toolkit-slug
        name* string deprecated
        logo* uri
      config*       object
      payload*      object
      version*      toolkit-version
      status        enum(active,deprecated)
      enabled       boolean
    `,
    TriggerInstance: `
      uuid                    uuid
      id*                     id(ti_)
      connected_account_id*   id(ca_)|null
      connected_account_uuid* uuid|null
      trigger_name*           string
      user_id*                string
      trigger_data            string
      trigger_config*         object open
      state*                  object open
      updated_at*             time
      disabled_at*            time|null
      disabledAt*             time|null deprecated
      connectedAccountId*     id(ca_)|null deprecated
      triggerName*            string deprecated
      updatedAt*              time deprecated
      triggerConfig*          object deprecated
      deprecated              object
        createdAt* string
    `,
    UpsertedTrigger: `
      trigger_id* id(ti_)
      deprecated* object
        uuid* uuid
      + webhook   object
        + url*   uri
        + secret string
    `,
  },
  operations: [
    {
      operation: "GET /api/v3/triggers_types",
      query: `
        toolkit_slugs    array<toolkit-slug>
        toolkit_versions any
        ...CursorQuery
      `,
      answers: { 200: wrapInEnvelope("TriggerType") },
    },
    { operation: "GET /api/v3/triggers_types/list/enum", answers: { 200: "= array<string>" } },
    {
      operation: "GET /api/v3/triggers_types/{slug}",
      path: "slug* trigger-slug",
      query: "toolkit_versions any",
      answers: { 200: "...TriggerType" },
    },
    {
      operation: "GET /api/v3/trigger_instances/active",
      query: `
        user_ids                        array<string>
        connected_account_ids           array<id(ca_)>
        auth_config_ids                 array<id(ac_)>
        trigger_ids                     array<id(ti_)>
        trigger_names                   array<trigger-slug>
        show_disabled                   boolean
        ...CursorQuery
        connectedAccountIds             array<id(ca_)> deprecated
        authConfigIds                   array<id(ac_)> deprecated
        triggerIds                      array<id(ti_)> deprecated
        triggerNames                    array<trigger-slug> deprecated
        showDisabled                    boolean deprecated
        deprecatedConnectedAccountUuids array<uuid> deprecated
        deprecatedAuthConfigUuids       array<uuid> deprecated
      `,
      answers: { 200: wrapInEnvelope("TriggerInstance") },
    },
    {
      operation: "POST /api/v3/trigger_instances/{slug}/upsert",
      path: "slug* trigger-slug",
      body: `
        connected_account_id id(ca_)
        + user_id            string
        trigger_config       object open
        toolkit_versions     any
        connectedAuthId      string deprecated
        triggerConfig        object deprecated
        version              string deprecated
      `,
      // 204 is documented and never sent.
      answers: { 200: "...UpsertedTrigger", 201: "...UpsertedTrigger", 204: null },
    },
    {
      operation: "PATCH /api/v3/trigger_instances/manage/{id}",
      path: "id* id(ti_)",
      body: "status* enum(enable,disable)",
      answers: { 200: "status* enum(success)" },
    },
    {
      operation: "DELETE /api/v3/trigger_instances/manage/{id}",
      path: "id* id(ti_)",
      answers: { 200: "trigger_id* id(ti_)" },
    },
    {
      // The application chooses the body; the answer is ours.
      operation: "POST /api/v3/webhook_ingress/{toolkit_slug}/{token}",
      path: `
        toolkit_slug* toolkit-slug
        token*        string
      `,
      body: "= any",
      answers: {
        200: `
          + success*  boolean
          + challenge string
        `,
      },
    },
  ],
};
