import type {
  SecretOrigin,
  WebhookSettings,
} from "../../../applications/toolkits/types/webhook-types.ts";
import { readDatabaseNow } from "../../../base/db/now.ts";
import { PlatformError } from "../../../base/errors.ts";
import { openAuthConfig } from "../../accounts/auth-configs/auth-config-secrets.ts";
import { readAuthConfig } from "../../accounts/auth-configs/read-auth-configs.ts";
import type { Values } from "../../fields/masking.ts";
import type { Scope } from "../../scope.ts";
import { readInstanceOfAddress } from "./ingress-statements.ts";
import type { AddressOwner } from "./locate-address.ts";
import { openAddressSecrets } from "./make-address.ts";

/** Everything that decides whether a delivery is the application's. */
export interface OpenedAddress {
  readonly settings: WebhookSettings;
  readonly secrets: readonly string[];
  /** Of the auth config that has the address; empty for an address of an instance. */
  readonly credentials: Values;
  /** By the database's clock. */
  readonly now: Date;
}

/**
 * Reads the address that a delivery came to.
 *
 * @param toolkitSlug the slug in the address
 * @throws PlatformError `Trigger_IngressNotFound` for an address of another toolkit, or of a toolkit that no longer has
 *   webhooks
 */
export async function openAddress(
  scope: Scope,
  owner: AddressOwner,
  toolkitSlug: string,
): Promise<OpenedAddress> {
  const settings = scope.catalog.findToolkit(toolkitSlug)?.webhooks;
  if (settings === undefined || settings.address !== owner.kind) {
    throw new PlatformError("Trigger_IngressNotFound");
  }
  const {
    secret,
    credentials = {},
    now,
  } = await (owner.kind === "instance"
    ? readOfInstance(scope, owner.id, toolkitSlug)
    : readOfAuthConfig(scope, owner.id, toolkitSlug, settings.secret));
  return { settings, secrets: secret === undefined ? [] : [secret], credentials, now };
}

interface OpenedSecrets {
  readonly secret: string | undefined;
  readonly credentials?: Values;
  readonly now: Date;
}

async function readOfInstance(
  scope: Scope,
  id: string,
  toolkitSlug: string,
): Promise<OpenedSecrets> {
  const row = await readInstanceOfAddress(scope, { id, toolkitSlug });
  if (row === undefined) {
    throw new PlatformError("Trigger_IngressNotFound");
  }
  return { secret: (await openAddressSecrets(scope, row))?.secret, now: row.now };
}

async function readOfAuthConfig(
  scope: Scope,
  id: string,
  toolkitSlug: string,
  origin: SecretOrigin,
): Promise<OpenedSecrets> {
  const row = await readAuthConfig(scope, id).catch(treatAsMissing);
  if (row?.toolkit_slug !== toolkitSlug) {
    throw new PlatformError("Trigger_IngressNotFound");
  }
  const { credentials } = await openAuthConfig(scope, row);
  const { now } = await scope.trx
    .selectNoFrom(readDatabaseNow().as("now"))
    .executeTakeFirstOrThrow();
  return { secret: readSecretOf(origin, credentials), credentials, now };
}

/** The secret that the credentials of an app have; undefined when it is not among them. */
export function readSecretOf(origin: SecretOrigin, credentials: Values): string | undefined {
  const secret = origin.from === "auth_config" ? credentials[origin.field] : undefined;
  return typeof secret === "string" ? secret : undefined;
}

/** An auth config that was deleted has no address. */
function treatAsMissing(error: unknown): undefined {
  if (!(error instanceof PlatformError)) {
    throw error;
  }
}
