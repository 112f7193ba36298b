import { fieldLines } from "@specwright/runtime/v1/schema";
import { findFieldProblems } from "../../applications/execution/arguments/validator.ts";
import type { Delivery } from "../../applications/ingress/delivery.ts";
import { readDeliveryIds } from "../../applications/ingress/delivery-ids.ts";
import { isEvent, readChallenge, readEventData } from "../../applications/ingress/read-event.ts";
import { readOwner } from "../../applications/ingress/read-owner.ts";
import type { ToolkitCatalog } from "../../applications/toolkits/types/catalog-types.ts";
import type { WebhookSettings } from "../../applications/toolkits/types/webhook-types.ts";
import { PlatformError } from "../../base/errors.ts";
import type { WaitingInstance } from "../../domain/events/ingress/ingress-statements.ts";
import type { LocatedAddress } from "../../domain/events/ingress/locate-address.ts";
import { toIngressUrl } from "../../domain/events/ingress/make-address.ts";
import { openAddress } from "../../domain/events/ingress/open-address.ts";
import {
  type TakenDelivery,
  type TriggerEvent,
  takeDelivery,
} from "../../domain/events/ingress/take-delivery.ts";
import { listWaiting } from "../../domain/events/ingress/waiting-instances.ts";
import { runInProject, type Scope } from "../../domain/scope.ts";
import type { Services } from "../services.ts";
import { decodeBody } from "./decode-body.ts";
import { logUnmatched, type UnmatchedDelivery } from "./log-unmatched.ts";
import { assertFromApplication } from "./verify-delivery.ts";

/** A request to an address. Its sender is not known yet. */
export interface ReceivedDelivery {
  readonly address: LocatedAddress;
  /** The slug and the token are as the address has them. */
  readonly toolkitSlug: string;
  readonly token: string;
  readonly requestId: string;
  readonly delivery: Delivery;
}

/**
 * Takes a delivery of an application: verifies it, answers a handshake, and stores its events with their deliveries to
 * the subscriber before it returns. A notification of a change makes a poll due instead. A refused delivery leaves nothing behind.
 *
 * @returns the challenge of a handshake
 * @throws PlatformError `Trigger_IngressNotFound`, `Trigger_SignatureInvalid`, and `Validation_Failed` for a delivery
 *   whose event does not have the data that its type promises: the application keeps it and can send it again;
 *   `Webhook_EventTooLarge`
 */
export async function receiveWebhook(
  services: Services,
  received: ReceivedDelivery,
): Promise<string | undefined> {
  const { platform } = services;
  const { address, toolkitSlug, token, requestId } = received;
  const { place, owner } = address;
  const url = toIngressUrl(platform, toolkitSlug, { token });
  const opened = await runInProject(platform, place, async (scope) => {
    const found = await openAddress(scope, owner, toolkitSlug);
    // Keys of the application may have to be fetched, and no transaction waits for that.
    if (found.settings.signature.scheme === "jwt") {
      return { ...found, read: undefined };
    }
    await assertFromApplication(services, received.delivery, { ...found, url });
    return { ...found, read: await readVerified(scope, received, found.settings) };
  });
  const { settings } = opened;
  if (opened.read === undefined) {
    await assertFromApplication(services, received.delivery, { ...opened, url });
  }
  const read =
    opened.read ??
    (await runInProject(platform, place, (scope) => readVerified(scope, received, settings)));
  const challenge = readChallenge(read.delivery, settings.handshake);
  if (challenge !== undefined) {
    return challenge;
  }
  await storeEvents(services, { ...read, address, settings, toolkitSlug, requestId });
  return undefined;
}

async function readVerified(
  scope: Scope,
  { address, delivery: received }: ReceivedDelivery,
  settings: WebhookSettings,
): Promise<Pick<VerifiedDelivery, "delivery" | "waiting">> {
  const delivery = decodeBody(received, settings);
  const account = readOwner(delivery, settings);
  return { delivery, waiting: await listWaiting(scope, address.owner, account) };
}

/** A delivery that was verified, with the instances that wait at an address of a project. */
export interface VerifiedDelivery {
  readonly address: LocatedAddress;
  readonly delivery: Delivery;
  readonly settings: WebhookSettings;
  readonly waiting: readonly WaitingInstance[];
  readonly toolkitSlug: string;
  readonly requestId: string;
}

/**
 * Stores the events of a delivery in one project. The log of the project shows a delivery that fires nothing.
 *
 * @throws PlatformError `Validation_Failed`, `Webhook_EventTooLarge`, `Project_StorageFull`, and then nothing is stored
 */
export async function storeEvents(
  services: Services,
  { address, delivery, settings, waiting, toolkitSlug, requestId }: VerifiedDelivery,
): Promise<void> {
  const { place, owner } = address;
  const catalog = await services.catalogs.open(place);
  const typed = await Promise.all(
    waiting.map(async (instance) => ({ instance, type: await findType(catalog, instance) })),
  );
  const read = readEvents(delivery, typed);
  if (read.events.length + read.changed.length > 0) {
    if (read.events.length > 0) {
      services.platform.records.assertRoom(place.projectId);
    }
    const ids = readDeliveryIds(delivery, settings);
    await runInProject(services.platform, place, (scope) =>
      takeDelivery(scope, { owner, ids, ...read }),
    );
    return;
  }
  const { version } = catalog.getToolkit(toolkitSlug).record.meta;
  await logUnmatched(services, {
    ...{ address, delivery, requestId, toolkit: { slug: toolkitSlug, version }, waiting: typed },
  }).catch((failure: unknown) =>
    services.warn("webhook was not logged", { request_id: requestId, failure }),
  );
}

function readEvents(
  delivery: Delivery,
  waiting: UnmatchedDelivery["waiting"],
): Pick<TakenDelivery, "events" | "changed"> {
  const events: TriggerEvent[] = [];
  const changed: string[] = [];
  for (const { instance, type } of waiting) {
    if (type?.watch !== undefined && isEvent(delivery, type.watch, instance.config)) {
      changed.push(instance.id);
    }
    if (type?.webhook !== undefined && isEvent(delivery, type.webhook, instance.config)) {
      const data = readEventData(delivery, type.webhook);
      const issues = findFieldProblems(type.payloadSchema, data);
      if (issues.length > 0) {
        throw new PlatformError("Validation_Failed", { errors: fieldLines("event.data", issues) });
      }
      events.push({ instance, data });
    }
  }
  return { events, changed };
}

/** A type that its toolkit does not have any more fires nothing. */
async function findType(
  catalog: ToolkitCatalog,
  { trigger_slug: slug, toolkit_version: version }: WaitingInstance,
) {
  try {
    return await catalog.getTrigger(slug, version ?? undefined);
  } catch (error) {
    if (error instanceof PlatformError) {
      return undefined;
    }
    throw error;
  }
}
