import { sql } from "kysely";
import type { Database } from "../base/db/opening/open-database.ts";

/** Writes a row into every table of the project, so that each table has data that must stay hidden. */
export async function fillProject(database: Database, projectId: string): Promise<void> {
  const soon = new Date(Date.now() + 3_600_000);
  await database.transactInProject(projectId, async (trx) => {
    const row = { project_id: projectId, id: `row_${projectId}` };
    const connection = { toolkit_slug: "github", auth_scheme: "OAUTH2" } as const;
    const sealed = { secrets: "", secrets_version: 1 };
    await trx
      .insertInto("auth_configs")
      .values({ ...row, ...connection, ...sealed, name: "n", is_platform_managed: false })
      .execute();
    await trx
      .insertInto("connected_accounts")
      .values({
        ...row,
        ...connection,
        ...sealed,
        auth_config_id: row.id,
        user_id: "u",
        status: "ACTIVE",
      })
      .execute();
    await trx
      .insertInto("link_tokens")
      .values({ ...row, connected_account_id: row.id, purpose: "connect", expires_at: soon })
      .execute();
    await trx
      .insertInto("oauth_states")
      .values({
        ...row,
        link_id: row.id,
        browser_hash: "b",
        secrets: "",
        expires_at: soon,
      })
      .execute();
    await trx
      .insertInto("revocations")
      .values({ ...row, ...connection, secrets: "", expires_at: soon })
      .execute();
    await trx
      .insertInto("jobs")
      .values({ ...row, kind: "k", max_attempts: 1 })
      .execute();
    await trx
      .insertInto("tool_execution_logs")
      .values({
        ...row,
        tool_slug: "T",
        toolkit_slug: "t",
        version: "v",
        source: "api",
        successful: true,
        duration_ms: 1,
        request_id: "r",
      })
      .execute();
    await trx
      .insertInto("toolkit_uses")
      .values({
        project_id: projectId,
        toolkit_slug: "t",
        day: sql<Date>`now()`,
        shard: 0,
        uses: 1,
      })
      .execute();
    const bytes = Buffer.from("b");
    await trx
      .insertInto("project_toolkits")
      .values({
        ...row,
        slug: "s",
        version: "v",
        packed_document: bytes,
        document_hash: bytes,
        tool_slugs: [],
        tool_identities: [],
      })
      .execute();
    const outlined = { project_id: projectId, toolkit_id: row.id, format: 1 };
    await trx
      .insertInto("project_outlines")
      .values({ ...outlined, outline: bytes })
      .execute();
    await trx
      .insertInto("project_tools")
      .values({
        ...outlined,
        slug: "S",
        record: bytes,
        execution: bytes,
      })
      .execute();
    const subscribed = { ...sealed, webhook_url: "u", signature_key: "raw" } as const;
    await trx
      .insertInto("webhook_subscriptions")
      .values({
        ...row,
        ...subscribed,
        enabled_events: [],
        version: "V3",
        disabled_reason: null,
      })
      .execute();
    const event = { ...row, subscription_id: row.id, event_type: "e" };
    const at = new Date();
    await trx
      .insertInto("webhook_events")
      .values({ ...event, version: "V3", body: "", is_test: false, created_at: at })
      .execute();
    await trx
      .insertInto("webhook_deliveries")
      .values({ ...event, event_id: row.id, event_at: at, webhook_url: "u" })
      .execute();
    await trx
      .insertInto("webhook_attempts")
      .values({
        project_id: projectId,
        delivery_id: row.id,
        event_at: at,
        attempt: 1,
        latency_ms: 1,
      })
      .execute();
    await trx
      .insertInto("tool_router_sessions")
      .values({ ...row, user_id: "u", config: "{}" })
      .execute();
    await trx
      .insertInto("mcp_servers")
      .values({
        ...row,
        name: "server",
        auth_config_ids: [],
        own_toolkits: [],
        toolkits: [],
        allowed_tools: [],
        managed_auth_via_platform: false,
        signing_key: "",
      })
      .execute();
    await trx
      .insertInto("mcp_instances")
      .values({ ...row, server_id: row.id, user_id: "u" })
      .execute();
    await sql`insert into storage_reservations (project_id, id, kind, bytes, expires_at)
      values (${row.project_id}, ${row.id}, 'files', 1, now())`.execute(trx);
    await trx
      .insertInto("files")
      .values({
        ...row,
        filename: "f",
        mimetype: "text/plain",
        md5: "m",
        size: null,
        toolkit_slug: "t",
        tool_slug: "T",
        is_result: false,
        signing_key: "",
      })
      .execute();
    await trx
      .insertInto("trigger_instances")
      .values({
        ...row,
        connected_account_id: row.id,
        user_id: "u",
        toolkit_slug: "t",
        trigger_slug: "T",
        toolkit_version: null,
        kind: "poll",
        config: "{}",
        config_hash: "h",
        token_hash: projectId,
      })
      .execute();
    await trx
      .insertInto("trigger_items")
      .values({ ...row, trigger_id: row.id, marked_at: soon })
      .execute();
    await trx
      .insertInto("webhook_addresses")
      .values({ ...row, token_hash: projectId, token: "t" })
      .execute();
    await trx.insertInto("webhook_receipts").values(row).execute();
    await trx
      .insertInto("project_imports")
      .values({ project_id: projectId, export_id: "e" })
      .execute();
    await trx
      .insertInto("mcp_oauth_records")
      .values({ ...row, kind: "Grant", payload: "sealed", expires_at: soon })
      .execute();
    await trx
      .insertInto("idempotency_keys")
      .values({
        owner_id: projectId,
        id: "i",
        fingerprint: "f",
        state: "in_flight",
        has_outside_effect: false,
        runner: "00000000-0000-4000-8000-000000000000",
        leased_until: soon,
        expires_at: soon,
      })
      .execute();
    await trx
      .insertInto("idempotency_pieces")
      .values({
        owner_id: projectId,
        id: "i",
        runner: "00000000-0000-4000-8000-000000000000",
        piece: 1,
        sealed: "s",
      })
      .execute();
  });
}
