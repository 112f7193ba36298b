import { type Kysely, type Selectable, sql } from "kysely";
import { fillAddress } from "../../../applications/oauth/address.ts";
import type { OauthClient } from "../../../applications/oauth/oauth-client.ts";
import { readDatabaseNow } from "../../../base/db/now.ts";
import type { Tables } from "../../../base/db/tables.ts";
import { PlatformError } from "../../../base/errors.ts";
import { hashSha256, isSameSecret } from "../../../base/secrets/hash.ts";
import { type Platform, runInProject, type Scope } from "../../scope.ts";
import { readOauthClient } from "../connected-accounts/read-oauth-client.ts";
import { readLinkOfState } from "./complete-grant.ts";
import { openState, type StateSecrets } from "./state-secrets.ts";

/** The response of an application, as the browser brought it (RFC 6749, sections 4.1.2 and 4.1.2.1; RFC 9207). */
export interface AuthorizationAnswer {
  readonly state: string | undefined;
  readonly iss: string | undefined;
  /** The redirect address at which it arrived, in the form of `buildCallbackAddress`. */
  readonly address: string;
  /** The value of the cookie that `beginAuthorization` set. */
  readonly browserToken: string | undefined;
}

/** The right to make one token call for one account. Contains secrets. */
export interface GrantTicket {
  readonly projectId: string;
  readonly linkId: string;
  readonly accountId: string;
  readonly client: OauthClient;
  readonly codeVerifier: string;
  readonly redirectUri: string;
}

/**
 * Checks the response of an application and uses its `state` up. No token is requested before these checks succeed.
 * The browser and `iss` are checked before the `state` is used up, so that a response from elsewhere does not spoil
 * the connection of the user who began it.
 *
 * @throws PlatformError `ConnectedAccount_StateInvalid`, `ConnectedAccount_BrowserMismatch`
 */
export async function receiveCallback(
  platform: Platform,
  answer: AuthorizationAnswer,
): Promise<GrantTicket> {
  const { state } = answer;
  const id = hashSha256(state ?? "");
  const found =
    state === undefined ? undefined : await findOauthState(platform.database.unscoped, id);
  if (found === undefined) {
    throw new PlatformError("ConnectedAccount_StateInvalid");
  }
  return await runInProject(platform, found.projectId, (scope) => redeem(scope, id, answer));
}

async function redeem(scope: Scope, id: string, answer: AuthorizationAnswer): Promise<GrantTicket> {
  const { link_id: linkId, secrets } = await readState(scope, id, answer);
  const begun = await openState(scope, id, secrets);
  // RFC 9700, section 4.4.2.2: a response at the redirect address of another server is a mix-up attack.
  if (begun.redirectUri !== answer.address || !isExpectedIssuer(begun, answer.iss)) {
    throw new PlatformError("ConnectedAccount_StateInvalid");
  }
  const link = await readLinkOfState(scope, linkId);
  // Read it again under the lock on the link: otherwise two responses with the same state could both be accepted.
  await readState(scope, id, answer);
  const client = await readOauthClient(scope, link.account);
  const { settings, clientId, values } = client;
  // The toolkit's document or the auth config changed meanwhile. The code belongs to the client and the server before.
  if (
    clientId !== begun.clientId ||
    fillAddress(settings.tokenUrl, values) !== begun.tokenEndpoint
  ) {
    throw new PlatformError("ConnectedAccount_StateInvalid");
  }
  await scope.trx
    .updateTable("oauth_states")
    .set({ used_at: readDatabaseNow() })
    .where("project_id", "=", scope.projectId)
    .where("id", "=", id)
    .execute();
  const { codeVerifier, redirectUri } = begun;
  const { projectId } = scope;
  return { projectId, linkId, accountId: link.account.row.id, client, codeVerifier, redirectUri };
}

/**
 * Reads a state that is unused and belongs to this browser.
 *
 * @throws PlatformError `ConnectedAccount_StateInvalid`, `ConnectedAccount_BrowserMismatch`
 */
async function readState(
  scope: Scope,
  id: string,
  answer: AuthorizationAnswer,
): Promise<Selectable<Tables["oauth_states"]>> {
  const row = await scope.trx
    .selectFrom("oauth_states")
    .selectAll()
    .where("project_id", "=", scope.projectId)
    .where("id", "=", id)
    .where("used_at", "is", null)
    .where("expires_at", ">", readDatabaseNow())
    .executeTakeFirst();
  if (row === undefined) {
    throw new PlatformError("ConnectedAccount_StateInvalid");
  }
  if (!isSameSecret(hashSha256(answer.browserToken ?? ""), row.browser_hash)) {
    throw new PlatformError("ConnectedAccount_BrowserMismatch");
  }
  return row;
}

/**
 * RFC 9207, section 2.4: a server that announces its issuer must send exactly that `iss`. If the toolkit does not
 * know the issuer, an `iss` that is sent must be on the host of the authorization endpoint.
 */
function isExpectedIssuer(begun: StateSecrets, iss: string | undefined): boolean {
  if (begun.issuer !== null) {
    return iss === begun.issuer;
  }
  return (
    iss === undefined || (URL.canParse(iss) && new URL(iss).origin === begun.authorizationOrigin)
  );
}

/** Finds the project and link of an OAuth `state` by its SHA-256 (hexadecimal). */
async function findOauthState(
  unscoped: Kysely<Tables>,
  hash: string,
): Promise<{ readonly projectId: string; readonly linkId: string } | undefined> {
  const found = await sql<{
    project_id: string;
    link_id: string;
  }>`select * from find_oauth_state(${hash})`.execute(unscoped);
  const row = found.rows[0];
  return row && { projectId: row.project_id, linkId: row.link_id };
}
