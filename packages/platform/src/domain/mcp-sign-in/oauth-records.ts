import { sql } from "kysely";
import { readDatabaseNow } from "../../base/db/now.ts";
import { hashSha256 } from "../../base/secrets/hash.ts";
import type { SecretPlace } from "../../base/secrets/secrets.ts";
import type { RowsScope } from "./run-in-rows.ts";

/** A record of the authorization server, such as a token. Its id may be a bearer's secret: the row has its hash, and the payload is sealed. */
export interface OauthRecord {
  readonly kind: string;
  readonly id: string;
  readonly payload: object;
  readonly uid?: string | undefined;
  readonly grantId?: string | undefined;
  readonly clientId?: string | undefined;
  readonly userId?: string | undefined;
  /** See `hashResource`. */
  readonly resource?: string | undefined;
  /** Seconds; undefined for a record that stays. */
  readonly expiresIn?: number | undefined;
}

/** A record that was found. */
export interface FoundRecord {
  readonly payload: object;
  readonly consumedAt: Date | null;
}

/** Registered clients of a project that nobody has used yet. When there are more, the oldest go. */
const mostUnusedClients = 1_000;

/** Seconds for which a registered client stays without a token. Anybody can register one. */
export const unusedClientSeconds: number = 24 * 3600;

/** Seconds for which a client stays after each token that it gets. Longer than any of them. */
const usedClientSeconds = 400 * 24 * 3600;

/** Writes a record, or replaces it. */
export async function saveOauthRecord(scope: RowsScope, record: OauthRecord): Promise<void> {
  const { trx, projectId } = scope;
  const { kind } = record;
  const id = hashSha256(record.id);
  const payload = await scope.platform.secrets.seal(
    trx,
    placePayload(projectId, kind, id),
    record.payload,
  );
  const { expiresIn } = record;
  const values = {
    payload,
    uid: record.uid ?? null,
    grant_id: record.grantId === undefined ? null : hashSha256(record.grantId),
    client_id: record.clientId ?? null,
    user_id: record.userId ?? null,
    resource: record.resource ?? null,
    expires_at:
      expiresIn === undefined
        ? null
        : sql<Date>`now() + make_interval(secs => ${expiresIn}::float8)`,
  };
  await trx
    .insertInto("mcp_oauth_records")
    .values({ project_id: projectId, kind, id, ...values })
    .onConflict((conflict) => conflict.columns(["project_id", "kind", "id"]).doUpdateSet(values))
    .execute();
  if (kind === "Client") {
    await limitUnusedClients(scope);
  }
  if (kind === "AccessToken" && record.clientId !== undefined) {
    await keepClient(scope, record.clientId);
  }
}

/** Reads a record that has not expired. */
export async function readOauthRecord(
  scope: RowsScope,
  kind: string,
  by: { readonly id: string } | { readonly uid: string },
): Promise<FoundRecord | undefined> {
  const { trx, projectId, platform } = scope;
  const row = await trx
    .selectFrom("mcp_oauth_records")
    .select(["id", "payload", "consumed_at"])
    .where("project_id", "=", projectId)
    .where("kind", "=", kind)
    .where((eb) => ("id" in by ? eb("id", "=", hashSha256(by.id)) : eb("uid", "=", by.uid)))
    .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", readDatabaseNow())]))
    .executeTakeFirst();
  if (row === undefined) {
    return undefined;
  }
  const payload = await platform.secrets.open(
    trx,
    placePayload(projectId, kind, row.id),
    row.payload,
  );
  return { payload: Object(payload), consumedAt: row.consumed_at };
}

/** Marks a code or a refresh token as used; false when it was used before. Of two requests at the same time, one gets true. */
export async function consumeOauthRecord(
  { trx, projectId }: RowsScope,
  kind: string,
  id: string,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("mcp_oauth_records")
    .set({ consumed_at: readDatabaseNow() })
    .where("project_id", "=", projectId)
    .where("kind", "=", kind)
    .where("id", "=", hashSha256(id))
    .where("consumed_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes a record; false when it was gone. Of two requests at the same time, one gets true. */
export async function deleteOauthRecord(
  { trx, projectId }: RowsScope,
  kind: string,
  id: string,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("mcp_oauth_records")
    .where("project_id", "=", projectId)
    .where("kind", "=", kind)
    .where("id", "=", hashSha256(id))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Removes all codes and tokens of a grant. */
export async function deleteOauthGrant(
  { trx, projectId }: RowsScope,
  grantId: string,
): Promise<void> {
  await trx
    .deleteFrom("mcp_oauth_records")
    .where("project_id", "=", projectId)
    .where("grant_id", "=", hashSha256(grantId))
    .execute();
}

/**
 * The user of an access token for one endpoint; undefined when the token is not valid there. A token without its grant is not valid: an
 * exchange that was under way when all tokens were ended may write one afterwards.
 */
export async function findTokenUser(
  { trx, projectId }: RowsScope,
  token: string,
  resource: string,
): Promise<string | undefined> {
  const row = await trx
    .selectFrom("mcp_oauth_records as t")
    .innerJoin("mcp_oauth_records as g", (join) =>
      join
        .onRef("g.project_id", "=", "t.project_id")
        .on("g.kind", "=", "Grant")
        .onRef("g.id", "=", "t.grant_id"),
    )
    .select("t.user_id")
    .where("t.project_id", "=", projectId)
    .where("t.kind", "=", "AccessToken")
    .where("t.id", "=", hashSha256(token))
    .where("t.resource", "=", resource)
    .where("t.expires_at", ">", readDatabaseNow())
    .executeTakeFirst();
  return row?.user_id ?? undefined;
}

async function limitUnusedClients({ trx, projectId }: RowsScope): Promise<void> {
  await trx
    .deleteFrom("mcp_oauth_records")
    .where("project_id", "=", projectId)
    .where("kind", "=", "Client")
    .where("id", "in", (eb) =>
      eb
        .selectFrom("mcp_oauth_records as r")
        .select("r.id")
        .where("r.project_id", "=", projectId)
        .where("r.kind", "=", "Client")
        .where(
          "r.expires_at",
          "<=",
          sql<Date>`now() + make_interval(secs => ${unusedClientSeconds}::float8)`,
        )
        .orderBy("r.created_at", "desc")
        .offset(mostUnusedClients),
    )
    .execute();
}

async function keepClient({ trx, projectId }: RowsScope, clientId: string): Promise<void> {
  await trx
    .updateTable("mcp_oauth_records")
    .set({ expires_at: sql<Date>`now() + make_interval(secs => ${usedClientSeconds}::float8)` })
    .where("project_id", "=", projectId)
    .where("kind", "=", "Client")
    .where("id", "=", hashSha256(clientId))
    .execute();
}

function placePayload(projectId: string, kind: string, id: string): SecretPlace {
  return {
    ownerId: projectId,
    table: "mcp_oauth_records",
    row: `${kind}:${id}`,
    field: "payload",
  };
}
