import { createHash } from "node:crypto";
import { sql } from "kysely";
import { packDocument } from "../../src/applications/toolkits/compiled/packed-document.ts";
import { saveOauthRecord } from "../../src/domain/mcp-sign-in/oauth-records.ts";
import { pieceLength } from "../../src/domain/requests/answer-pieces.ts";
import {
  claimIdempotencyKey,
  createClaim,
  type IdempotencyOwner,
  storeAnswer,
} from "../../src/domain/requests/idempotency.ts";
import { runInProject } from "../../src/domain/scope.ts";
import { connect } from "../e2e/suites/accounts.ts";
import { browse } from "../e2e/suites/hosted-pages.ts";
import { readUpserted } from "../e2e/suites/triggers/instances.ts";
import type { World } from "../e2e/world.ts";

/** Each project has an MCP server with this name, so creating another one is always refused. */
export const takenName = "always taken";

/** The ids that a request can name, one of each kind. */
export interface Ids {
  readonly ac: string;
  readonly ca: string;
  readonly log: string;
  readonly proj: string;
  readonly key: string;
  readonly lk: string;
  readonly uuidOfConfig: string;
  readonly uuidOfAccount: string;
  readonly user: string;
  readonly toolkit: string;
  readonly tool: string;
  readonly mcp: string;
  readonly mcpInstance: string;
  readonly trs: string;
  readonly trh: string;
  readonly ws: string;
  readonly dlv: string;
  readonly ti: string;
  readonly file: string;
  readonly uuidOfTrigger: string;
  readonly trigger: string;
  readonly search: string;
  readonly state: string;
}

/** A project with something in every table. */
export interface SeededProject {
  readonly organizationId: string;
  readonly organizationKey: string;
  readonly projectId: string;
  readonly key: string;
  /** A key that was replaced. */
  readonly revokedKey: string;
  /** Part of every string that a caller can choose. */
  readonly marker: string;
  readonly ids: Ids;
  /** The same for deleted things. */
  readonly deleted: Partial<Ids>;
  readonly file: SeededFile;
}

/** An uploaded file, whose bytes are the marker. */
export interface SeededFile {
  readonly id: string;
  readonly key: string;
  /** The address of its upload. */
  readonly url: string;
  readonly mimetype: string;
  readonly md5: string;
}

/** Creates a project with rows in every table and the marker in every string, through the API where possible. */
export async function seedProject(
  world: World,
  organization: { readonly id: string; readonly key: string },
  marker: string,
  apiKey = `${marker}key`,
): Promise<SeededProject> {
  const owner = world.clientWith(organization.key);
  const made = await owner.projects.createProject({
    body: { name: `${marker}project`, should_create_api_key: true },
  });
  const renewed = await owner.projects.regenerateApiKey({ nano_id: made.id });
  const key = renewed.api_key.key;
  const platform = world.clientWith(key);
  await platform.projects.updateProjectConfig({
    body: { display_name: marker, logo_url: `https://${marker}.example.com/logo.png` },
  });
  const client = { platform };
  const user_id = `${marker}user`;
  const val = { generic_api_key: apiKey };
  const ac = await createKeyConfig(client, marker);
  const ca = await connect(client, ac, "API_KEY", val, { user_id });
  const executed = await platform.tools.executeTool({
    tool_slug: "ACME_CREATE_THING",
    body: { version: "latest", arguments: { title: marker }, connected_account_id: ca },
  });
  const config = await platform.authConfigs.getAuthConfig({ nanoid: ac });
  const account = await platform.connectedAccounts.getConnectedAccount({ nanoid: ca });
  const gone = await seedWebhooks(client, marker);
  await platform.webhookSubscriptions.deleteWebhookSubscription({ id: gone.ws });
  const webhooks = await seedWebhooks(client, marker);
  const leaving = `${marker}leaving`;
  const goneSessions = await seedSessions(client, marker, leaving);
  await platform.users.deleteUser({ user_id: leaving });
  await seedMcpServer(client, takenName, { ac, user_id });
  const goneServer = await seedMcpServer(client, `${marker} gone`, { ac, user_id });
  await platform.mcp.deleteMcpServer({ id: goneServer.mcp });
  // The matrix asks for this one, so that it is there in every project by then.
  await seedTrigger(client, ca, "top");
  const goneTrigger = await seedTrigger(client, ca, `${marker} gone`);
  await platform.triggerInstances.deleteTrigger({ id: goneTrigger.ti });
  const deleted = {
    ...goneTrigger,
    ...(await seedDeleted(client, marker, val)),
    ...gone,
    ...goneServer,
    ...goneSessions,
  };
  const { lk, state } = await seedAuthorization(world, client, marker);
  const file = await seedFile(client, marker);
  const toolkit = `${marker.toLowerCase()}kit`;
  await fillOtherTables(world, made.id, { marker, toolkit });
  await seedMcpToken(world, made.id, marker);
  const trigger = await seedTrigger(client, ca, marker);
  await world.serving.platform.database.transactInProject(made.id, async (trx) => {
    await trx.updateTable("webhook_events").set({ user_id, trigger_id: trigger.ti }).execute();
  });
  for (const owned of [
    { kind: "project", id: made.id },
    { kind: "organization", id: organization.id },
  ] as const) {
    await seedIdempotencyKey(world, owned, marker);
  }
  return {
    organizationId: organization.id,
    organizationKey: organization.key,
    projectId: made.id,
    key,
    revokedKey: made.api_key ?? "",
    marker,
    deleted,
    file,
    ids: {
      file: file.id,
      ac,
      ca,
      log: executed.log_id,
      proj: made.id,
      key: renewed.api_key.id,
      lk,
      uuidOfConfig: config.uuid,
      uuidOfAccount: account.deprecated?.uuid ?? "",
      user: user_id,
      toolkit,
      tool: `${marker.toUpperCase()}_TOOL`,
      trigger: `${marker.toUpperCase()}_TRIGGER`,
      ...(await seedMcpServer(client, marker, { ac, user_id })),
      ...trigger,
      ...(await seedSessions(client, marker, user_id)),
      ws: webhooks.ws,
      dlv: webhooks.dlv,
      search: `${marker}config`,
      state,
    },
  };
}

