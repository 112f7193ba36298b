import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { webhookSubscriptionsKey } from "../../../../../generated/query/index.js";
import type { WebhookSubscription } from "../../../../../generated/types/index.js";
import { explainCallFailure } from "../../api/failure.ts";
import { webhookActions } from "../../api/webhooks.ts";
import { Button } from "../../parts/button.tsx";

const hours = [
  { value: 1, name: "the last hour" },
  { value: 24, name: "the last day" },
  { value: 168, name: "the last week" },
] as const;

/** Sends the events of a period again, such as after a receiver was mended. */
export function ReplayRange({ subscription }: { readonly subscription: WebhookSubscription }) {
  const id = useId();
  const client = useQueryClient();
  const [back, setBack] = useState("1");
  const replay = useMutation({
    ...webhookActions.replayRange,
    onSettled: () => client.invalidateQueries({ queryKey: webhookSubscriptionsKey() }),
  });
  const since = (): string => new Date(Date.now() - Number(back) * 3_600_000).toISOString();
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p
        role="status"
        className={`text-small empty:hidden ${replay.isError ? "text-bad" : "text-soft"}`}
      >
        {replay.isError
          ? explainCallFailure(replay.error).title
          : replay.data !== undefined && `${replay.data.queued} queued`}
      </p>
      <label htmlFor={id} className="text-soft">
        Events of
      </label>
      <select
        id={id}
        value={back}
        onChange={({ target }) => setBack(target.value)}
        className="field"
      >
        {hours.map(({ value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      <Button
        disabled={replay.isPending || subscription.status === "disabled"}
        onClick={() => replay.mutate({ id: subscription.id, body: { since: since() } })}
      >
        Replay all
      </Button>
    </div>
  );
}
