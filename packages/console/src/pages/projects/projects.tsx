import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Project } from "../../../../../generated/types/index.js";
import { chooseProject, sessionQuery } from "../../api/session.ts";
import { projectsQuery } from "../../api/settings.ts";
import { Badge } from "../../parts/badge.tsx";
import { Button } from "../../parts/button.tsx";
import { CopyableId } from "../../parts/copy-button.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { FailureNotice, Notice } from "../../parts/states.tsx";
import { Time } from "../../parts/time.tsx";
import { CreateProject } from "./create-project.tsx";

/** The projects of the organization: choose one, or make one. Also shown in place of a page that needs a project, and then `stays`. */
export function Projects({ stays = false }: { readonly stays?: boolean }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data: session } = useQuery(sessionQuery);
  const query = useInfiniteQuery(projectsQuery);
  const rows = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const open = async ({
    id,
    name,
  }: {
    readonly id: string;
    readonly name: string;
  }): Promise<void> => {
    await chooseProject(client, { id, name });
    if (!stays) {
      await navigate({ to: "/" });
    }
  };
  return (
    <>
      <PageHead title={stays ? "Choose a project" : "Projects"}>
        <p className="text-soft">of {session?.organization.name}</p>
      </PageHead>
      {query.isPending ? (
        <div role="status" aria-label="The projects are being read" className="space-y-3 p-5">
          <div className="skeleton h-14 max-w-3xl" />
          <div className="skeleton h-14 max-w-3xl" />
        </div>
      ) : query.isError && rows.length === 0 ? (
        <FailureNotice error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <div className="max-w-3xl space-y-7 p-5">
          {rows.length === 0 ? (
            <Notice icon="empty" title="The organization has no project yet">
              <p>A project has its own accounts, tools, keys and logs.</p>
            </Notice>
          ) : (
            <ul className="divide-y rounded-large border bg-panel">
              {rows.map((project) => (
                <Row
                  key={project.id}
                  project={project}
                  isShown={project.id === session?.project?.id}
                  onOpen={() => void open(project)}
                />
              ))}
            </ul>
          )}
          {query.hasNextPage && (
            <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              Load older projects
            </Button>
          )}
          <CreateProject onOpen={open} />
        </div>
      )}
    </>
  );
}

function Row({
  project,
  isShown,
  onOpen,
}: {
  readonly project: Project;
  readonly isShown: boolean;
  readonly onOpen: () => void;
}) {
  const { id, name, created_at } = project;
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-1 px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex items-center gap-2">
          <span className="truncate font-medium">{name}</span>
          {isShown && <Badge word="Open" look="accent" />}
        </p>
        <CopyableId id={id} name={`id of ${name}`} />
      </div>
      <span className="text-small text-soft">
        <Time at={created_at} />
      </span>
      <Button onClick={onOpen} aria-label={`Open ${name}`}>
        Open
      </Button>
    </li>
  );
}
