import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type {
  ConnectedAccountResponse,
  ConnectedAccountStatus,
} from "../../../../../generated/types/index.js";
import { type AccountSearch, accountsQuery } from "../../api/accounts.ts";
import { Button } from "../../parts/button.tsx";
import { ListPage } from "../../parts/lists/list-page.tsx";
import { SearchField } from "../../parts/lists/search-field.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Notice } from "../../parts/states.tsx";
import { Time } from "../../parts/time.tsx";
import { AccountStatus, accountStatuses } from "./account-status.tsx";
import { AccountTabs } from "./account-tabs.tsx";
import { ReconnectButton } from "./reconnect-button.tsx";

/** The connected accounts of the project, live, with filters that are in the address. */
export function Accounts() {
  const search = useSearch({ from: "/shell/accounts" });
  const navigate = useNavigate();
  const query = useInfiniteQuery({ ...accountsQuery(search), placeholderData: keepPreviousData });
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const apply = (next: AccountSearch): void => void navigate({ to: "/accounts", search: next });
  const { status: _, ...withoutStatus } = search;
  const { user: __, ...withoutUser } = search;
  const isFiltered = Object.keys(search).length > 0;
  return (
    <>
      <PageHead title="Accounts">
        <AccountTabs />
        <div className="sm:ml-auto">
          <ConnectLink />
        </div>
      </PageHead>
      <div className="flex flex-wrap gap-2 border-b px-5 py-3">
        <SearchField
          value={search.user ?? ""}
          label="User, as you named it"
          onSearch={(user) => apply(user ? { ...search, user } : withoutUser)}
        />
        <select
          aria-label="Status"
          value={search.status ?? ""}
          onChange={({ target }) =>
            apply(
              target.value === ""
                ? withoutStatus
                : { ...search, status: target.value as ConnectedAccountStatus },
            )
          }
          className="field"
        >
          <option value="">All statuses</option>
          {accountStatuses.map(({ status, word }) => (
            <option key={status} value={status}>
              {word}
            </option>
          ))}
        </select>
        {isFiltered && <Button onClick={() => apply({})}>Clear</Button>}
      </div>
      <ListPage
        query={query}
        items={rows}
        name="accounts"
        empty={
          <Notice
            icon="empty"
            title={isFiltered ? "No account matches these filters" : "No account is connected yet"}
          >
            <p>
              {isFiltered
                ? "Users are compared as they are written. Take a filter away to see more."
                : "An account lets tools act for a user at an application."}
            </p>
            {!isFiltered && <ConnectLink />}
          </Notice>
        }
      >
        {(account) => <Row key={account.id} account={account} />}
      </ListPage>
    </>
  );
}

function ConnectLink() {
  return (
    <Link
      to="/tools"
      className="inline-flex h-8 items-center rounded-base border bg-raised px-3 font-medium text-text hover:bg-hover"
    >
      Connect an application
    </Link>
  );
}

function Row({ account }: { readonly account: ConnectedAccountResponse }) {
  const { id, status, toolkit, user_id, alias, identity, status_reason, created_at } = account;
  const name = alias ?? identity?.name ?? identity?.email ?? identity?.login;
  return (
    <li className="relative flex items-center gap-x-5 gap-y-1 border-b px-5 py-2.5 hover:bg-hover max-md:flex-wrap">
      <span className="md:w-40">
        <AccountStatus status={status} />
      </span>
      <div className="min-w-0 flex-1 max-md:order-first max-md:basis-full">
        <p className="flex min-w-0 items-baseline gap-2">
          <Link
            to="/accounts/$id"
            params={{ id }}
            className="truncate font-medium after:absolute after:inset-0"
          >
            {user_id}
          </Link>
          <span className="shrink-0 text-soft">at {toolkit.slug}</span>
        </p>
        <p className="truncate text-small text-soft">
          {status !== "ACTIVE" && status_reason !== null ? status_reason : (name ?? id)}
        </p>
      </div>
      <code className="w-40 truncate font-mono text-small text-soft max-lg:hidden">{id}</code>
      <span className="text-small text-soft max-md:ml-auto">
        <Time at={created_at} />
      </span>
      <span className="relative z-10 empty:hidden md:w-28 md:text-right md:empty:block">
        {(status === "EXPIRED" || status === "FAILED") && <ReconnectButton account={account} />}
      </span>
    </li>
  );
}
