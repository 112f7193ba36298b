import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { DeliveryStatus, WebhookSubscription } from "../../../../../generated/types/index.js";
import { deliveriesQuery } from "../../api/webhooks.ts";
import { MoreRows } from "../../parts/lists/more-rows.tsx";
import { FailureNotice, Notice } from "../../parts/states.tsx";
import { DeliveryRow } from "./delivery-row.tsx";
import { ReplayRange } from "./replay-range.tsx";

/** The deliveries of the subscription, live, each with its attempts. */
export function Deliveries({ subscription }: { readonly subscription: WebhookSubscription }) {
  const [status, setStatus] = useState<DeliveryStatus>();
  const query = useInfiniteQuery({
    ...deliveriesQuery(subscription.id, status),
    placeholderData: keepPreviousData,
  });
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <section aria-labelledby="deliveries" className="space-y-3">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="deliveries" className="text-large font-medium">
          Deliveries
        </h2>
        <select
          aria-label="Status of the deliveries"
          value={status ?? ""}
          onChange={({ target }) =>
            setStatus(target.value === "" ? undefined : (target.value as DeliveryStatus))
          }
          className="field"
        >
          <option value="">All</option>
          <option value="pending">Waiting</option>
          <option value="delivered">Delivered</option>
          <option value="failed">Failed</option>
        </select>
        <div className="sm:ml-auto">
          <ReplayRange subscription={subscription} />
        </div>
      </div>
      {query.isPending ? (
        <div role="status" aria-label="The deliveries are being read" className="skeleton h-40" />
      ) : query.isError && rows.length === 0 ? (
        <FailureNotice error={query.error} onRetry={() => void query.refetch()} />
      ) : rows.length === 0 ? (
        <Notice
          icon="empty"
          title={status === undefined ? "No event was sent yet" : "No delivery has this status"}
        >
          <p>Send a test event to see whether the address answers.</p>
        </Notice>
      ) : (
        <ul className="divide-y overflow-hidden rounded-large border bg-panel">
          {rows.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} subscription={subscription} />
          ))}
        </ul>
      )}
      <MoreRows query={query} text="Load older deliveries" />
    </section>
  );
}
