import type { TriggerFormat } from "../documents/trigger-format.ts";
import type { WebhookSettings } from "../types/webhook-types.ts";
import { buildToolSlug } from "./tool-slug.ts";

/** The facts from which the steps to set up a trigger type follow. */
export interface TriggerSetup {
  readonly toolkit: { readonly slug: string; readonly name: string; readonly no_auth: boolean };
  readonly webhooks: WebhookSettings | undefined;
  /** Of a poll type: the operation that is read. */
  readonly operationId: string | undefined;
}

/**
 * The steps to set up a trigger type whose document does not write them, in the order in which they are done. They follow from how its
 * events arrive: polled, by a webhook that the service registers, or by one that a person enters at the application.
 */
export function describeTriggerSetup(
  format: Pick<TriggerFormat, "type" | "watch">,
  { toolkit, webhooks, operationId }: TriggerSetup,
): string {
  const { name } = toolkit;
  const spell = (operation: string): string => buildToolSlug(toolkit.slug, operation);
  const hooks = webhooks?.hooks;
  const calls = [
    ...(format.type === "poll" ? [operationId ?? ""] : []),
    ...(format.type === "webhook" && hooks !== undefined ? [hooks.register.operation] : []),
  ].map(spell);
  const account = toolkit.no_auth
    ? `${name} needs no account.`
    : calls.length === 0
      ? `Connect an account of ${name}.`
      : `Connect an account of ${name} that may execute ${calls.join(" and ")}.`;
  return [account, describeArrival(format, name, webhooks), delivery].join(" ");
}

const delivery = "Events go to the webhook subscription of the project.";

function describeArrival(
  { type, watch }: Pick<TriggerFormat, "type" | "watch">,
  name: string,
  webhooks: WebhookSettings | undefined,
): string {
  if (type === "poll") {
    const notified = watch === undefined ? "" : `, and when ${name} reports a change`;
    return `Nothing has to be entered at ${name}: the service reads its list every \`interval\` seconds${notified}. The first reading fires nothing.`;
  }
  if (webhooks?.hooks !== undefined) {
    return `The upsert registers the webhook at ${name}, which has to reach the address of the service.`;
  }
  const { from } = webhooks?.secret ?? { from: "nobody" };
  const [before, secret] =
    from === "auth_config"
      ? [`Enter the secret with which ${name} signs in the auth config. `, ""]
      : ["", from === "platform" ? " and `webhook.secret`" : ""];
  return `${before}Enter \`webhook.url\`${secret} of the upsert's answer as a webhook at ${name}.`;
}
