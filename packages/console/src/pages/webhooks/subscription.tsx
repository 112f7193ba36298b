import { useMutation, useQueryClient } from "@tanstack/react-query";
import { webhookSubscriptionsKey } from "../../../../../generated/query/index.js";
import type { WebhookSubscription } from "../../../../../generated/types/index.js";
import { webhookActions } from "../../api/webhooks.ts";
import { Button } from "../../parts/button.tsx";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { CopyableId } from "../../parts/copy-button.tsx";
import { FailureLine } from "../../parts/states.tsx";

/** Where events go, and what can be done about it. */
export function Subscription({
  subscription,
  onEdit,
  onSecret,
}: {
  readonly subscription: WebhookSubscription;
  readonly onEdit: () => void;
  readonly onSecret: (secret: string) => void;
}) {
  const { id, webhook_url, enabled_events, status } = subscription;
  const client = useQueryClient();
  const onSettled = (): Promise<void> =>
    client.invalidateQueries({ queryKey: webhookSubscriptionsKey() });
  const test = useMutation({ ...webhookActions.test, onSettled });
  const update = useMutation({ ...webhookActions.update, onSettled });
  const rotate = useMutation(webhookActions.rotate);
  const remove = useMutation({ ...webhookActions.remove, onSettled });
  const isOn = status === "enabled";
  const error = test.error ?? update.error;
  return (
    <section aria-label="Subscription" className="space-y-3 rounded-large border bg-panel p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 space-y-1">
          <CopyableId id={webhook_url} name="address" />
          <p className="flex flex-wrap gap-x-3 font-mono text-small text-soft">
            {enabled_events.map((event) => (
              <span key={event} className="wrap-anywhere">
                {event}
              </span>
            ))}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            kind="main"
            disabled={test.isPending || !isOn}
            onClick={() => test.mutate({ id, body: {} })}
          >
            Send a test event
          </Button>
          <Button onClick={onEdit}>Edit</Button>
          <Button
            disabled={update.isPending}
            onClick={() => update.mutate({ id, body: { status: isOn ? "disabled" : "enabled" } })}
          >
            {isOn ? "Disable" : "Enable"}
          </Button>
          <ConfirmButton
            text="Rotate the secret"
            title="Rotate the signing secret?"
            onConfirm={async () => onSecret((await rotate.mutateAsync({ id })).secret)}
          >
            <p>
              For 24 hours events are signed with both secrets. After that, receivers that still
              have the old one refuse them.
            </p>
          </ConfirmButton>
          <ConfirmButton
            text="Delete"
            title="Delete the subscription?"
            onConfirm={() => remove.mutateAsync({ id })}
          >
            <p>This cannot be undone. These are lost:</p>
            <ul className="list-disc space-y-1 pl-5">
              <li>all its deliveries, with those that are still waiting</li>
              <li>the signing secret</li>
              <li>events that happen before there is another subscription</li>
            </ul>
          </ConfirmButton>
        </div>
      </div>
      {error !== null && <FailureLine error={error} />}
    </section>
  );
}
