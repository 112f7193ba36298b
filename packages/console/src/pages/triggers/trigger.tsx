import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { triggerInstancesKey } from "../../../../../generated/query/index.js";
import type { TriggerInstance } from "../../../../../generated/types/index.js";
import { leaveDeleted } from "../../api/query-client.ts";
import {
  deleteTriggerOptions,
  setTriggerStatusOptions,
  triggerQuery,
  triggerTypeQuery,
  whyDisabled,
} from "../../api/triggers.ts";
import { Button } from "../../parts/button.tsx";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { CopyableId } from "../../parts/copy-button.tsx";
import { Fact } from "../../parts/fact.tsx";
import { JsonView } from "../../parts/json-view.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { FailureLine, Notice, Unread } from "../../parts/states.tsx";
import { Time } from "../../parts/time.tsx";
import { WayBack } from "../../parts/way-back.tsx";
import { SamplePayload } from "./sample-payload.tsx";
import { TriggerEvents } from "./trigger-events.tsx";
import { TriggerStatus } from "./trigger-status.tsx";

/** One trigger instance: what it listens to, how it last went, and what can be done about it. */
export function TriggerPage() {
  const { id } = useParams({ from: "/shell/triggers/$id" });
  const query = useQuery(triggerQuery(id));
  const trigger = query.data?.items[0];
  return (
    <>
      <WayBack>
        <Link to="/triggers">← Triggers</Link>
      </WayBack>
      <PageHead title={trigger?.trigger_name ?? "Trigger"}>
        {trigger !== undefined && <TriggerStatus trigger={trigger} />}
        <CopyableId id={id} name="id of the trigger" />
      </PageHead>
      {trigger !== undefined ? (
        <Details trigger={trigger} />
      ) : query.isError || query.isPending ? (
        <Unread query={query} label="The trigger is being read" className="space-y-4 p-5">
          <div className="skeleton h-10" />
          <div className="skeleton h-56" />
        </Unread>
      ) : (
        <Notice icon="empty" title="The project has no trigger with this id">
          <p>It may have been deleted, or be of another project.</p>
        </Notice>
      )}
    </>
  );
}

function Details({ trigger }: { readonly trigger: TriggerInstance }) {
  const { trigger_name, trigger_config, trigger_data, disabled_at, state } = trigger;
  const { data: type } = useQuery(triggerTypeQuery(trigger_name));
  return (
    <div className="grid gap-x-8 gap-y-6 p-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="min-w-0 space-y-6">
        {disabled_at !== null && (
          <p
            className={`rounded-base border px-4 py-3 ${state.disabled_reason === undefined ? "bg-hover" : "border-bad/30 bg-bad-tint"}`}
          >
            <strong className="font-medium">It fires nothing.</strong> {whyDisabled(trigger)}{" "}
            {state.disabled_reason !== undefined && "It resumes by itself when that is mended."}
          </p>
        )}
        <Actions trigger={trigger} />
        <TriggerEvents trigger={trigger} />
        <div className="space-y-2">
          <h2 className="text-large font-medium">Configuration</h2>
          <JsonView value={trigger_config} name="the configuration" />
        </div>
        {trigger_data !== undefined && (
          <div className="space-y-2">
            <h2 className="text-large font-medium">Registration at the application</h2>
            <JsonView value={JSON.parse(trigger_data)} name="the registration" />
          </div>
        )}
        {type !== undefined && <SamplePayload type={type} />}
      </div>
      <Facts trigger={trigger} />
    </div>
  );
}

function Actions({ trigger }: { readonly trigger: TriggerInstance }) {
  const { id, trigger_name, user_id, disabled_at } = trigger;
  const client = useQueryClient();
  const navigate = useNavigate();
  const onSettled = (): Promise<void> =>
    client.invalidateQueries({ queryKey: triggerInstancesKey() });
  const setStatus = useMutation({ ...setTriggerStatusOptions, onSettled });
  const remove = useMutation(deleteTriggerOptions);
  const isOff = disabled_at !== null;
  return (
    <section aria-label="Actions" className="space-y-3">
      <div className="flex flex-wrap gap-2">
        <Button
          disabled={setStatus.isPending}
          onClick={() => setStatus.mutate({ id, body: { status: isOff ? "enable" : "disable" } })}
        >
          {isOff ? "Enable" : "Disable"}
        </Button>
        <ConfirmButton
          text="Delete"
          title={`Delete ${trigger_name} of ${user_id}?`}
          onConfirm={async () => {
            await remove.mutateAsync({ id });
            await leaveDeleted(triggerInstancesKey(), () => navigate({ to: "/triggers" }));
          }}
        >
          <p>This cannot be undone. These are lost:</p>
          <ul className="list-disc space-y-1 pl-5">
            <li>its configuration, and what it has already seen</li>
            <li>its webhook at the application, if the service registered one</li>
            <li>events that happen from now on</li>
          </ul>
          <p>Events that were recorded are still delivered.</p>
        </ConfirmButton>
      </div>
      {setStatus.isError && <FailureLine error={setStatus.error} />}
    </section>
  );
}

function Facts({ trigger }: { readonly trigger: TriggerInstance }) {
  const { trigger_name, user_id, connected_account_id, state, updated_at, deprecated } = trigger;
  return (
    <dl className="h-fit divide-y rounded-large border bg-panel">
      <Fact name="Type">
        <Link to="/triggers/types/$slug" params={{ slug: trigger_name }} className={link}>
          <code className="font-mono text-small">{trigger_name}</code>
        </Link>
      </Fact>
      <Fact name="User">
        <Link to="/triggers" search={{ user: user_id }} className={link}>
          {user_id}
        </Link>
      </Fact>
      <Fact name="Account">
        {connected_account_id === null ? (
          "It needs none"
        ) : (
          <Link to="/accounts/$id" params={{ id: connected_account_id }} className={link}>
            <code className="font-mono text-small">{connected_account_id}</code>
          </Link>
        )}
      </Fact>
      {state.last_polled_at !== undefined && (
        <Fact name="Last poll">
          <Time at={state.last_polled_at} isLong />
        </Fact>
      )}
      {state.next_poll_at !== undefined && (
        <Fact name="Next poll">
          <Time at={state.next_poll_at} isLong />
        </Fact>
      )}
      {state.webhook_url !== undefined && (
        <Fact name="Address">
          <CopyableId id={state.webhook_url} name="address of the webhook" />
        </Fact>
      )}
      {deprecated !== undefined && (
        <Fact name="Created">
          <Time at={deprecated.createdAt} isLong />
        </Fact>
      )}
      <Fact name="Changed">
        <Time at={updated_at} isLong />
      </Fact>
      {connected_account_id !== null && (
        <Fact name="Requests">
          <Link to="/logs" search={{ account: connected_account_id }} className={link}>
            Open its logs
          </Link>
        </Fact>
      )}
    </dl>
  );
}

const link = "underline decoration-line underline-offset-3 hover:decoration-current";
