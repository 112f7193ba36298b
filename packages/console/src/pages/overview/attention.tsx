import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import {
  consoleKey,
  triggerInstancesKey,
  webhookSubscriptionsKey,
} from "../../../../../generated/query/index.js";
import type {
  ProjectActivity,
  TriggerInstance,
  WebhookSubscription,
} from "../../../../../generated/types/index.js";
import { explainCallFailure } from "../../api/failure.ts";
import {
  accountsByIdQuery,
  activeAccountsOfQuery,
  newestDeliveriesQuery,
  triggersByIdQuery,
} from "../../api/overview.ts";
import { setTriggerStatusOptions, whyDisabled } from "../../api/triggers.ts";
import { subscriptionsQuery, webhookActions } from "../../api/webhooks.ts";
import { Button } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { FailureLine } from "../../parts/states.tsx";
import { ReconnectButton } from "../accounts/reconnect-button.tsx";

/** What does not work and stays so until somebody acts, each with its action. */
export function Attention({ activity }: { readonly activity: ProjectActivity }) {
  const { expired_account_ids: ids, unused_links: unused } = activity;
  const accounts = useQuery(accountsByIdQuery(ids));
  const subscriptions = useQuery(subscriptionsQuery);
  const subscription = subscriptions.data?.items[0];
  const deliveries = useQuery(newestDeliveriesQuery(subscription?.id));
  const triggers = useQuery(triggersByIdQuery(activity.disabled_trigger_ids));
  const tried = deliveries.data?.items.find(({ attempts }) => attempts.length > 0);
  const failing = tried?.status === "delivered" ? undefined : tried;
  const error = accounts.error ?? subscriptions.error ?? triggers.error;
  const all = (ids.length === 0 ? [] : (accounts.data?.items ?? [])).filter(
    ({ status }) => status === "EXPIRED",
  );
  const working = useQuery(activeAccountsOfQuery(all.map(({ user_id }) => user_id)));
  // Who gives a new key gets a new account, beside the expired one.
  const expired = all.filter(
    ({ user_id, toolkit }) =>
      !working.data?.items.some(
        (each) => each.user_id === user_id && each.toolkit.slug === toolkit.slug,
      ),
  );
  const more = expired.length - mostExpired;
  const disabled =
    activity.disabled_trigger_ids.length === 0
      ? []
      : (triggers.data?.items ?? []).filter(({ disabled_at }) => disabled_at !== null);
  const isBroken = subscription?.status === "disabled" && subscription.disabled_reason !== null;
  const count = expired.length + disabled.length + Number(isBroken) + Number(failing !== undefined);
  const isPending = (ids.length > 0 && accounts.isPending) || subscriptions.isPending;
  return (
    <section aria-labelledby="attention" className="space-y-3">
      <h2 id="attention" className="text-large font-medium">
        Needs attention
      </h2>
      {error !== null && <FailureLine error={error} />}
      {isPending ? (
        <div role="status" aria-label="It is being checked" className="skeleton h-16" />
      ) : count === 0 ? (
        error === null && (
          <p className="flex items-center gap-2.5 rounded-large border bg-panel px-4 py-3 text-soft">
            <Icon path="m3 8.5 3.3 3.3L13 5" className="text-good" />
            Accounts, triggers and webhooks work.
          </p>
        )
      ) : (
        <ul className="divide-y overflow-hidden rounded-large border bg-panel">
          {isBroken && <BrokenSubscription subscription={subscription} />}
          {!isBroken && failing !== undefined && (
            <Item
              title="The last delivery failed"
              text={failing.attempts.at(-1)?.error ?? `${failing.webhook_url} did not take it.`}
              action={
                <Link to="/webhooks" className={actionLink}>
                  Open
                </Link>
              }
            />
          )}
          {expired.slice(0, mostExpired).map((account) => (
            <Item
              key={account.id}
              title={
                <Link to="/accounts/$id" params={{ id: account.id }} className="hover:underline">
                  {account.user_id} at {account.toolkit.slug}
                </Link>
              }
              text={account.status_reason ?? "The access has expired."}
              action={<ReconnectButton account={account} />}
            />
          ))}
          {more > 0 && (
            <li className="px-4 py-2.5 text-small">
              <Link
                to="/accounts"
                search={{ status: "EXPIRED" }}
                className="text-accent underline underline-offset-2"
              >
                {more === 1 ? "1 more expired account" : `${more} more expired accounts`}
                {ids.length === mostListed && ", or more"}
              </Link>
            </li>
          )}
          {disabled.map((trigger) => (
            <DisabledTrigger key={trigger.id} trigger={trigger} />
          ))}
        </ul>
      )}
      {unused > 0 && (
        <p className="px-4 text-small text-soft">
          <Link
            to="/accounts"
            search={{ status: "EXPIRED" }}
            className="underline decoration-line underline-offset-3 hover:decoration-current"
          >
            {unused === 1
              ? "1 link of this period was never used."
              : `${unused} links of this period were never used.`}
          </Link>
        </p>
      )}
    </section>
  );
}

/** Expired accounts that are shown, and those that the service lists. */
const mostExpired = 5;
const mostListed = 20;

const actionLink =
  "inline-flex h-8 items-center rounded-base border border-line bg-raised px-3 font-medium hover:bg-hover";

function Item({
  title,
  text,
  action,
  error = null,
}: {
  readonly title: ReactNode;
  readonly text: ReactNode;
  readonly action: ReactNode;
  readonly error?: unknown;
}) {
  return (
    <li className="flex items-start justify-between gap-4 px-4 py-3">
      <div className="min-w-0 wrap-anywhere">
        <p className="font-medium">{title}</p>
        <p className="line-clamp-3 text-small text-soft">{text}</p>
        {error !== null && (
          <p role="alert" className="text-small text-bad">
            {explainCallFailure(error).title}
          </p>
        )}
      </div>
      <div className="shrink-0">{action}</div>
    </li>
  );
}

function BrokenSubscription({ subscription }: { readonly subscription: WebhookSubscription }) {
  const client = useQueryClient();
  const update = useMutation({
    ...webhookActions.update,
    onSettled: () => client.invalidateQueries({ queryKey: webhookSubscriptionsKey() }),
  });
  const { id, disabled_reason: reason } = subscription;
  return (
    <Item
      title={
        <Link to="/webhooks" className="hover:underline">
          Events are not sent
        </Link>
      }
      text={
        reason === "gone"
          ? "The receiver answered 410, which ends a subscription."
          : reason === "failing"
            ? "Every attempt failed for five days."
            : "The subscription was disabled."
      }
      error={update.error}
      action={
        <Button
          disabled={update.isPending}
          onClick={() => update.mutate({ id, body: { status: "enabled" } })}
        >
          Enable
        </Button>
      }
    />
  );
}

function DisabledTrigger({ trigger }: { readonly trigger: TriggerInstance }) {
  const client = useQueryClient();
  const setStatus = useMutation({
    ...setTriggerStatusOptions,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: triggerInstancesKey() }),
        client.invalidateQueries({ queryKey: consoleKey("getProjectActivity") }),
      ]),
  });
  return (
    <Item
      title={
        <Link to="/triggers/$id" params={{ id: trigger.id }} className="hover:underline">
          {trigger.trigger_name}
        </Link>
      }
      text={`Of ${trigger.user_id}. ${whyDisabled(trigger)}`}
      error={setStatus.error}
      action={
        <Button
          disabled={setStatus.isPending}
          onClick={() => setStatus.mutate({ id: trigger.id, body: { status: "enable" } })}
        >
          Enable
        </Button>
      }
    />
  );
}
