import { z } from "zod";
import type { Schemas } from "../../../api-types.ts";
import type { SecretPlace } from "../../../secrets/secrets.ts";
import {
  computeNextVersion,
  locateCurrentEnvelope,
  type VersionedRow,
  type VersionedSecrets,
} from "../../../secrets/versioned-row.ts";
import type { Values } from "../../fields/masking.ts";
import type { Scope } from "../../scope.ts";

/** The decrypted secrets of an auth config. `scopes`, if present, is a list among the credentials. */
export interface AuthConfigSecrets {
  readonly credentials: Values;
  readonly shared_credentials: Values;
  readonly proxy_config?: Schemas["AuthConfigProxy"];
}

const shape = z.object({
  credentials: z.record(z.string(), z.unknown()),
  shared_credentials: z.record(z.string(), z.unknown()),
  proxy_config: z
    .object({ proxy_url: z.string(), proxy_auth_key: z.string().exactOptional() })
    .exactOptional(),
});

/**
 * Seals an auth config's secrets in its next envelope, which is bound to its row and version.
 *
 * @param row locked, or the id of a row that is inserted with the envelope
 */
export async function sealAuthConfig(
  scope: Scope,
  row: VersionedRow | string,
  secrets: AuthConfigSecrets,
): Promise<VersionedSecrets> {
  const [id, stored] = typeof row === "string" ? [row, undefined] : [row.id, row];
  const version = computeNextVersion(stored);
  const at = { ...placeAuthConfigSecrets(scope, id), version };
  return {
    secrets: await scope.platform.secrets.seal(scope.trx, at, secrets),
    secrets_version: version,
  };
}

/**
 * Opens the secrets of an auth config; @throws SecretUnreadableError when the envelope was altered, moved or put back
 */
export async function openAuthConfig(
  scope: Scope,
  row: VersionedRow & { readonly secrets: string },
): Promise<AuthConfigSecrets> {
  const at = locateCurrentEnvelope(placeAuthConfigSecrets(scope, row.id), row);
  return shape.parse(await scope.platform.secrets.open(scope.trx, at, row.secrets));
}

function placeAuthConfigSecrets(scope: Scope, row: string): SecretPlace {
  return { ownerId: scope.projectId, table: "auth_configs", row, field: "secrets" };
}
