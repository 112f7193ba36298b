import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { TriggerInstance } from "../../../../../generated/types/index.js";
import { eventsOfTriggerQuery } from "../../api/triggers.ts";
import { subscriptionsQuery } from "../../api/webhooks.ts";
import { Unread } from "../../parts/states.tsx";
import { DeliveryRow } from "../webhooks/delivery-row.tsx";

/** The last events of an instance with their deliveries, live, and where to look for webhooks that made none. */
export function TriggerEvents({ trigger }: { readonly trigger: TriggerInstance }) {
  const subscriptions = useQuery(subscriptionsQuery);
  const subscription = subscriptions.data?.items[0];
  const events = useQuery(eventsOfTriggerQuery(subscription?.id, trigger.id));
  const items = events.data?.items ?? [];
  const isRead = subscription === undefined ? subscriptions.isSuccess : events.isSuccess;
  return (
    <section aria-labelledby="events" className="space-y-2">
      <h2 id="events" className="text-large font-medium">
        Last events
      </h2>
      {!isRead ? (
        <Unread
          query={subscriptions.isError ? subscriptions : events}
          label="The events are being read"
          className="skeleton h-24"
        />
      ) : subscription === undefined ? (
        <p className="text-soft">
          Events are kept for a receiver, and the project has none.{" "}
          <Link to="/webhooks" className={link}>
            Say where events go
          </Link>
        </p>
      ) : items.length === 0 ? (
        <p className="text-soft">
          No event was stored for the receiver yet.
          {subscription.status === "disabled" &&
            " While the subscription is disabled, events are kept and not delivered."}
        </p>
      ) : (
        <ul aria-label="Events" className="divide-y overflow-hidden rounded-large border bg-panel">
          {items.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} subscription={subscription} />
          ))}
        </ul>
      )}
      {trigger.state.webhook_url !== undefined && (
        <p className="text-small text-soft">
          Webhooks with a right signature that were no event of it are{" "}
          <Link to="/logs" search={{ tool: "PLATFORM_WEBHOOK_UNMATCHED" }} className={link}>
            in the logs
          </Link>
          , with the reason.
        </p>
      )}
    </section>
  );
}

const link = "underline decoration-line underline-offset-3 hover:decoration-current";
