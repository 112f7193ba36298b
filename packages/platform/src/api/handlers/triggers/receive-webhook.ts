import { parseBody } from "../../../actions/triggers/decode-body.ts";
import { receiveManagedWebhook } from "../../../actions/triggers/receive-managed-webhook.ts";
import { receiveWebhook as receive } from "../../../actions/triggers/receive-webhook.ts";
import type { Delivery } from "../../../applications/ingress/delivery.ts";
import { PlatformError } from "../../../base/errors.ts";
import { locateAddress } from "../../../domain/events/ingress/locate-address.ts";
import { findManagedAddress } from "../../../domain/events/ingress/managed-address.ts";
import type { HandlerOf } from "../handler.ts";

type Input = Parameters<HandlerOf<"receiveWebhook">>[0];

/** `POST /webhook_ingress/{toolkit_slug}/{token}` */
export const receiveWebhook: HandlerOf<"receiveWebhook"> = async (input) => {
  const { accept, context, path, rawBody, request } = input;
  const caller = await context.found.caller;
  if (caller !== undefined && caller.kind !== "project") {
    throw new PlatformError("Auth_ProjectKeyRequired");
  }
  const delivery = { headers: request.headers, bytes: rawBody, body: readBody(input) };
  const challenge = await receiveDelivery(context, path, delivery);
  if (challenge !== undefined && accept === "text/plain") {
    return { status: 200, mediaType: "text/plain", body: challenge };
  }
  return { status: 200, body: { success: true, ...(challenge !== undefined && { challenge }) } };
};

/** The deployment's own app has an address of no project. */
async function receiveDelivery(
  { services, found, requestId }: Input["context"],
  { toolkit_slug: toolkitSlug, token }: Input["path"],
  delivery: Delivery,
): Promise<string | undefined> {
  const settings = services.catalogs.installation.findToolkit(toolkitSlug)?.webhooks;
  const managed = findManagedAddress(services.platform, settings, { toolkitSlug, token });
  if (managed !== undefined) {
    return await receiveManagedWebhook(services, managed, { delivery, requestId });
  }
  const address = await locateAddress(services.platform, token);
  found.projectId = address.place.projectId;
  return await receive(services, { address, toolkitSlug, token, requestId, delivery });
}

/** The meaning of the body: applications also send JSON as text, or as the field `payload` of a form. */
function readBody(input: Input): unknown {
  switch (input.mediaType) {
    case "application/json":
      return input.body;
    case "application/x-www-form-urlencoded": {
      const { payload } = input.body;
      return typeof payload === "string" ? parseBody(payload) : input.body;
    }
    case "text/plain":
      return parseBody(input.body);
    default:
      return undefined;
  }
}
