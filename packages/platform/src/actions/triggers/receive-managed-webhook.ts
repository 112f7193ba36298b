import { readChallenge } from "../../applications/ingress/read-event.ts";
import { readOwner } from "../../applications/ingress/read-owner.ts";
import { readDatabaseNow } from "../../base/db/now.ts";
import { PlatformError } from "../../base/errors.ts";
import { toIngressUrl } from "../../domain/events/ingress/make-address.ts";
import type { ManagedAddress } from "../../domain/events/ingress/managed-address.ts";
import { findManagedReceivers } from "../../domain/events/ingress/managed-receivers.ts";
import { readSecretOf } from "../../domain/events/ingress/open-address.ts";
import { listWaiting } from "../../domain/events/ingress/waiting-instances.ts";
import { runInProject } from "../../domain/scope.ts";
import type { Services } from "../services.ts";
import { decodeBody } from "./decode-body.ts";
import { type ReceivedDelivery, storeEvents } from "./receive-webhook.ts";
import { assertFromApplication } from "./verify-delivery.ts";

/**
 * Takes a delivery of the deployment's own app: verifies it, answers a handshake, and stores its events in each project that has a
 * waiting instance, before it returns. A project whose events cannot be stored does not keep others from theirs.
 *
 * @returns the challenge of a handshake
 * @throws PlatformError `Trigger_SignatureInvalid`, and the first error of a project: the application sends the delivery again, and
 *   the projects that have it take it for a repetition
 */
export async function receiveManagedWebhook(
  services: Services,
  address: ManagedAddress,
  { delivery: received, requestId }: Pick<ReceivedDelivery, "delivery" | "requestId">,
): Promise<string | undefined> {
  const { database } = services.platform;
  const { toolkitSlug, scheme, credentials } = address;
  const settings = services.catalogs.installation.getToolkit(toolkitSlug).webhooks;
  const { now } = await database.unscoped
    .selectNoFrom(readDatabaseNow().as("now"))
    .executeTakeFirstOrThrow();
  if (settings === undefined) {
    throw new PlatformError("Trigger_SignatureInvalid");
  }
  const url = toIngressUrl(services.platform, toolkitSlug, { token: credentials.webhook_token });
  const secret = readSecretOf(settings.secret, credentials);
  const secrets = secret === undefined ? [] : [secret];
  await assertFromApplication(services, received, { settings, secrets, credentials, url, now });
  const delivery = decodeBody(received, settings);
  const challenge = readChallenge(delivery, settings.handshake);
  if (challenge !== undefined) {
    return challenge;
  }
  const account = readOwner(delivery, settings);
  const receivers = await findManagedReceivers(database.unscoped, {
    toolkitSlug,
    scheme,
    owner: account.owner,
  });
  const errors: unknown[] = [];
  for (const receiver of receivers) {
    try {
      const { place, owner } = receiver;
      const waiting = await runInProject(services.platform, place, (scope) =>
        listWaiting(scope, owner, account),
      );
      await storeEvents(services, {
        ...{ address: receiver, delivery, settings, waiting, toolkitSlug, requestId },
      });
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) {
    throw errors[0];
  }
  return undefined;
}
