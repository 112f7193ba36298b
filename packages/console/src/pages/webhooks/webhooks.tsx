import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { WebhookSubscription } from "../../../../../generated/types/index.js";
import { subscriptionsQuery } from "../../api/webhooks.ts";
import { Button } from "../../parts/button.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { FailureNotice } from "../../parts/states.tsx";
import { Deliveries } from "./deliveries.tsx";
import { SecretOnce } from "./secret-once.tsx";
import { Subscription } from "./subscription.tsx";
import { SubscriptionForm } from "./subscription-form.tsx";

/** The subscription of the project, and every event that was sent to it. */
export function Webhooks() {
  const query = useQuery(subscriptionsQuery);
  const [secret, setSecret] = useState<string>();
  const [isEditing, setEditing] = useState(false);
  const subscription = query.data?.items[0];
  return (
    <>
      <PageHead title="Webhooks">
        {subscription !== undefined && <SubscriptionState subscription={subscription} />}
      </PageHead>
      {query.isPending ? (
        <div role="status" aria-label="The subscription is being read" className="space-y-4 p-5">
          <div className="skeleton h-28" />
          <div className="skeleton h-56" />
        </div>
      ) : query.isError && query.data === undefined ? (
        <FailureNotice error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <div className="space-y-7 p-5">
          {secret !== undefined && (
            <SecretOnce secret={secret} onClose={() => setSecret(undefined)} />
          )}
          {subscription === undefined ? (
            <div className="max-w-2xl space-y-4">
              <p className="text-soft">
                Events of the project, such as a trigger that fired or an account that expired, are
                sent to one address of yours, signed, and again until they arrive.
              </p>
              <SubscriptionForm onDone={setSecret} />
            </div>
          ) : isEditing ? (
            <div className="max-w-2xl space-y-3">
              <SubscriptionForm subscription={subscription} onDone={() => setEditing(false)} />
              <Button onClick={() => setEditing(false)}>Cancel</Button>
            </div>
          ) : (
            <Subscription
              subscription={subscription}
              onEdit={() => setEditing(true)}
              onSecret={setSecret}
            />
          )}
          {subscription !== undefined && <Deliveries subscription={subscription} />}
        </div>
      )}
    </>
  );
}

const reasons = {
  gone: "The receiver answered 410, which ends a subscription.",
  failing: "Every attempt failed for five days.",
  requested: "Events are not sent while it is disabled.",
} as const;

function SubscriptionState({ subscription }: { readonly subscription: WebhookSubscription }) {
  const { status, disabled_reason } = subscription;
  return (
    <p className={`text-small ${status === "enabled" ? "text-good" : "text-wait"}`}>
      {status === "enabled"
        ? "Events are sent"
        : `Disabled. ${disabled_reason === null ? "" : reasons[disabled_reason]}`}
    </p>
  );
}
