import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import type { TriggerType } from "../../../../../generated/types/index.js";
import { triggerTypesQuery } from "../../api/triggers.ts";
import { ListPage } from "../../parts/lists/list-page.tsx";
import { SearchField } from "../../parts/lists/search-field.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Notice } from "../../parts/states.tsx";
import { stripMarkdown } from "../../parts/strip-markdown.ts";
import { TriggerTabs } from "./trigger-tabs.tsx";

/** The kinds of events that the project can listen to. */
export function TriggerTypes() {
  const { search = "" } = useSearch({ from: "/shell/triggers/types" });
  const navigate = useNavigate();
  const query = useInfiniteQuery(triggerTypesQuery());
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  // The API does not search types, and there are few: all of them are read.
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) {
      void fetchNextPage();
    }
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  const types = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <PageHead title="Triggers">
        <TriggerTabs />
        <SearchField
          value={search}
          label="Search the types"
          onSearch={(text) =>
            void navigate({
              to: "/triggers/types",
              search: text ? { search: text } : {},
              replace: true,
            })
          }
        />
      </PageHead>
      <ListPage
        query={query}
        items={types.filter((type) => matches(type, search))}
        name="types"
        empty={
          <Notice
            icon="empty"
            title={search === "" ? "No toolkit has a trigger type" : "No type matches"}
          >
            <p>
              {search === ""
                ? "A toolkit that you import has one for each webhook in its document."
                : "Search for the application, or for what happens there."}
            </p>
          </Notice>
        }
      >
        {(type) => <Row key={type.slug} type={type} />}
      </ListPage>
    </>
  );
}

function matches({ slug, name, description }: TriggerType, search: string): boolean {
  const text = `${slug} ${name} ${description}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function Row({ type }: { readonly type: TriggerType }) {
  return (
    <li className="relative grid gap-x-6 border-b px-5 py-2.5 hover:bg-hover md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_6rem]">
      <div className="min-w-0">
        <Link
          to="/triggers/types/$slug"
          params={{ slug: type.slug }}
          className="block truncate font-medium after:absolute after:inset-0"
        >
          {type.name}
        </Link>
        <code className="block truncate font-mono text-small text-soft">{type.slug}</code>
      </div>
      <p className="line-clamp-2 text-soft wrap-anywhere">{stripMarkdown(type.description)}</p>
      <p className="text-small text-soft md:text-right">
        {type.type === "poll" ? "By polling" : "By webhook"}
      </p>
    </li>
  );
}
