import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { projectsKey } from "../../../../../generated/query/index.js";
import type { ConsoleSession } from "../../../../../generated/types/index.js";
import { sessionQuery } from "../../api/session.ts";
import { projectActions } from "../../api/settings.ts";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { CheckField } from "../../parts/fields/check-field.tsx";
import { KeyOnce } from "../../parts/key-once.tsx";
import { EraseUser } from "./erase-user.tsx";

/** What cannot be undone. Each action says what will be lost, and asks for a name to be typed. */
export function DangerZone({
  session,
  project,
}: {
  readonly session: ConsoleSession;
  readonly project: NonNullable<ConsoleSession["project"]>;
}) {
  const isOwner = session.key_type === "organization";
  return (
    <div className="divide-y rounded-large border border-bad/30 bg-panel">
      <EraseUser />
      {isOwner && <ReplaceKeys project={project} />}
      {isOwner && <DeleteProject project={project} />}
      {!isOwner && (
        <p className="px-4 py-3 text-soft">
          The key of the organization can also replace all keys of the project, and delete it.
        </p>
      )}
    </div>
  );
}

interface ProjectPart {
  readonly project: NonNullable<ConsoleSession["project"]>;
}

function ReplaceKeys({ project }: ProjectPart) {
  const client = useQueryClient();
  const [endsSessions, setEndsSessions] = useState(false);
  const [made, setMade] = useState<string>();
  const renew = useMutation({
    ...projectActions.renewKeys,
    onSettled: () => client.invalidateQueries({ queryKey: projectsKey() }),
  });
  return (
    <Danger
      title="Replace all keys"
      about="When a key may be known to others. Every key of the project ends, and a new one is made."
      after={
        made !== undefined && (
          <KeyOnce name="default" value={made} onClose={() => setMade(undefined)} />
        )
      }
    >
      <ConfirmButton
        text="Replace all keys"
        title={`Replace all keys of ${project.name}?`}
        typed={project.name}
        onConfirm={async () => {
          const { api_key } = await renew.mutateAsync({
            nano_id: project.id,
            body: { revoke_sessions: endsSessions },
          });
          setMade(api_key.key);
        }}
      >
        <p>This cannot be undone. These are lost:</p>
        <ul className="list-disc space-y-1 pl-5">
          <li>the access of every program that has a key of the project, from this moment</li>
          <li>sessions of the console that began with one of these keys</li>
        </ul>
        <CheckField
          label="End all sessions of agents too"
          about="Their addresses work without a key."
          checked={endsSessions}
          onChecked={setEndsSessions}
        />
      </ConfirmButton>
    </Danger>
  );
}

function DeleteProject({ project }: ProjectPart) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation(projectActions.remove);
  return (
    <Danger title="Delete the project" about="Everything that belongs to it is gone.">
      <ConfirmButton
        text="Delete the project"
        title={`Delete the project ${project.name}?`}
        typed={project.name}
        onConfirm={async () => {
          await remove.mutateAsync({ nano_id: project.id });
          await navigate({ to: "/projects" });
          await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
        }}
      >
        <p>This cannot be undone. These are lost:</p>
        <ul className="list-disc space-y-1 pl-5">
          <li>its keys, which are refused from this moment</li>
          <li>
            all connected accounts with their credentials, here and, where the application offers
            it, there
          </li>
          <li>triggers, the webhook subscription, and events that are still waiting</li>
          <li>MCP servers, sessions of agents, imported toolkits, files and logs</li>
        </ul>
      </ConfirmButton>
    </Danger>
  );
}

/** One action of the zone. */
export function Danger({
  title,
  about,
  after,
  children,
}: {
  readonly title: string;
  readonly about: string;
  readonly after?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className="space-y-3 px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <h3 className="font-medium">{title}</h3>
          <p className="text-soft">{about}</p>
        </div>
        {children}
      </div>
      {after}
    </div>
  );
}
