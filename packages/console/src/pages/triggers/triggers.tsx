import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { TriggerInstance } from "../../../../../generated/types/index.js";
import { triggersQuery, whyDisabled } from "../../api/triggers.ts";
import { Button } from "../../parts/button.tsx";
import { ListPage } from "../../parts/lists/list-page.tsx";
import { SearchField } from "../../parts/lists/search-field.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Notice } from "../../parts/states.tsx";
import { Time } from "../../parts/time.tsx";
import { TriggerStatus } from "./trigger-status.tsx";
import { TriggerTabs } from "./trigger-tabs.tsx";

/** The trigger instances of the project, live: what listens, for whom, and when it last looked. */
export function Triggers() {
  const search = useSearch({ from: "/shell/triggers" });
  const navigate = useNavigate();
  const query = useInfiniteQuery({ ...triggersQuery(search), placeholderData: keepPreviousData });
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  const { user: _, ...withoutUser } = search;
  const others = Object.values(withoutUser);
  return (
    <>
      <PageHead title="Triggers">
        <TriggerTabs />
      </PageHead>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b px-5 py-3">
        <SearchField
          value={search.user ?? ""}
          label="User, as you named it"
          onSearch={(user) =>
            void navigate({ to: "/triggers", search: user ? { ...search, user } : withoutUser })
          }
        />
        {others.map((value) => (
          <code key={value} className="font-mono text-small text-soft">
            {value}
          </code>
        ))}
        {Object.keys(search).length > 0 && (
          <Button onClick={() => void navigate({ to: "/triggers" })}>Clear</Button>
        )}
      </div>
      <ListPage
        query={query}
        items={items}
        name="triggers"
        empty={<NoTriggers isFiltered={Object.keys(search).length > 0} />}
      >
        {(trigger) => <Row key={trigger.id} trigger={trigger} />}
      </ListPage>
    </>
  );
}

function NoTriggers({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <Notice icon="empty" title="No trigger matches these filters">
      <p>Users are compared as they are written. Take a filter away to see more.</p>
    </Notice>
  ) : (
    <Notice icon="empty" title="Nothing listens yet">
      <p>A trigger sends you an event when something happens at an application.</p>
      <Link to="/triggers/types" className="text-accent underline underline-offset-2">
        Choose what to listen to
      </Link>
    </Notice>
  );
}

function Row({ trigger }: { readonly trigger: TriggerInstance }) {
  const { id, trigger_name, user_id, state, disabled_at } = trigger;
  return (
    <li className="relative flex items-center gap-x-5 gap-y-1 border-b px-5 py-2.5 hover:bg-hover max-md:flex-wrap">
      <span className="md:w-24">
        <TriggerStatus trigger={trigger} />
      </span>
      <div className="min-w-0 flex-1 max-md:order-first max-md:basis-full">
        <Link
          to="/triggers/$id"
          params={{ id }}
          className="block truncate font-mono text-small font-medium after:absolute after:inset-0"
        >
          {trigger_name}
        </Link>
        <p className="truncate text-small text-soft">
          {disabled_at !== null && state.disabled_reason !== undefined
            ? whyDisabled(trigger)
            : `For ${user_id}`}
        </p>
      </div>
      <code className="w-40 truncate font-mono text-small text-soft max-lg:hidden">{id}</code>
      <span className="text-small text-soft max-md:ml-auto md:w-60 md:text-right">
        {state.last_polled_at !== undefined ? (
          <>
            Polled <Time at={state.last_polled_at} />
          </>
        ) : state.next_poll_at !== undefined && disabled_at === null ? (
          "Its first poll is due"
        ) : (
          <>
            Changed <Time at={trigger.updated_at} />
          </>
        )}
      </span>
    </li>
  );
}
