import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { toolRouterKey } from "../../../../../../generated/query/index.js";
import type { ListedSession } from "../../../../../../generated/types/index.js";
import { agentActions, sessionsQuery } from "../../../api/agents.ts";
import { sessionQuery } from "../../../api/session.ts";
import { ConfirmButton } from "../../../parts/confirm-button.tsx";
import { ListPage } from "../../../parts/lists/list-page.tsx";
import { SearchField } from "../../../parts/lists/search-field.tsx";
import { PageHead } from "../../../parts/page-head.tsx";
import { Notice } from "../../../parts/states.tsx";
import { Time } from "../../../parts/time.tsx";
import { AgentTabs } from "../agent-tabs.tsx";
import { EndSessionButton } from "./end-session-button.tsx";
import { changeKnownSessions, useKnownSessions } from "./known-sessions.ts";
import { nameToolkits } from "./name-toolkits.ts";

/** The sessions of agents that have not ended: for whom, since when, and when they were last used. */
export function Sessions() {
  const { user = "" } = useSearch({ from: "/shell/agents/sessions" });
  const navigate = useNavigate();
  const { data: session } = useQuery(sessionQuery);
  const project = session?.project?.id ?? "";
  const known = new Set(useKnownSessions(project).map(({ handle }) => handle));
  const query = useInfiniteQuery({ ...sessionsQuery(user), placeholderData: keepPreviousData });
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <PageHead title="Agents">
        <AgentTabs />
        <div className="sm:ml-auto">
          <MakeSession />
        </div>
      </PageHead>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b px-5 py-3">
        <SearchField
          value={user}
          label="User, as you named it"
          onSearch={(text) =>
            void navigate({
              to: "/agents/sessions",
              search: text ? { user: text } : {},
              replace: true,
            })
          }
        />
        {user !== "" && rows.length > 0 && <EndSessions user={user} project={project} />}
      </div>
      <ListPage
        query={query}
        items={rows}
        name="sessions"
        empty={
          <Notice
            icon="empty"
            title={user === "" ? "No agent has a session" : "This user has no session"}
          >
            <p>
              {user === ""
                ? "A session gives an agent of one user all tools that you choose, at one address."
                : "Users are compared as they are written."}
            </p>
            {user === "" && <MakeSession />}
          </Notice>
        }
      >
        {(each) => (
          <Row
            key={each.handle}
            session={each}
            project={project}
            isKnown={known.has(each.handle)}
          />
        )}
      </ListPage>
    </>
  );
}

function MakeSession() {
  return (
    <Link
      to="/agents/sessions/new"
      className="inline-flex h-8 items-center rounded-base border bg-raised px-3 font-medium text-text hover:bg-hover"
    >
      Make a session
    </Link>
  );
}

function Row({
  session,
  project,
  isKnown,
}: {
  readonly session: ListedSession;
  readonly project: string;
  /** True when this tab has its address. */
  readonly isKnown: boolean;
}) {
  const { handle, user_id, toolkits, created_at, last_used_at, expires_at } = session;
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-1.5 border-b px-5 py-2.5">
      <div className="min-w-0 flex-1 basis-60">
        {isKnown ? (
          <Link
            to="/agents/sessions/$handle"
            params={{ handle }}
            className="block truncate font-medium text-accent hover:underline"
          >
            {user_id}
          </Link>
        ) : (
          <p className="truncate font-medium">{user_id}</p>
        )}
        <p className="truncate text-small text-soft">{nameToolkits(toolkits)}</p>
      </div>
      <dl className="flex flex-wrap gap-x-5 gap-y-1 text-small text-soft">
        <When name="Made" at={created_at} />
        <When name="Used" at={last_used_at} />
        <When name="Until" at={expires_at} />
      </dl>
      <EndSessionButton session={{ handle, user: user_id }} project={project} />
    </li>
  );
}

function When({ name, at }: { readonly name: string; readonly at: string | null }) {
  return (
    <div className="flex gap-1.5 lg:w-40">
      <dt>{name}</dt>
      <dd className={at === null ? "" : "text-text"}>
        {at === null ? "not yet" : <Time at={at} />}
      </dd>
    </div>
  );
}

function EndSessions({ user, project }: { readonly user: string; readonly project: string }) {
  const client = useQueryClient();
  const end = useMutation(agentActions.removeSessions);
  return (
    <ConfirmButton
      text="End all of this user"
      title={`End all sessions of ${user}?`}
      typed={user}
      onConfirm={async () => {
        await end.mutateAsync({ user_id: user });
        changeKnownSessions(project, (before) =>
          before.filter(({ config }) => config.user_id !== user),
        );
        await client.invalidateQueries({ queryKey: toolRouterKey() });
      }}
    >
      <p>
        This cannot be undone. Every agent of {user} is refused from this moment, and links that the
        sessions made end.
      </p>
    </ConfirmButton>
  );
}
