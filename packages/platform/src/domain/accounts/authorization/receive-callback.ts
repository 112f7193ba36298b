import type { Selectable } from "kysely";
import { findOauthState } from "../../../db/lookups.ts";
import { readDatabaseNow } from "../../../db/now.ts";
import type { Tables } from "../../../db/tables.ts";
import { PlatformError } from "../../../errors.ts";
import { fillAddress } from "../../../oauth/address.ts";
import type { OauthClient } from "../../../oauth/oauth-client.ts";
import { hashSha256, isSameHash } from "../../../secrets/hash.ts";
import { type Platform, runInProject, type Scope } from "../../scope.ts";
import { readOauthClient } from "../connected-accounts/read-oauth-client.ts";
import { readOpenLink } from "../connecting/links.ts";
import { openState } from "./state-secrets.ts";

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
  const { link_id: linkId } = await readState(scope, id, answer);
  const link = await readOpenLink(scope, linkId).catch((error: unknown) => {
    // The link was completed, deleted or expired since. The browser sees the same error for all three.
    if (!(error instanceof PlatformError)) {
      throw error;
    }
    throw new PlatformError("ConnectedAccount_StateInvalid", { cause: error });
  });
  // Read it again under the lock on the link: otherwise two responses with the same state could both be accepted.
  const row = await readState(scope, id, answer);
  const client = await readOauthClient(scope, link.account);
  if (!isExpectedIssuer(client, row.issuer, answer.iss)) {
    throw new PlatformError("ConnectedAccount_StateInvalid");
  }
  await scope.trx
    .updateTable("oauth_states")
    .set({ used_at: readDatabaseNow() })
    .where("project_id", "=", scope.projectId)
    .where("id", "=", id)
    .execute();
  const { codeVerifier } = await openState(scope, id, row.secrets);
  return {
    projectId: scope.projectId,
    linkId,
    accountId: link.account.row.id,
    client,
    codeVerifier,
    redirectUri: row.redirect_uri,
  };
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
  // RFC 9700, section 4.4.2.2: a response at the redirect address of another server is a mix-up attack.
  if (row === undefined || row.redirect_uri !== answer.address) {
    throw new PlatformError("ConnectedAccount_StateInvalid");
  }
  if (!isSameHash(hashSha256(answer.browserToken ?? ""), row.browser_hash)) {
    throw new PlatformError("ConnectedAccount_BrowserMismatch");
  }
  return row;
}

/**
 * RFC 9207, section 2.4: a server that announces its issuer must send exactly that `iss`. If the toolkit does not
 * know the issuer, an `iss` that is sent must be on the host of the authorization endpoint.
 */
function isExpectedIssuer(
  { settings, values }: OauthClient,
  issuer: string | null,
  iss: string | undefined,
): boolean {
  if (issuer !== null) {
    return iss === fillAddress(issuer, values);
  }
  if (iss === undefined) {
    return true;
  }
  if (!URL.canParse(iss) || settings.authorizationUrl === undefined) {
    return false;
  }
  return new URL(iss).origin === new URL(fillAddress(settings.authorizationUrl, values)).origin;
}