type Client = Pick<World, "platform">;

async function createKeyConfig({ platform }: Client, marker: string): Promise<string> {
  const made = await platform.authConfigs.createAuthConfig({
    body: {
      toolkit: { slug: "acme" },
      auth_config: {
        type: "use_custom_auth",
        authScheme: "API_KEY",
        name: `${marker}config`,
        credentials: {},
        restrict_to_following_tools: [],
      },
    },
  });
  return made.auth_config.id;
}

async function seedFile({ platform }: Client, marker: string): Promise<SeededFile> {
  const mimetype = `text/${marker}`;
  const md5 = createHash("md5").update(marker).digest("hex");
  const body = {
    toolkit_slug: "vault",
    tool_slug: "VAULT_UPLOAD_DOCUMENT",
    filename: `${marker}.txt`,
    mimetype,
    md5,
  };
  const { id, key, new_presigned_url: url } = await platform.files.requestFileUpload({ body });
  const init = { method: "PUT", body: marker, headers: { "content-type": mimetype } };
  const { status } = await fetch(url, init);
  if (status !== 200) {
    throw new Error(`The file of ${marker} was answered with ${status}.`);
  }
  return { id, key, url, mimetype: mimetype.toLowerCase(), md5 };
}

async function seedDeleted(
  client: Client,
  marker: string,
  val: Record<string, unknown>,
): Promise<Partial<Ids>> {
  const { authConfigs, connectedAccounts } = client.platform;
  const ac = await createKeyConfig(client, marker);
  const ca = await connect(client, ac, "API_KEY", val, { user_id: `${marker}left` });
  const config = await authConfigs.getAuthConfig({ nanoid: ac });
  const account = await connectedAccounts.getConnectedAccount({ nanoid: ca });
  await connectedAccounts.deleteConnectedAccount({ nanoid: ca });
  await authConfigs.deleteAuthConfig({ nanoid: ac });
  return {
    ac,
    ca,
    uuidOfConfig: config.uuid,
    uuidOfAccount: account.deprecated?.uuid ?? "",
    user: `${marker}left`,
  };
}

/** A trigger instance. */
async function seedTrigger(
  { platform }: Client,
  account: string,
  shelf: string,
): Promise<Pick<Ids, "ti" | "uuidOfTrigger">> {
  const made = await platform.triggerInstances.upsertTrigger({
    slug: "ACME_THING_LISTED",
    body: { connected_account_id: account, trigger_config: { shelf } },
  });
  const { trigger_id: ti, uuid: uuidOfTrigger } = readUpserted(made);
  return { ti, uuidOfTrigger };
}

