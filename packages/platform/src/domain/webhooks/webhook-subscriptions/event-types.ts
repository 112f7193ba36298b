import type { Schemas } from "../../../base/api-types.ts";
import { PlatformError } from "../../../base/errors.ts";

/** All types of events, with the versions in which each exists. */
export const eventTypes: readonly Schemas["WebhookEventTypeInfo"][] = [
  {
    event_type: "platform.trigger.message",
    description: "A trigger fired.",
    supported_versions: ["V1", "V2", "V3"],
  },
  {
    event_type: "platform.connected_account.expired",
    description: "A connected account that was ACTIVE became EXPIRED.",
    supported_versions: ["V3"],
  },
  {
    event_type: "platform.trigger.disabled",
    description: "The platform disabled a trigger instance.",
    supported_versions: ["V3"],
  },
];

/**
 * Checks that every type exists in the version.
 *
 * @param place the place of the types in the request: `body.enabled_events`, to which the index of a type is added
 * @throws PlatformError `Webhook_EventUnknown` with a line for each type that does not
 */
export function checkEvents(
  types: readonly string[],
  version: Schemas["WebhookVersion"],
  place: (index: number) => string = (index) => `body.enabled_events[${index}]`,
): void {
  const errors = types.flatMap((type, index) => {
    const known = eventTypes.find(({ event_type }) => event_type === type);
    if (known === undefined) {
      return [`${place(index)}: is not a type of event`];
    }
    const isThere = known.supported_versions.includes(version);
    return isThere ? [] : [`${place(index)}: ${type} is not available in ${version}`];
  });
  if (errors.length > 0) {
    throw new PlatformError("Webhook_EventUnknown", { errors });
  }
}

/** @throws PlatformError `Validation_Failed` for a filter with an unknown type */
export function checkKnownEvent(type: string): void {
  if (!eventTypes.some(({ event_type }) => event_type === type)) {
    const errors = ["query.event_type: is not a type of event"];
    throw new PlatformError("Validation_Failed", { errors });
  }
}
