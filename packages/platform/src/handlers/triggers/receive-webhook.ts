import { isNestedTooDeep } from "@specwright/runtime/v1/schema";
import { receiveWebhook as receive } from "../../actions/triggers/receive-webhook.ts";
import { locateAddress } from "../../domain/ingress/locate-address.ts";
import { PlatformError } from "../../errors.ts";
import { isQuicklyParsed } from "../../execution/answers/is-quickly-parsed.ts";
import type { HandlerOf } from "../handler.ts";

type Input = Parameters<HandlerOf<"receiveWebhook">>[0];

/** `POST /webhook_ingress/{toolkit_slug}/{token}` */
export const receiveWebhook: HandlerOf<"receiveWebhook"> = async (input) => {
  const { accept, context, path, rawBody, request } = input;
  const caller = await context.found.caller;
  if (caller !== undefined && caller.kind !== "project") {
    throw new PlatformError("Auth_ProjectKeyRequired");
  }
  const address = await locateAddress(context.services.platform, path.token);
  context.found.projectId = address.place.projectId;
  const challenge = await receive(context.services, {
    address,
    toolkitSlug: path.toolkit_slug,
    delivery: { headers: request.headers, bytes: rawBody, body: readBody(input) },
  });
  if (challenge !== undefined && accept === "text/plain") {
    return { status: 200, mediaType: "text/plain", body: challenge };
  }
  return { status: 200, body: { success: true, ...(challenge !== undefined && { challenge }) } };
};

/** The meaning of the body: applications also send JSON as text, or as the field `payload` of a form. */
function readBody(input: Input): unknown {
  switch (input.mediaType) {
    case "application/json":
      return input.body;
    case "application/x-www-form-urlencoded": {
      const { payload } = input.body;
      return typeof payload === "string" ? parse(payload) : input.body;
    }
    default:
      return parse(input.body);
  }
}

function parse(text: string): unknown {
  if (!isQuicklyParsed(text)) {
    return text;
  }
  try {
    const value: unknown = JSON.parse(text);
    return isNestedTooDeep(value) ? text : value;
  } catch {
    // Not JSON: no rule of a toolkit can look into it.
    return text;
  }
}
