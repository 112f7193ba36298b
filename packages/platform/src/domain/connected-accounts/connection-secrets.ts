import { z } from "zod";
import type { SecretPlace } from "../../secrets/secrets.ts";
import type { Values } from "../masking.ts";
import type { Scope } from "../scope.ts";

/** What a connected account keeps sealed. */
export type ConnectionSecrets = {
  /** The members of `state.val` but `status`: credentials, tokens, parts of addresses. */
  readonly val: Values;
  /** What the connection was started with. */
  readonly params: Values;
};

const shape = z.object({
  val: z.record(z.string(), z.unknown()),
  params: z.record(z.string(), z.unknown()),
});

/** The envelope of an account's secrets, bound to its row. */
export async function sealConnection(
  scope: Scope,
  id: string,
  secrets: ConnectionSecrets,
): Promise<string> {
  return await scope.platform.secrets.seal(scope.trx, place(scope, id), secrets);
}

/** The secrets of an account, empty once they were erased; @throws SecretUnreadableError */
export async function openConnection(
  scope: Scope,
  row: { readonly id: string; readonly secrets: string | null },
): Promise<ConnectionSecrets> {
  if (row.secrets === null) return { val: {}, params: {} };
  return shape.parse(
    await scope.platform.secrets.open(scope.trx, place(scope, row.id), row.secrets),
  );
}

function place(scope: Scope, row: string): SecretPlace {
  return { ownerId: scope.projectId, table: "connected_accounts", row, field: "secrets" };
}
