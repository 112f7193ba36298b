import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { connectedAccountsKey } from "../../../../../generated/query/index.js";
import type { ConnectedAccountDetailResponse } from "../../../../../generated/types/index.js";
import {
  accountQuery,
  deleteAccountOptions,
  refreshAccountOptions,
  setAccountStatusOptions,
} from "../../api/accounts.ts";
import { leaveDeleted } from "../../api/query-client.ts";
import { Button } from "../../parts/button.tsx";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { CopyableId } from "../../parts/copy-button.tsx";
import { Fact } from "../../parts/fact.tsx";
import { JsonView } from "../../parts/json-view.tsx";
import { openTab } from "../../parts/open-tab.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { FailureLine, Unread } from "../../parts/states.tsx";
import { Time } from "../../parts/time.tsx";
import { WayBack } from "../../parts/way-back.tsx";
import { AccountStatus } from "./account-status.tsx";
import { ReconnectButton } from "./reconnect-button.tsx";

/** One account: its status, what can be done about it, and what it is. */
export function Account() {
  const { id } = useParams({ from: "/shell/accounts/$id" });
  const query = useQuery(accountQuery(id));
  const { data: account } = query;
  return (
    <>
      <WayBack>
        <Link to="/accounts">← Accounts</Link>
      </WayBack>
      <PageHead title={account === undefined ? "Account" : account.user_id}>
        {account !== undefined && <AccountStatus status={account.status} />}
        <CopyableId id={id} name="id of the account" />
      </PageHead>
      {account !== undefined ? (
        <Details account={account} />
      ) : (
        <Unread query={query} label="The account is being read" className="space-y-4 p-5">
          <div className="skeleton h-10" />
          <div className="skeleton h-56" />
        </Unread>
      )}
    </>
  );
}

function Details({ account }: { readonly account: ConnectedAccountDetailResponse }) {
  const { status, status_reason } = account;
  const isBroken = status === "EXPIRED" || status === "FAILED";
  return (
    <div className="grid gap-x-8 gap-y-6 p-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="min-w-0 space-y-6">
        {isBroken && (
          <div className="flex flex-wrap items-center justify-between gap-3 rounded-base border border-bad/30 bg-bad-tint px-4 py-3">
            <p className="min-w-0 wrap-anywhere">
              <strong className="block font-medium text-bad">
                {status === "EXPIRED" ? "The access has expired" : "The connection failed"}
              </strong>
              {status_reason ?? "Tools do not run with this account until it is connected again."}
            </p>
            <ReconnectButton account={account} isMain />
          </div>
        )}
        {status === "INACTIVE" && (
          <p className="rounded-base border bg-hover px-4 py-3">
            The account is disabled. Tools and triggers do not use it.
          </p>
        )}
        <Actions account={account} />
        <div className="space-y-2">
          <h2 className="text-large font-medium">Stored values</h2>
          <p className="text-soft">Secrets are masked: nobody can read them here.</p>
          <JsonView value={account.data} name="the stored values" />
        </div>
      </div>
      <Facts account={account} />
    </div>
  );
}

function Actions({ account }: { readonly account: ConnectedAccountDetailResponse }) {
  const { id, status, user_id, toolkit, auth_config } = account;
  const client = useQueryClient();
  const navigate = useNavigate();
  const onSettled = (): Promise<void> =>
    client.invalidateQueries({ queryKey: connectedAccountsKey() });
  const refresh = useMutation({ ...refreshAccountOptions, onSettled });
  const setStatus = useMutation({ ...setAccountStatusOptions, onSettled });
  const remove = useMutation(deleteAccountOptions);
  const isOff = status === "INACTIVE";
  const error = refresh.error ?? setStatus.error;
  const canRefresh =
    auth_config.auth_scheme.includes("OAUTH") &&
    (status === "ACTIVE" || status === "EXPIRED" || status === "FAILED");
  return (
    <section aria-label="Actions" className="space-y-3">
      <div className="flex flex-wrap gap-2">
        {canRefresh && (
          <Button
            disabled={refresh.isPending}
            onClick={() =>
              void openTab(async () => {
                const { redirect_url } = await refresh.mutateAsync({ nanoid: id });
                return redirect_url ?? undefined;
              }).catch(() => undefined)
            }
          >
            {refresh.isPending ? "Refreshing…" : "Refresh the access"}
          </Button>
        )}
        <Button
          disabled={setStatus.isPending}
          onClick={() => setStatus.mutate({ nanoid: id, body: { enabled: isOff } })}
        >
          {isOff ? "Enable" : "Disable"}
        </Button>
        <ConfirmButton
          text="Delete"
          title={`Delete the account of ${user_id} at ${toolkit.slug}?`}
          onConfirm={async () => {
            await remove.mutateAsync({ nanoid: id });
            await leaveDeleted(connectedAccountsKey(), () => navigate({ to: "/accounts" }));
          }}
        >
          <p>This cannot be undone. These are lost:</p>
          <ul className="list-disc space-y-1 pl-5">
            <li>
              its credentials, here and, where {toolkit.slug} offers it, its access at the
              application
            </li>
            <li>its triggers, and the events that they would have sent</li>
          </ul>
          <p>Tools of {user_id} need another account then. Logs stay.</p>
        </ConfirmButton>
      </div>
      {refresh.data?.redirect_url === null && (
        <p role="status" className="text-good">
          The access was refreshed.
        </p>
      )}
      {error !== null && <FailureLine error={error} />}
    </section>
  );
}

function Facts({ account }: { readonly account: ConnectedAccountDetailResponse }) {
  const { id, toolkit, user_id, alias, identity, auth_config, created_at, updated_at } = account;
  return (
    <dl className="h-fit divide-y rounded-large border bg-panel">
      <Fact name="Toolkit">
        <Link to="/tools/$toolkit" params={{ toolkit: toolkit.slug }} className={link}>
          {toolkit.slug}
        </Link>
      </Fact>
      <Fact name="User">
        <Link to="/accounts" search={{ user: user_id }} className={link}>
          {user_id}
        </Link>
      </Fact>
      {alias !== null && <Fact name="Alias">{alias}</Fact>}
      {identity !== null && (
        <Fact name="Signed in as">
          {identity.name ?? identity.email ?? identity.login ?? identity.id}
        </Fact>
      )}
      <Fact name="Scheme">{auth_config.auth_scheme}</Fact>
      <Fact name="Auth config">
        <CopyableId id={auth_config.id} name="id of the auth config" />
      </Fact>
      <Fact name="Connected">
        <Time at={created_at} isLong />
      </Fact>
      <Fact name="Changed">
        <Time at={updated_at} isLong />
      </Fact>
      <Fact name="Executions">
        <Link to="/logs" search={{ account: id }} className={link}>
          Open its logs
        </Link>
      </Fact>
    </dl>
  );
}

const link = "underline decoration-line underline-offset-3 hover:decoration-current";
