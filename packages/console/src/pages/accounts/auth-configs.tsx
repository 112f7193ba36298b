import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { authConfigsKey, connectedAccountsKey } from "../../../../../generated/query/index.js";
import type { AuthConfig } from "../../../../../generated/types/index.js";
import {
  authConfigsQuery,
  deleteAuthConfigOptions,
  setAuthConfigStatusOptions,
} from "../../api/accounts.ts";
import { Button } from "../../parts/button.tsx";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { CopyableId } from "../../parts/copy-button.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { FailureLine, FailureNotice, Notice } from "../../parts/states.tsx";
import { AccountTabs } from "./account-tabs.tsx";

/** The auth configs of the project: with which credentials its accounts are connected. */
export function AuthConfigs() {
  const query = useQuery(authConfigsQuery());
  const rows = query.data?.items ?? [];
  return (
    <>
      <PageHead title="Accounts">
        <AccountTabs />
      </PageHead>
      {query.isPending ? (
        <div role="status" aria-label="The auth configs are being read" className="space-y-3 p-5">
          <div className="skeleton h-20" />
          <div className="skeleton h-20" />
        </div>
      ) : query.isError && rows.length === 0 ? (
        <FailureNotice error={query.error} onRetry={() => void query.refetch()} />
      ) : rows.length === 0 ? (
        <Notice icon="empty" title="There is no auth config yet">
          <p>The first connection of an application makes one.</p>
          <Link to="/tools" className="text-accent underline underline-offset-2">
            Choose an application
          </Link>
        </Notice>
      ) : (
        <ul>
          {rows.map((config) => (
            <Row key={config.id} config={config} />
          ))}
        </ul>
      )}
    </>
  );
}

function Row({ config }: { readonly config: AuthConfig }) {
  const { id, name, toolkit, auth_scheme, is_disabled, no_of_connections: count } = config;
  const client = useQueryClient();
  const onSettled = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: authConfigsKey() });
    await client.invalidateQueries({ queryKey: connectedAccountsKey() });
  };
  const setStatus = useMutation({ ...setAuthConfigStatusOptions, onSettled });
  const remove = useMutation({ ...deleteAuthConfigOptions, onSettled });
  const accounts = count === 1 ? "1 connected account" : `${count} connected accounts`;
  return (
    <li className="space-y-2 border-b px-5 py-3">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-medium wrap-anywhere">{name}</span>
            {is_disabled && <span className="text-small text-soft">Disabled</span>}
          </p>
          <p className="flex flex-wrap gap-x-3 text-small text-soft">
            <span>{toolkit.slug}</span>
            <span>{auth_scheme}</span>
            <span>{accounts}</span>
          </p>
        </div>
        <CopyableId id={id} name="id of the auth config" />
        <div className="flex flex-wrap gap-2">
          <Link
            to="/accounts/connect/$toolkit"
            params={{ toolkit: toolkit.slug }}
            className="inline-flex h-8 items-center rounded-base border bg-raised px-3 font-medium hover:bg-hover"
          >
            Connect
          </Link>
          <Button
            disabled={setStatus.isPending}
            onClick={() =>
              setStatus.mutate({ nanoid: id, status: is_disabled ? "ENABLED" : "DISABLED" })
            }
          >
            {is_disabled ? "Enable" : "Disable"}
          </Button>
          <ConfirmButton
            text="Delete"
            title={`Delete ${name}?`}
            onConfirm={() => remove.mutateAsync({ nanoid: id })}
          >
            <p>This cannot be undone. These are lost:</p>
            <ul className="list-disc space-y-1 pl-5">
              <li>the credentials of the auth config</li>
              <li>{accounts}, with the triggers of each</li>
            </ul>
          </ConfirmButton>
        </div>
      </div>
      {setStatus.isError && <FailureLine error={setStatus.error} />}
    </li>
  );
}
