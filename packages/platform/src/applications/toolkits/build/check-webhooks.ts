import { listHookNames } from "../documents/credential-fields.ts";
import type { TriggerFormat } from "../documents/trigger-format.ts";
import type { WatchRule, WebhookSettings } from "../types/webhook-types.ts";

/** Reports a problem at a member of `x-platform-trigger`, or of `webhooks`. */
export type Report = (member: string, message: string, fix: string) => void;

/** Checks a trigger type of type `webhook` against its rule, its own schemas and the toolkit's settings. */
export function checkWebhookType(
  { webhook, watch, config, payload }: TriggerFormat,
  settings: WebhookSettings | undefined,
  report: Report,
): void {
  if (settings === undefined) {
    const message = "The application's webhooks are not described.";
    report("type", message, "Write `webhooks` into `x-platform-toolkit`.");
  }
  if (watch !== undefined) {
    report("watch", "Only a poll type has `watch`.", "Remove it.");
  }
  if (webhook === undefined) {
    report(
      "type",
      "A webhook type needs `webhook`.",
      "Add `webhook`, which describes the deliveries that are its events.",
    );
    return;
  }
  checkData("webhook", webhook.data, payload, report);
  checkFilters("webhook", webhook, config, report);
}

/** Compares the `data` of a rule, which says where the members of an event are, with the schema of events. */
export function checkData(
  rule: "poll" | "webhook",
  data: Readonly<Record<string, unknown>>,
  payload: TriggerFormat["payload"],
  report: Report,
): void {
  for (const name of Object.keys(data)) {
    if (!Object.hasOwn(payload.properties, name)) {
      const message = `\`${name}\` is not a property of \`payload\`.`;
      report(`${rule}/data/${name}`, message, "Describe it there, or remove it.");
    }
  }
  for (const name of payload.required) {
    if (!Object.hasOwn(data, name)) {
      const message = `\`${name}\` is required in \`payload\`, and \`data\` does not have it.`;
      const place = rule === "poll" ? "an item" : "a delivery";
      report(`${rule}/data`, message, `Add its place in ${place}.`);
    }
  }
}

/** Checks `watch` of a poll type against its schemas and the toolkit's settings. */
export function checkWatch(
  { watch, config }: Pick<TriggerFormat, "watch" | "config">,
  settings: WebhookSettings | undefined,
  report: Report,
): void {
  if (watch === undefined) {
    return;
  }
  if (settings?.hooks === undefined) {
    const message = "A watch needs `webhooks.hooks`, which opens and stops it.";
    report("watch", message, "Describe it in `x-platform-toolkit`, or remove `watch`.");
  }
  checkFilters("watch", watch, config, report);
}

function checkFilters(
  rule: "webhook" | "watch",
  { filters }: WatchRule,
  config: TriggerFormat["config"],
  report: Report,
): void {
  for (const name of Object.keys(filters)) {
    if (!Object.hasOwn(config.properties, name)) {
      const message = `\`${name}\` is not a property of \`config\`.`;
      report(`${rule}/filters/${name}`, message, "Describe it there, or remove it.");
    }
  }
}

/** Checks that the operations and fields that `webhooks` names exist. */
export function checkWebhookSettings(
  settings: WebhookSettings,
  known: { readonly operations: ReadonlySet<string>; readonly fields: ReadonlySet<string> },
  report: Report,
): void {
  const { owner, hooks } = settings;
  const calls: readonly (readonly [string, string | undefined])[] = [
    ["owner/operation", owner?.operation],
    ["hooks/register/operation", hooks?.register.operation],
    ["hooks/unregister/operation", hooks?.unregister.operation],
    ["hooks/find/operation", hooks?.find?.operation],
  ];
  for (const [member, operation] of calls) {
    if (operation !== undefined && !known.operations.has(operation)) {
      const message = `The document has no operation \`${operation}\`.`;
      report(member, message, "Name an operationId of the document.");
    }
  }
  for (const { name, place } of listFieldPlaces(settings)) {
    if (!known.fields.has(name)) {
      const message = `No auth scheme has the field \`${name}\`.`;
      report(place, message, "Add it to `fields.auth_config_creation`.");
    }
  }
}

/** The fields of auth configs that `webhooks` names, with the members that name them. */
function* listFieldPlaces({
  secret,
  signature,
  hooks,
}: WebhookSettings): Generator<{ readonly name: string; readonly place: string }> {
  if (secret.from === "auth_config") {
    yield { name: secret.field, place: "secret/field" };
  }
  if (signature.scheme === "jwt") {
    if (signature.audience !== undefined) {
      yield { name: signature.audience.field, place: "signature/audience/field" };
    }
    for (const [claim, test] of Object.entries(signature.claims)) {
      if ("field" in test) {
        yield { name: test.field, place: `signature/claims/${claim}/field` };
      }
    }
  }
  for (const { name, member = "" } of listHookNames(hooks?.register.arguments ?? {})) {
    if (name === "credentials") {
      yield { name: member, place: "hooks/register/arguments" };
    }
  }
}
