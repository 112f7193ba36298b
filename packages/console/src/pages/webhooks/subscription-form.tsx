import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { webhookSubscriptionsKey } from "../../../../../generated/query/index.js";
import type { WebhookSubscription } from "../../../../../generated/types/index.js";
import { eventTypesQuery, webhookActions } from "../../api/webhooks.ts";
import { Button } from "../../parts/button.tsx";
import { FailureLine, FailureNotice } from "../../parts/states.tsx";

/** The address and the events of the subscription. `onDone` gets the secret of a new one. */
export function SubscriptionForm({
  subscription,
  onDone,
}: {
  readonly subscription?: WebhookSubscription;
  readonly onDone: (secret: string | undefined) => void;
}) {
  const id = useId();
  const client = useQueryClient();
  const types = useQuery(eventTypesQuery);
  const [url, setUrl] = useState(subscription?.webhook_url ?? "");
  const [picked, pick] = useState<readonly string[] | undefined>(subscription?.enabled_events);
  const known = types.data?.items ?? [];
  const events = picked ?? known.map(({ event_type }) => event_type);
  const onSettled = (): Promise<void> =>
    client.invalidateQueries({ queryKey: webhookSubscriptionsKey() });
  // Callbacks of `mutate` would not run: the list is read again first, and then this form is gone, and with it the secret.
  const create = useMutation({
    ...webhookActions.create,
    onSuccess: ({ secret }) => onDone(secret),
    onSettled,
  });
  const update = useMutation({
    ...webhookActions.update,
    onSuccess: () => onDone(undefined),
    onSettled,
  });
  const error = create.error ?? update.error;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const body = { webhook_url: url.trim(), enabled_events: [...events] };
    if (subscription === undefined) {
      create.mutate({ body });
    } else {
      update.mutate({ id: subscription.id, body });
    }
  };
  if (types.isError && types.data === undefined) {
    return <FailureNotice error={types.error} onRetry={() => void types.refetch()} />;
  }
  return (
    <form onSubmit={submit} className="space-y-4 rounded-large border bg-panel p-4">
      <div className="space-y-1">
        <label htmlFor={id} className="font-medium">
          Address
        </label>
        <input
          id={id}
          type="url"
          required
          placeholder="https://example.com/webhooks"
          value={url}
          onChange={({ target }) => setUrl(target.value)}
          spellCheck={false}
          className="field w-full font-mono text-small"
        />
      </div>
      <fieldset className="space-y-2">
        <legend className="font-medium">Events</legend>
        {types.isPending && <div className="skeleton h-16" />}
        {known.map(({ event_type: type, description }) => (
          <label key={type} className="flex items-start gap-2.5">
            <input
              type="checkbox"
              checked={events.includes(type)}
              onChange={({ target }) =>
                pick(target.checked ? [...events, type] : events.filter((each) => each !== type))
              }
              className="mt-0.5 size-4 shrink-0 accent-accent"
            />
            <span className="min-w-0">
              <code className="font-mono text-small wrap-anywhere">{type}</code>
              <span className="block text-small text-soft">{description}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {error !== null && <FailureLine error={error} />}
      <Button
        type="submit"
        kind="main"
        disabled={create.isPending || update.isPending || events.length === 0}
      >
        {subscription === undefined ? "Send events there" : "Save"}
      </Button>
    </form>
  );
}
