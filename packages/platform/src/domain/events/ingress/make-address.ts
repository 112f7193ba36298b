import { z } from "zod";
import type { WebhookSettings } from "../../../applications/toolkits/types/webhook-types.ts";
import { createRandomToken } from "../../../base/ids.ts";
import { hashSha256 } from "../../../base/secrets/hash.ts";
import type { SecretPlace } from "../../../base/secrets/secrets.ts";
import type { Platform, Scope } from "../../scope.ts";
import type { TriggerRow } from "../triggers/trigger-record.ts";

/** An address that an application calls. All of it is secret. */
export interface WebhookAddress {
  readonly url: string;
  /** Undefined until the application has returned it, and if the auth config has it. */
  readonly secret: string | undefined;
}

/** The secrets of an instance's address, as their envelope contains them. */
export interface AddressSecrets {
  readonly token: string;
  readonly secret?: string;
}

const secretsShape: z.ZodType<AddressSecrets> = z.object({
  token: z.string(),
  secret: z.string().exactOptional(),
});

/**
 * The address of an instance. It is created once and never changes.
 *
 * @param row locked
 */
export async function ensureAddressOfInstance(
  scope: Scope,
  settings: WebhookSettings,
  row: TriggerRow,
): Promise<WebhookAddress> {
  const secrets =
    (await openAddressSecrets(scope, row)) ?? (await storeNewAddress(scope, row.id, settings));
  return { url: toIngressUrl(scope.platform, row.toolkit_slug, secrets), secret: secrets.secret };
}

/** The address of an auth config, for applications that have one for each installation. It is created once and never changes. */
export async function ensureAddressOfApp(
  scope: Scope,
  { toolkit_slug: toolkitSlug }: Pick<TriggerRow, "toolkit_slug">,
  authConfigId: string,
): Promise<string> {
  const token = await ensureOfAuthConfig(scope, authConfigId);
  return toIngressUrl(scope.platform, toolkitSlug, { token });
}

/** The address with this token, which an application calls. */
export function toIngressUrl(
  { baseUrl }: Pick<Platform, "baseUrl">,
  toolkitSlug: string,
  { token }: Pick<AddressSecrets, "token">,
): string {
  return `${baseUrl}/api/v3/webhook_ingress/${toolkitSlug}/${token}`;
}

/** Gives an instance a new address. Deliveries to its old one are refused from now on. */
export async function storeNewAddress(
  scope: Scope,
  id: string,
  { secret }: Pick<WebhookSettings, "secret">,
): Promise<AddressSecrets> {
  const made = {
    token: createRandomToken(),
    // Two tokens, because a secret of 132 bits is shorter than the hash that it is a key of.
    ...(secret.from === "platform" && { secret: createRandomToken() + createRandomToken() }),
  };
  await storeAddressSecrets(scope, id, made);
  return made;
}

/** The secrets of an instance's address; undefined when it has none. */
export async function openAddressSecrets(
  { platform, projectId, trx }: Scope,
  { id, secrets }: Pick<TriggerRow, "id" | "secrets">,
): Promise<AddressSecrets | undefined> {
  return secrets === null
    ? undefined
    : secretsShape.parse(
        await platform.secrets.open(trx, placeAddressSecrets(projectId, id), secrets),
      );
}

/** Stores the secrets of an instance's address. */
export async function storeAddressSecrets(
  { platform, projectId, trx }: Scope,
  id: string,
  secrets: AddressSecrets,
): Promise<void> {
  await trx
    .updateTable("trigger_instances")
    .set({
      token_hash: hashSha256(secrets.token),
      secrets: await platform.secrets.seal(trx, placeAddressSecrets(projectId, id), secrets),
    })
    .where("project_id", "=", projectId)
    .where("id", "=", id)
    .execute();
}

function placeAddressSecrets(ownerId: string, row: string): SecretPlace {
  return { ownerId, table: "trigger_instances", row, field: "secrets" };
}

async function ensureOfAuthConfig(
  { platform, projectId, trx }: Scope,
  id: string,
): Promise<string> {
  const place = { ownerId: projectId, table: "webhook_addresses", row: id, field: "token" };
  const token = createRandomToken();
  const made = await trx
    .insertInto("webhook_addresses")
    .values({
      project_id: projectId,
      id,
      token_hash: hashSha256(token),
      token: await platform.secrets.seal(trx, place, token),
    })
    .onConflict((conflict) => conflict.columns(["project_id", "id"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (made !== undefined) {
    return token;
  }
  const row = await trx
    .selectFrom("webhook_addresses")
    .select("token")
    .where("project_id", "=", projectId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return z.string().parse(await platform.secrets.open(trx, place, row.token));
}