/** An MCP server with an instance of its user. */
async function seedMcpServer(
  { platform }: Client,
  name: string,
  { ac, user_id }: { readonly ac: string; readonly user_id: string },
): Promise<Pick<Ids, "mcp" | "mcpInstance">> {
  const server = await platform.mcp.createMcpServer({
    body: { name, auth_config_ids: [ac], allowed_tools: ["ACME_CREATE_THING"] },
  });
  const instance = await platform.mcp.createMcpInstance({
    serverId: server.id,
    body: { user_id },
  });
  return { mcp: server.id, mcpInstance: instance.id };
}

/** A token of an MCP client, which the OAuth flow of a person would make. */
async function seedMcpToken(world: World, projectId: string, marker: string): Promise<void> {
  await runInProject(world.serving.platform, projectId, (scope) =>
    saveOauthRecord(scope, {
      kind: "AccessToken",
      id: `${marker}token`,
      payload: { marker },
      uid: `${marker}uid`,
      grantId: `${marker}grant`,
      clientId: `${marker}client`,
      userId: `${marker}user`,
      resource: `${marker}resource`,
      expiresIn: 3600,
    }),
  );
}

/** A session of the tool router. */
/** A session for its id, and one for its handle. */
async function seedSessions(
  client: Client,
  marker: string,
  user_id: string,
): Promise<Pick<Ids, "trs" | "trh">> {
  const { session_id: trs } = await seedSession(client, marker, user_id);
  const { handle: trh } = await seedSession(client, marker, user_id);
  return { trs, trh };
}

async function seedSession({ platform }: Client, marker: string, user_id: string) {
  const callback_url = `https://${marker}.example.com/connected`;
  return await platform.toolRouter.createSession({
    body: { user_id, manage_connections: { enable: true, callback_url } },
  });
}

/** A subscription and a delivery to it. */
async function seedWebhooks(
  { platform }: Client,
  marker: string,
): Promise<Pick<Ids, "ws" | "dlv">> {
  const made = await platform.webhookSubscriptions.createWebhookSubscription({
    body: {
      webhook_url: `https://${marker}.example.com/hooks`,
      enabled_events: ["platform.trigger.message"],
    },
  });
  const delivery = await platform.webhookSubscriptions.sendTestEvent({ id: made.id, body: {} });
  return { ws: made.id, dlv: delivery.id };
}

/** An account whose user is at the application, with a link and a state. */
async function seedAuthorization(
  world: World,
  { platform }: Client,
  marker: string,
): Promise<Pick<Ids, "lk" | "state">> {
  const config = await platform.authConfigs.createAuthConfig({
    body: {
      toolkit: { slug: "acme" },
      auth_config: {
        type: "use_custom_auth",
        authScheme: "OAUTH2",
        name: `${marker}oauth`,
        credentials: { client_id: `${marker}client`, client_secret: `${marker}secret` },
        restrict_to_following_tools: [],
      },
    },
  });
  const link = await platform.connectedAccounts.createLink({
    body: {
      auth_config_id: config.auth_config.id,
      user_id: `${marker}user`,
      callback_url: `https://${marker}.example.com/done`,
    },
  });
  const led = await browse(world, link.redirect_url, { form: {} });
  const location = new URL(led.headers.get("location") ?? "");
  return { lk: link.link_token, state: location.searchParams.get("state") ?? "" };
}

