import { z } from "zod";
import type { Values } from "../masking.ts";
import type { Scope } from "../scope.ts";

/** What an auth config keeps sealed. `scopes`, if any, is a list among the credentials. */
export type AuthConfigSecrets = {
  readonly credentials: Values;
  readonly shared_credentials: Values;
  readonly proxy_config?: { readonly proxy_url: string; readonly proxy_auth_key?: string };
};

const shape = z.object({
  credentials: z.record(z.string(), z.unknown()),
  shared_credentials: z.record(z.string(), z.unknown()),
  proxy_config: z
    .object({ proxy_url: z.string(), proxy_auth_key: z.string().exactOptional() })
    .exactOptional(),
});

/** The envelope of an auth config's secrets, bound to its row. */
export async function sealAuthConfig(
  scope: Scope,
  id: string,
  secrets: AuthConfigSecrets,
): Promise<string> {
  return await scope.platform.secrets.seal(scope.trx, place(scope, id), secrets);
}

/** The secrets of an auth config; @throws SecretUnreadableError when the envelope was altered or moved */
export async function openAuthConfig(
  scope: Scope,
  row: { readonly id: string; readonly secrets: string },
): Promise<AuthConfigSecrets> {
  const opened = await scope.platform.secrets.open(scope.trx, place(scope, row.id), row.secrets);
  return shape.parse(opened);
}

function place(
  scope: Scope,
  row: string,
): {
  readonly ownerId: string;
  readonly table: string;
  readonly row: string;
  readonly field: string;
} {
  return { ownerId: scope.projectId, table: "auth_configs", row, field: "secrets" };
}
