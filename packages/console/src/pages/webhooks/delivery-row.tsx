import { useMutation, useQueryClient } from "@tanstack/react-query";
import { webhookSubscriptionsKey } from "../../../../../generated/query/index.js";
import type {
  Delivery,
  DeliveryAttempt,
  WebhookSubscription,
} from "../../../../../generated/types/index.js";
import { webhookActions } from "../../api/webhooks.ts";
import { Badge } from "../../parts/badge.tsx";
import { Button } from "../../parts/button.tsx";
import { CopyableId } from "../../parts/copy-button.tsx";
import { FailureLine } from "../../parts/states.tsx";
import { formatDuration, Time } from "../../parts/time.tsx";

const looks = {
  pending: ["Waiting", "wait"],
  delivered: ["Delivered", "good"],
  failed: ["Failed", "bad"],
} as const;

/** One delivery; opened, it shows its attempts and what the receiver answered. */
export function DeliveryRow({
  delivery,
  subscription,
}: {
  readonly delivery: Delivery;
  readonly subscription: WebhookSubscription;
}) {
  const { status, event_type, attempts, created_at, is_test, replay_of } = delivery;
  const [word, look] = looks[status];
  const last = attempts.at(-1);
  return (
    <li>
      <details className="group">
        <summary className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 hover:bg-hover">
          <Badge word={word} look={look} />
          <code className="min-w-0 font-mono text-small font-medium wrap-anywhere">
            {event_type}
          </code>
          {is_test && <span className="text-small text-soft">test</span>}
          {replay_of !== null && <span className="text-small text-soft">replay</span>}
          <span className="min-w-0 flex-1 truncate text-small text-soft max-sm:order-last max-sm:basis-full">
            {last?.error ?? (last !== undefined && `HTTP ${last.status_code}`)}
          </span>
          <span className="text-small text-soft">
            <Time at={created_at} />
          </span>
        </summary>
        <Attempts delivery={delivery} subscription={subscription} />
      </details>
    </li>
  );
}

function Attempts({
  delivery,
  subscription,
}: {
  readonly delivery: Delivery;
  readonly subscription: WebhookSubscription;
}) {
  const { id, event_id, webhook_url, attempts, next_attempt_at } = delivery;
  const client = useQueryClient();
  const replay = useMutation({
    ...webhookActions.replay,
    onSettled: () => client.invalidateQueries({ queryKey: webhookSubscriptionsKey() }),
  });
  return (
    <div className="space-y-3 border-t bg-page px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <CopyableId id={event_id} name="id of the event" />
        <span className="min-w-0 flex-1 truncate font-mono text-small text-soft">
          {webhook_url}
        </span>
        <Button
          disabled={replay.isPending || subscription.status === "disabled"}
          onClick={() => replay.mutate({ id: subscription.id, delivery_id: id })}
        >
          {replay.isPending ? "Sending…" : "Replay"}
        </Button>
      </div>
      {replay.isError && <FailureLine error={replay.error} />}
      {attempts.length === 0 ? (
        <p className="text-soft">The first attempt is about to begin.</p>
      ) : (
        <ol className="divide-y rounded-base border bg-panel">
          {attempts.map((attempt) => (
            <Attempt key={attempt.attempt} attempt={attempt} />
          ))}
        </ol>
      )}
      {next_attempt_at !== null && attempts.length > 0 && (
        <p className="text-small text-soft">
          The next attempt is at <Time at={next_attempt_at} />.
        </p>
      )}
    </div>
  );
}

function Attempt({ attempt }: { readonly attempt: DeliveryAttempt }) {
  const { attempt: number, attempted_at, status_code, latency_ms, error, response_body } = attempt;
  return (
    <li className="space-y-1.5 px-3 py-2">
      <p className="flex flex-wrap gap-x-4 text-small">
        <span className="font-medium">Attempt {number}</span>
        <span className={error === null ? "text-good" : "text-bad"}>
          {status_code === null ? "No answer" : `HTTP ${status_code}`}
        </span>
        <span className="text-soft tabular-nums">{formatDuration(latency_ms)}</span>
        <span className="ml-auto text-soft">
          <Time at={attempted_at} />
        </span>
      </p>
      {error !== null && <p className="text-small wrap-anywhere">{error}</p>}
      {response_body !== null && (
        <pre className="font-mono text-small whitespace-pre-wrap text-soft wrap-anywhere">
          {response_body}
        </pre>
      )}
    </li>
  );
}
