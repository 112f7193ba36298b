import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { McpServer } from "../../../../../generated/types/index.js";
import { serversQuery } from "../../api/agents.ts";
import { ListPage } from "../../parts/lists/list-page.tsx";
import { SearchField } from "../../parts/lists/search-field.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Notice } from "../../parts/states.tsx";
import { Time } from "../../parts/time.tsx";
import { AgentTabs } from "./agent-tabs.tsx";

/** The MCP servers of the project. */
export function Servers() {
  const { search = "" } = useSearch({ from: "/shell/agents" });
  const navigate = useNavigate();
  const query = useInfiniteQuery({ ...serversQuery(search), placeholderData: keepPreviousData });
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <PageHead title="Agents">
        <AgentTabs />
        <div className="sm:ml-auto">
          <NewServer />
        </div>
      </PageHead>
      <div className="flex border-b px-5 py-3">
        <SearchField
          value={search}
          label="Name of the server"
          onSearch={(text) =>
            void navigate({ to: "/agents", search: text ? { search: text } : {}, replace: true })
          }
        />
      </div>
      <ListPage
        query={query}
        items={rows}
        name="servers"
        empty={
          <Notice
            icon="empty"
            title={search === "" ? "There is no MCP server yet" : "No server has this name"}
          >
            <p>
              {search === ""
                ? "A server is a choice of tools at one address, which the client of each user gets."
                : "Search for another part of the name."}
            </p>
            {search === "" && <NewServer />}
          </Notice>
        }
      >
        {(server) => <Row key={server.id} server={server} />}
      </ListPage>
    </>
  );
}

function NewServer() {
  return (
    <Link
      to="/agents/new"
      className="inline-flex h-8 items-center rounded-base border bg-raised px-3 font-medium text-text hover:bg-hover"
    >
      Make an MCP server
    </Link>
  );
}

function Row({ server }: { readonly server: McpServer }) {
  const { id, name, toolkits, allowed_tools: tools, created_at } = server;
  return (
    <li className="relative flex flex-wrap items-center gap-x-5 gap-y-1 border-b px-5 py-2.5 hover:bg-hover">
      <div className="min-w-0 flex-1 basis-60">
        <Link
          to="/agents/$id"
          params={{ id }}
          className="block truncate font-medium after:absolute after:inset-0"
        >
          {name}
        </Link>
        <p className="truncate font-mono text-small text-soft">{toolkits.join(" ")}</p>
      </div>
      <span className="text-small text-soft">
        {tools.length === 0 ? "All tools" : tools.length === 1 ? "1 tool" : `${tools.length} tools`}
      </span>
      <code className="font-mono text-small text-soft max-lg:hidden">{id}</code>
      <span className="text-small text-soft">
        <Time at={created_at} />
      </span>
    </li>
  );
}