/** Fills the tables that only jobs and future operations write. */
async function fillOtherTables(
  world: World,
  projectId: string,
  { marker, toolkit }: { readonly marker: string; readonly toolkit: string },
): Promise<void> {
  const row = { project_id: projectId, id: `${marker}row` };
  const expires_at = new Date(Date.now() + 3_600_000);
  await world.serving.platform.database.transactInProject(projectId, async (trx) => {
    const revocation = { ...row, toolkit_slug: toolkit, auth_scheme: marker, secrets: marker };
    await trx
      .insertInto("revocations")
      .values({ ...revocation, expires_at })
      .execute();
    const document = packDocument(JSON.stringify({ info: { title: marker } }));
    await trx
      .insertInto("project_toolkits")
      .values({
        ...row,
        slug: toolkit,
        version: marker,
        packed_document: Buffer.from(document.bytes),
        document_hash: Buffer.from(document.hash),
        auth_schemes: ["API_KEY"],
        tool_slugs: [`${marker}TOOL`],
        tool_identities: [`${marker}IDENTITY`],
      })
      .execute();
    const bytes = Buffer.from(marker);
    const outlined = { project_id: projectId, toolkit_id: row.id, format: 0 };
    await trx
      .insertInto("project_outlines")
      .values({ ...outlined, outline: bytes })
      .execute();
    await trx
      .insertInto("project_tools")
      .values({
        ...outlined,
        slug: `${marker}TOOL`,
        record: bytes,
        execution: bytes,
      })
      .execute();
    await trx
      .insertInto("jobs")
      .values({
        ...row,
        kind: marker,
        payload: JSON.stringify({ id: marker }),
        unique_key: marker,
        max_attempts: 1,
        last_error: marker,
      })
      .execute();
    await sql`insert into trigger_items (project_id, id, trigger_id, marked_at)
      select project_id, ${row.id}, id, now() from trigger_instances where deleted_at is null`.execute(
      trx,
    );
    await sql`update trigger_instances set token_hash = id || ${marker}, secrets = ${marker},
      registration = ${JSON.stringify({ id: marker })}, disabled_reason = ${marker}, disabled_at = now()
      where deleted_at is not null`.execute(trx);
    await sql`insert into storage_reservations (project_id, id, kind, bytes, expires_at)
      values (${projectId}, ${marker}, 'files', 1, now() + interval '1 hour')`.execute(trx);
    await sql`insert into webhook_addresses (project_id, id, token_hash, token)
      select project_id, id, id || ${marker}, ${marker} from auth_configs`.execute(trx);
    await trx.insertInto("webhook_receipts").values(row).execute();
    await trx
      .insertInto("project_imports")
      .values({ project_id: projectId, export_id: marker })
      .execute();
    await sql`insert into webhook_attempts (project_id, delivery_id, event_at, attempt, latency_ms, error)
      select project_id, id, event_at, 1, 1, ${marker} from webhook_deliveries
      on conflict do nothing`.execute(trx);
    await sql`update tool_execution_logs set error = ${marker}`.execute(trx);
    // The aliases of a user are different.
    await sql`update connected_accounts set status_reason = ${marker},
      alias = ${marker} || id, import_hash = ${marker} || id`.execute(trx);
    await sql`update files set user_ids = ${[`${marker}user`]}`.execute(trx);
    await sql`insert into files (project_id, id, filename, mimetype, md5, toolkit_slug, tool_slug, is_result, user_ids,
        signing_key, reader, expires_at)
      select project_id, 'req_file_' || substr(md5(${marker}), 1, 12), filename, mimetype, md5, toolkit_slug, tool_slug, true, user_ids,
        signing_key, ${marker}, now() + interval '1 hour' from files`.execute(trx);
    await sql`update auth_configs set restrict_to_following_tools = ${[`${marker}TOOL`]},
      tools_for_connected_account_creation = ${[`${marker}TOOL`]}
      where deleted_at is not null`.execute(trx);
  });
  // The service may not change a key, and row-level security also applies to the owner of the table. Switch it off
  // for the change.
  const setIsolation = (how: "force" | "no force") =>
    world.asOwner(sql.raw(`alter table api_keys ${how} row level security`));
  await setIsolation("no force");
  await world.asOwner(sql`update api_keys set name = ${marker} where project_id = ${projectId}`);
  await setIsolation("force");
}

/** The key that a project or an organization used at an operation is `<marker>idem <operation>`. */
export function writeIdempotencyKey(marker: string, operation: string): string {
  return `${marker}idem ${operation}`;
}

async function seedIdempotencyKey(
  { coverage, serving }: World,
  owner: IdempotencyOwner,
  marker: string,
): Promise<void> {
  for (const { method, operation } of coverage.places) {
    if (method !== "post") {
      continue;
    }
    const key = writeIdempotencyKey(marker, operation.operationId);
    const request = { key, fingerprint: marker, hasOutsideEffect: true };
    const claim = createClaim(owner, key);
    const start = await claimIdempotencyKey(serving.platform, claim, request);
    if (start.kind !== "run") {
      continue;
    }
    // One response is so long that it is stored in pieces.
    const padding = operation.operationId === "executeTool" ? "-".repeat(pieceLength) : "";
    const answer = { marker, padding };
    const body = JSON.stringify({ headers: {}, mediaType: "application/json", body: answer });
    await storeAnswer(serving.platform, claim, { status: 200, headers: {}, body });
  }
}
